/* Pictures open in a dialog as large as the window, by pointer, Enter or Space; anything closes it. */
(() => {
  "use strict";
  const open = (picture) => {
    const dialog = document.createElement("dialog");
    const button = document.createElement("button");
    const large = document.createElement("img");
    dialog.className = "docsnav-zoom";
    dialog.setAttribute("aria-label", picture.alt);
    button.type = "button";
    large.src = picture.currentSrc || picture.src;
    large.alt = picture.alt;
    button.append(large);
    dialog.append(button);
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
      if (picture.alt) {
        picture.setAttribute("role", "button");
        picture.setAttribute("aria-haspopup", "dialog");
        picture.tabIndex = 0;
      }
      picture.addEventListener("click", () => open(picture));
      picture.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        open(picture);
      });
    }
  };
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start); else start();
})();
