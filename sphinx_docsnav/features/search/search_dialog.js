/* A dialog that searches Pagefind's index where the build has written one, else Sphinx's own.
   docsnav.js loads this script and the index when a reader opens the dialog for the first time;
   nothing else is requested, and nothing is sent. */
(() => {
  "use strict";
  const LIMIT = 30; /* results on screen; the search page has all of them */
  const places = JSON.parse(document.getElementById("docsnav-search").textContent);
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const load = (url) => new Promise((resolve, reject) => {
    document.head.append(make("script", { src: url, onload: resolve, onerror: reject }));
  });

  const input = make("input", { type: "search", name: "docsnav-query", placeholder: places.search, autocomplete: "off", spellcheck: false });
  const list = make("div", { id: "docsnav-found", className: "docsnav-found" });
  const status = make("p", { className: "docsnav-search-status" });
  const close = make("button", { type: "button", className: "docsnav-search-close", textContent: "×" });
  const form = make("form", { action: places.page }, input, close);
  const dialog = make("dialog", { className: "docsnav-search" }, form, status, list);
  for (const [element, attributes] of [
    [input, { role: "combobox", "aria-label": places.search, "aria-controls": list.id, "aria-expanded": "false", "aria-autocomplete": "list" }],
    [list, { role: "listbox", "aria-label": places.search }],
    [status, { role: "status" }],
    [close, { "aria-label": places.close }],
    [dialog, { "aria-label": places.search }],
  ]) for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);

  const address = (docname, anchor) => {
    const options = DOCUMENTATION_OPTIONS;
    const folder = `${docname}/`.replace(/(^|\/)index\/$/, "$1");
    return places.root + (options.BUILDER === "dirhtml" ? folder : docname + options.LINK_SUFFIX) + anchor;
  };

  /* The tab, version … of a page: each row is the first of pages in one division, by name. */
  const divisionOf = (docname) => {
    const { names = [], starts = [] } = window.docsnavDivisions || {};
    const row = starts.findLast(([first]) => first <= docname);
    return row ? names[row[1]] : "";
  };

  /* Titles in Sphinx's index are HTML before Sphinx 9; a template is inert, so nothing in it runs. */
  const plain = (title) => (typeof _escapeHTML === "function" ? title
    : make("template", { innerHTML: title }).content.textContent);

  /* Sphinx's searchtools.js and searchindex.js; finds results, best first, as pages with sections. */
  const sphinx = async () => {
    await Promise.all([load(places.words), typeof Search === "undefined" ? load(places.tools) : null]);
    if (places.first) await load(places.first);
    await load(places.index);
    const { docnames, titles } = Search._index;
    const titleOf = new Map(docnames.map((name, number) => [name, titles[number]]));
    return (query) => {
      const marked = localStorage.getItem("sphinx_highlight_terms");
      const results = Search._performSearch(...Search._parseQuery(query)).reverse();
      /* Sphinx marks the words on the next page, but nothing has been chosen yet. */
      if (marked === null) localStorage.removeItem("sphinx_highlight_terms");
      else localStorage.setItem("sphinx_highlight_terms", marked);
      const found = new Map();
      for (const [docname, title, anchor, description] of results.slice(0, LIMIT)) {
        const page = titleOf.get(docname) || title;
        if (!found.has(docname)) found.set(docname, { page: plain(page), sections: [] });
        if (!anchor) continue;
        const name = title.startsWith(`${page} > `) ? title.slice(page.length + 3) : title;
        found.get(docname).sections.push({ name: plain(name), anchor, description: plain(description || "") });
      }
      return found;
    };
  };

  /* The first index that can be read; without any, the form leads to the search page. */
  const indexes = [docsnavTools.pagefind, sphinx].filter(Boolean);
  let divisions = null;
  let loaded = null;
  const find = async (query) => {
    divisions ??= load(places.divisions).catch(() => null);
    while (indexes.length) {
      const [first] = indexes;
      try {
        loaded ??= first(places);
        const search = await loaded;
        await divisions;
        return query ? await search(query) : new Map();
      } catch {
        if (indexes[0] === first) { indexes.shift(); loaded = null; }
      }
    }
    return null;
  };

  let chosen = -1;
  const options = () => [...list.querySelectorAll("a")];
  const option = (className, url, text, beside) => {
    const link = make("a", { className, href: url, id: `docsnav-found-${options().length}`, tabIndex: -1 });
    link.setAttribute("role", "option");
    link.append(make("span", { textContent: text }));
    if (beside) link.append(" ", make("small", { textContent: beside }));
    list.append(link);
  };
  const choose = (number) => {
    const all = options();
    chosen = all.length ? (number + all.length) % all.length : -1;
    all.forEach((link, at) => link.setAttribute("aria-selected", String(at === chosen)));
    if (chosen < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", all[chosen].id);
    return all[chosen].scrollIntoView({ block: "nearest" });
  };
  const show = async () => {
    const query = input.value.trim();
    const found = await find(query);
    if (query !== input.value.trim()) return; /* typed on while the index was loaded */
    list.replaceChildren();
    status.textContent = "";
    for (const [docname, { page, sections }] of found ?? []) {
      option("docsnav-found-page", address(docname, ""), page, divisionOf(docname));
      for (const { name, anchor, description } of sections) {
        option("docsnav-found-section", address(docname, anchor), name, description);
      }
    }
    input.setAttribute("aria-expanded", String(found?.size > 0));
    choose(0);
    if (query && found?.size === 0) status.textContent = places.nothing;
  };

  let timer = 0;
  input.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(show, 80); });
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing) return;
    choose(chosen + step);
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    const link = options()[chosen];
    if (!link) input.name = "q"; /* the search page reads this */
    else {
      event.preventDefault();
      link.click();
    }
  });
  list.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close(); });
  /* A browser would clear the field first. */
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.isComposing) dialog.close(); });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  addEventListener("pagehide", () => { input.name = "docsnav-query"; });

  /* What a reader has typed into the theme's own field, meanwhile too, goes on here. */
  window.docsnavSearch = (field) => {
    if (!dialog.isConnected) waiting = field;
    if (dialog.open || !dialog.isConnected) return;
    dialog.showModal();
    input.select();
    find("");
    if (!field?.value) return;
    input.value = field.value;
    field.value = "";
    show();
  };
  const style = make("link", { rel: "stylesheet", href: places.style });
  let waiting = null;
  const opened = () => { document.body.append(dialog); window.docsnavSearch(waiting); };
  style.addEventListener("load", opened);
  style.addEventListener("error", opened);
  document.head.append(style);
})();
