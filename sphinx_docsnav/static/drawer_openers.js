/* What opens the drawer of a theme is reached by keys; the rest is in a script of its own. */
(() => {
  "use strict";
  const { all, load, start } = docsnavTools;

  start(() => {
    for (const opener of all(docsnavOpeners)) {
      if (opener.tabIndex >= 0) continue;
      /* A label may not have another role; what it shows may. */
      const button = opener.control ? opener.firstElementChild : opener;
      button.tabIndex = 0;
      button.role = "button";
      button.ariaLabel ||= opener.control?.ariaLabel || document.querySelector(".docsnav-sidebar")?.ariaLabel || "";
      opener.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        /* The script of a theme may click it, too. */
        event.stopPropagation();
        opener.click();
      });
    }
    let loaded = false;
    document.addEventListener("click", (event) => {
      if (loaded || !event.target.closest(docsnavOpeners)) return;
      loaded = true;
      load("docsnav-drawer.js");
    }, true);
  });
})();
