/* The results of the search page; without a query it shows the titles of all pages. */
(() => {
  "use strict";
  const out = document.getElementById("search-results");
  const data = document.querySelector("script#docsnav-search");
  const field = document.querySelector(".docsnav-search-form input");
  const titles = document.getElementById("docsnav-titles");
  if (!out || !data) return;
  const { address, make, pieces, places } = docsnavTools.results(data);
  const LIMIT = 50;
  let asked = 0;
  const show = async (query) => {
    const number = ++asked;
    const { results, similar = [] } = query ? await (await docsnavTools.index(places)).search(query, { limit: LIMIT }) : { results: [] };
    if (number !== asked) return; /* typed on */
    titles.hidden = results.length > 0;
    if (!query) { out.replaceChildren(); return; }
    const list = make("ul", { className: "docsnav-search-results" });
    for (const result of results.length ? results : similar) {
      for (const [number, entry] of result.entries.entries()) {
        const link = make("a", { href: address(result.docname) + entry.hash }, ...pieces(entry.name));
        const item = make("li", { className: number ? "docsnav-search-section" : "" }, link);
        const above = [result.operation, result.path, entry.page ? "" : result.title].filter(Boolean).join(" › ");
        if (above && !number) item.append(make("div", { className: "docsnav-search-path", textContent: above }));
        if (entry.excerpt.length) item.append(make("p", {}, make(entry.code ? "code" : "span", {}, ...pieces(entry.excerpt))));
        list.append(item);
      }
    }
    const nothing = places.nothing.replace("%s", query) + (similar.length ? ` · ${places.nearest}:` : "");
    const said = results.length ? `${places.results}: ${results.length}` : nothing;
    const summary = make("p", { className: "search-summary", textContent: said });
    summary.setAttribute("role", "status");
    out.replaceChildren(summary, list);
  };
  const search = (query) => show(query).catch(() => { out.textContent = places.nothing.replace("%s", query); });
  const query = new URLSearchParams(location.search).get("q")?.trim() ?? "";
  for (const each of document.querySelectorAll('input[name="q"]')) each.value = query;
  let timer = 0;
  field.addEventListener("input", (event) => {
    clearTimeout(timer);
    if (!event.isComposing) timer = setTimeout(() => search(field.value.trim()), 20);
  });
  field.addEventListener("compositionend", () => search(field.value.trim()));
  field.focus({ preventScroll: true });
  if (query) search(query);
})();
