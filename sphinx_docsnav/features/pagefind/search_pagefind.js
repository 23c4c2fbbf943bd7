/* Pagefind's index for the search dialog: the program and the pieces of the index that a query
   needs, from the site itself. */
docsnavTools.pagefind = async (places) => {
  "use strict";
  const PAGES = 10; /* one request for each; the search page has all of them */
  const HEADING = "docsnav-heading-"; /* before the ids of sections, for Pagefind finds headings only */
  if (!location.protocol.startsWith("http")) throw new Error("a browser reads this index from a server only");
  const pagefind = await import(new URL(places.pagefind, location.href).href);
  await pagefind.options({ excerptLength: 12 });
  /* The text of a section without its heading. */
  const text = (html, title) => {
    const template = document.createElement("template"); /* inert: nothing in it runs */
    template.innerHTML = html;
    const words = template.content.textContent;
    return words.startsWith(title) ? words.slice(title.length).replace(/^[.\s]+/, "") : words;
  };
  const search = async (query) => {
    const own = places.scope ? { filters: { search: places.scope } } : {};
    const { results } = await pagefind.search(query, own);
    if (!places.first) return results;
    const ids = new Set(results.map(({ id }) => id));
    const every = await pagefind.search(query);
    return [...results, ...every.results.filter(({ id }) => !ids.has(id))];
  };
  const plain = (text) => [[text, false]];
  const find = async (query) => {
    const found = (await search(query)).slice(0, PAGES);
    const results = [];
    for (const { meta, excerpt, sub_results: parts } of await Promise.all(found.map((result) => result.data()))) {
      const title = meta.title || meta.docname;
      const sections = parts.filter(({ anchor }) => anchor?.id.startsWith(HEADING) && anchor.element !== "h1");
      results.push({
        docname: meta.docname,
        title,
        path: meta.path,
        entries: [{ name: plain(title), hash: "", page: true, excerpt: plain(text(excerpt, title)) }, ...sections.map((part) => ({
          name: plain(part.title),
          hash: `#${part.anchor.id.slice(HEADING.length)}`,
          excerpt: plain(text(part.excerpt, part.title)),
        }))],
      });
    }
    return { results };
  };
  return { search: find };
};
