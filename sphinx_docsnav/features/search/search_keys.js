/* `/`, Ctrl+K, the theme's search field and links to the search page open a dialog that searches.
   Its script is loaded when it is first opened. */
(() => {
  "use strict";
  const { all, load, start } = docsnavTools;
  const FIELDS = 'input[name="q"]:not(.docsnav-search-form input)';

  start(() => {
    const element = document.querySelector("script#docsnav-search");
    if (!element) return;
    const places = JSON.parse(element.textContent);
    const slash = window.DOCUMENTATION_OPTIONS?.ENABLE_SEARCH_SHORTCUTS !== false;
    const page = new URL(places.page, location.href).href;
    const open = (event, field) => {
      event.preventDefault();
      /* Sphinx's own script goes to the search field. */
      event.stopPropagation();
      places.field = field;
      if (window.docsnavSearch) docsnavSearch(field);
      else if (!places.asked) load("docsnav-search.js", () => docsnavSearch(places.field), () => { location.href = places.page; });
      places.asked = true;
    };
    for (const field of all(FIELDS)) {
      field.setAttribute("aria-keyshortcuts", slash ? "/ Control+K" : "Control+K");
      field.addEventListener("input", (event) => {
        if (!event.isComposing) open(event, field);
      });
      field.addEventListener("keydown", (event) => {
        if (event.key === "Enter") open(event, field);
      });
    }
    document.addEventListener("click", (event) => {
      const link = event.target.closest("a[href]");
      const field = event.target.closest(FIELDS);
      if (field || event.target.closest(`[data-docsnav-search]${places.button ? `, ${places.button}` : ""}`)) open(event, field);
      else if (link?.href.split("#")[0] === page && !(event.ctrlKey || event.metaKey || event.shiftKey)) open(event);
    }, true);
    document.addEventListener("keydown", (event) => {
      const typing = event.composedPath()[0].closest("input, textarea, select, [contenteditable]");
      const held = event.ctrlKey || event.metaKey;
      if (!event.altKey && (held ? event.key === "k" : slash && event.key === "/" && !typing)) open(event);
    }, true);
  });
})();
