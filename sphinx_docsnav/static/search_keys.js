/* `/`, Ctrl+K, the theme's search field and links to the search page open a dialog that searches.
   Its script is loaded when it is first opened. */
(function () {
  "use strict";
  var all = docsnavTools.all, load = docsnavTools.load;

  function search() {
    var element = document.getElementById("docsnav-search");
    if (!element || !window.HTMLDialogElement) return;
    var places = JSON.parse(element.textContent);
    var slash = (window.DOCUMENTATION_OPTIONS || {}).ENABLE_SEARCH_SHORTCUTS !== false;
    var page = new URL(places.page, location.href).pathname;
    var fields = 'input[name="q"]';
    function open(event, field) {
      event.preventDefault();
      event.stopPropagation(); /* Sphinx's own script goes to the search field */
      places.field = field;
      if (window.docsnavSearch) window.docsnavSearch(field);
      else if (!places.asked) load("docsnav-search.js", function () { window.docsnavSearch(places.field); }, function () { location.href = places.page; });
      places.asked = true;
    }
    all(fields).forEach(function (field) {
      field.setAttribute("aria-keyshortcuts", slash ? "/ Control+K" : "Control+K");
      field.addEventListener("input", function (event) {
        if (!event.isComposing) open(event, field);
      });
      field.addEventListener("keydown", function (event) {
        if (event.key === "Enter") open(event, field);
      });
    });
    document.addEventListener("click", function (event) {
      var link = event.target.closest("a[href]");
      var field = event.target.closest(fields);
      if (field) open(event, field);
      else if (link && link.pathname === page && link.origin === location.origin && !link.search && !event.ctrlKey && !event.metaKey && !event.shiftKey) open(event);
    }, true);
    document.addEventListener("keydown", function (event) {
      var typing = event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      var bare = !event.ctrlKey && !event.metaKey;
      if (!event.altKey && ((slash && bare && event.key === "/" && !typing) || (!bare && event.key === "k"))) open(event);
    }, true);
  }

  docsnavTools.start(search);
})();
