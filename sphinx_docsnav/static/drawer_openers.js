/* What opens the drawer of a theme is reached by keys; the rest is in a script of its own. */
(function () {
  "use strict";
  var all = docsnavTools.all, load = docsnavTools.load;

  function drawers() {
    var loaded = false;
    docsnavDrawers.forEach(function (own) {
      all(own.opener).forEach(function (opener) {
        if (opener.tabIndex >= 0) return;
        var named = opener.control || document.querySelector(".docsnav-sidebar, .docsnav-drawer") || opener;
        opener.tabIndex = 0;
        opener.setAttribute("role", "button");
        opener.setAttribute("aria-label", named.getAttribute("aria-label") || "");
        opener.addEventListener("keydown", function (event) {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          event.stopPropagation(); /* the script of a theme may click it, too */
          opener.click();
        });
      });
      document.addEventListener("click", function (event) {
        if (loaded || !event.target.closest(own.opener)) return;
        loaded = true;
        load("docsnav-drawer.js");
      }, true);
    });
  }

  docsnavTools.start(drawers);
})();
