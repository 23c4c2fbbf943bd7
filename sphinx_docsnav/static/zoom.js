/* Pictures open in a dialog as large as the window, by pointer, Enter or Space; anything closes it. */
(() => {
  "use strict";
  const open = (picture) => {
    const dialog = document.createElement("dialog");
    dialog.className = "docsnav-zoom";
    dialog.ariaLabel = picture.alt;
    dialog.innerHTML = '<button type="button"><img></button>';
    Object.assign(dialog.querySelector("img"), { src: picture.currentSrc || picture.src, alt: picture.alt });
    dialog.addEventListener("click", () => dialog.close());
    dialog.addEventListener("close", () => {
      dialog.remove();
      picture.focus({ preventScroll: true });
    });
    document.body.append(dialog);
    dialog.showModal();
  };
  const start = () => {
    for (const picture of document.querySelectorAll("img[data-docsnav-zoom]")) {
      if (picture.closest("a, button, summary, .docsnav-card")) continue;
      picture.classList.add("docsnav-zooms");
      /* A picture without a text has no name to be announced by; it opens by pointer only. */
      if (picture.alt) Object.assign(picture, { role: "button", ariaHasPopup: "dialog", tabIndex: 0 });
      picture.addEventListener("click", () => open(picture));
      picture.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open(picture);
      });
    }
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();
})();
