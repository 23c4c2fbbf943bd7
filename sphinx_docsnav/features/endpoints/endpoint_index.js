/* A filter for the index of endpoints, which works without it. */
(() => {
  "use strict";
  const start = () => {
    const table = document.querySelector(".modindextable, .domainindex-table");
    if (!table) return;
    const input = document.createElement("input");
    Object.assign(input, { type: "search", dir: "ltr", className: "docsnav-filter", placeholder: "GET /…" });
    input.setAttribute("aria-label", document.title);
    input.addEventListener("input", () => {
      const wanted = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of table.rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = row.querySelector("a") ? !wanted.every((word) => text.includes(word)) : Boolean(wanted.length);
      }
    });
    table.before(input);
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();
})();
