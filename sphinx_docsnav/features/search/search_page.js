/* The results of the search page, by our index instead of the theme's; the page keeps its form. */
(() => {
  "use strict";
  const out = document.getElementById("search-results");
  const data = document.getElementById("docsnav-search-page");
  const query = new URLSearchParams(location.search).get("q")?.trim();
  if (!out || !data) return;
  const { address, make, pieces, places } = docsnavTools.results(data);
  const LIMIT = 50;
  const show = async () => {
    const index = await docsnavTools.index(places);
    const { results, similar } = await index.search(query, { limit: LIMIT });
    const list = make("ul", { className: "docsnav-search-results" });
    for (const result of results) {
      for (const [number, entry] of result.entries.entries()) {
        const link = make("a", { href: address(result.docname) + entry.hash }, ...pieces(entry.name));
        const item = make("li", { className: number ? "docsnav-search-section" : "" }, link);
        const above = [result.operation, result.path, entry.page ? "" : result.title].filter(Boolean).join(" › ");
        if (above && !number) item.append(make("div", { className: "docsnav-search-path", textContent: above }));
        if (entry.excerpt.length) item.append(make("p", {}, ...pieces(entry.excerpt)));
        list.append(item);
      }
    }
    const said = results.length ? `${places.results}: ${results.length}` : places.nothing + (similar.length ? ` ${places.nearest}: ${similar.join(", ")}` : "");
    const summary = make("p", { className: "search-summary", textContent: said });
    summary.setAttribute("role", "status");
    out.replaceChildren(summary, list);
  };
  if (typeof Search !== "undefined") {
    /* The theme's script may have begun already; it finds nothing to show any more. */
    Search.performSearch = () => {};
    Search.query = () => {};
    Search.stopPulse?.();
  }
  for (const field of document.querySelectorAll('input[name="q"]')) field.value = query ?? "";
  if (query) show().catch(() => { out.textContent = places.nothing; });
})();
