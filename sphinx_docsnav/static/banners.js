/* Banners that a reader has closed stay closed. */
(() => {
  "use strict";
  const { all, stored, start } = docsnavTools;

  /* Take an element away, and what is empty without it. */
  const remove = (element) => {
    const frame = element.parentElement;
    element.remove();
    if (frame && frame !== document.body && !frame.children.length && !frame.textContent.trim()) remove(frame);
  };

  start(() => {
    for (const banner of all("[data-docsnav-banner]")) {
      const button = banner.querySelector(".docsnav-close");
      const key = "docsnav-banner-" + banner.dataset.docsnavBanner;
      const closed = button && stored("localStorage", key);
      button?.addEventListener("click", () => {
        stored("localStorage", key, "closed");
        remove(banner);
      });
      /* A theme may undo what it did for the banner. */
      if (closed) button.click();
    }
  });
})();
