/* Banners that a reader has closed stay closed. */
(function () {
  "use strict";
  var all = docsnavTools.all, stored = docsnavTools.stored;

  /* Take an element away, and what is empty without it. */
  function remove(element) {
    var frame = element.parentElement;
    if (!frame) return;
    element.remove();
    while (frame && frame !== document.body && !frame.children.length && !frame.textContent.trim()) {
      var empty = frame;
      frame = frame.parentElement;
      empty.remove();
    }
  }

  function banners() {
    all("[data-docsnav-banner]").forEach(function (banner) {
      var button = banner.querySelector(".docsnav-close");
      if (!button) return;
      var key = "docsnav-banner-" + banner.dataset.docsnavBanner;
      if (stored("localStorage", key)) {
        button.click(); /* a theme may undo what it did for the banner */
        remove(banner);
        return;
      }
      button.addEventListener("click", function () {
        stored("localStorage", key, "closed");
        remove(banner);
      });
    });
  }

  docsnavTools.start(banners);
})();
