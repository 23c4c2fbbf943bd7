/* What search_keys.js needs of docsnav.js, for pages without our navigation. */
(() => {
  "use strict";
  const here = document.currentScript?.src || "";
  window.docsnavTools ??= {
    all: (selector) => [...document.querySelectorAll(selector)],
    load: (name, onload, onerror) => {
      document.head.append(Object.assign(document.createElement("script"), { src: here.replace("docsnav-search-keys.js", name), onload, onerror }));
    },
    start: (run) => {
      if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
      else run();
    },
  };
})();
