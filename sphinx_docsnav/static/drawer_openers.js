/* What opens the drawer of a theme is reached by keys; the rest is in a script of its own. */
(() => {
  "use strict";
  const { all, load, start } = docsnavTools;

  start(() => {
    for (const opener of all(docsnavOpeners)) {
      if (opener.tabIndex >= 0) continue;
      opener.tabIndex = 0;
      opener.role = "button";
      opener.ariaLabel ||= opener.control?.ariaLabel || document.querySelector(".docsnav-sidebar")?.ariaLabel || "";
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
