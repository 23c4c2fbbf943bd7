/* A dialog that searches the index of the build.
   docsnav.js loads this script when a reader opens the dialog for the first time; nothing else is
   requested, and nothing is sent. Titles and texts are strangers' and only ever set as text. */
(() => {
  "use strict";
  const REMEMBERED = 5;
  const { places, make, pieces, address } = docsnavTools.results(document.querySelector("script#docsnav-search"));
  /* Other sites on the same host have other searches. */
  const RECENT = `docsnav-searches ${new URL(places.root || ".", location.href).href}`;
  const recent = (query) => {
    try {
      const before = JSON.parse(localStorage.getItem(RECENT) || "[]").filter((each) => typeof each === "string" && each !== query);
      if (query) localStorage.setItem(RECENT, JSON.stringify([query, ...before].slice(0, REMEMBERED)));
      return before.slice(0, REMEMBERED);
    } catch {
      return []; /* Storage may be forbidden; then nothing is remembered. */
    }
  };

  const input = make("input", { type: "search", name: "docsnav-query", placeholder: places.prompt || places.search, autocomplete: "off", spellcheck: false, enterKeyHint: "search" });
  const list = make("div", { id: "docsnav-found", className: "docsnav-found" });
  const status = make("p", { className: "docsnav-search-status" });
  const filters = make("div", { className: "docsnav-search-filters", hidden: true });
  const close = make("button", { type: "button", className: "docsnav-search-close", textContent: "×" });
  const form = make("form", { action: places.page }, input, close);
  const hint = (label, ...keys) => make("span", {}, ...keys.map((key) => make("kbd", { textContent: key })), ` ${label}`);
  const hints = make("p", { className: "docsnav-search-hints" }, hint(places.select, "↑", "↓"), hint(places.open, "↵"), hint(places.close, "Esc"));
  const dialog = make("dialog", { className: "docsnav-search" }, form, filters, status, list, hints);
  for (const [element, attributes] of [
    [input, { role: "combobox", "aria-label": places.search, "aria-controls": list.id, "aria-expanded": "false", "aria-autocomplete": "list" }],
    [list, { role: "listbox", "aria-label": places.results }],
    [status, { role: "status" }],
    [filters, { role: "group", "aria-label": places.search }],
    [close, { "aria-label": places.close }],
    [dialog, { "aria-label": places.search }],
  ]) for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);

  /* Without an index that can be read, the form leads to the search page. */
  let loaded = null;
  const find = async (query, options) => {
    try {
      loaded ??= docsnavTools.index(places);
      const index = await loaded;
      offer(index);
      return query ? await index.search(query, options) : null;
    } catch {
      return null;
    }
  };

  /* Filters: one kind of pages, and all versions. */
  const chosenFilters = { kind: "", every: false };
  const toggle = (label, isOn, change) => {
    const button = make("button", { type: "button", textContent: label });
    button.setAttribute("aria-pressed", String(isOn()));
    button.addEventListener("click", () => {
      change();
      for (const other of filters.children) other.docsnavUpdate();
      input.focus();
      show();
    });
    button.docsnavUpdate = () => button.setAttribute("aria-pressed", String(isOn()));
    filters.append(button);
  };
  const offer = (index) => {
    if (index.offered) return;
    index.offered = true;
    filters.replaceChildren();
    const kinds = [["p", places.pages], ["a", "API"], ["o", "Python"]].filter(([kind]) => index.kinds?.has(kind));
    for (const [kind, label] of kinds.length > 1 ? kinds : []) {
      toggle(label, () => chosenFilters.kind === kind, () => { chosenFilters.kind = chosenFilters.kind === kind ? "" : kind; });
    }
    if (index.others) toggle(places.every, () => chosenFilters.every, () => { chosenFilters.every = !chosenFilters.every; });
    filters.hidden = !filters.children.length;
  };

  let chosen = -1;
  let group = list;
  const options = () => [...list.querySelectorAll("[role=option]")];
  const add = (element) => {
    element.id = `docsnav-found-${options().length}`;
    element.tabIndex = -1;
    element.setAttribute("role", "option");
    group.append(element);
  };
  /* Begin a group of options with a label. */
  const label = (text) => {
    group = make("div", {}, make("p", { textContent: text, ariaHidden: "true" }));
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", text);
    list.append(group);
  };
  const option = (result, entry, number) => {
    const link = make("a", { className: number ? "docsnav-found-section" : "docsnav-found-page", href: address(result.docname) + entry.hash });
    const [method, ...route] = entry.page || !number ? (result.operation || "").split(" ") : [""];
    const line = make("span", { className: "docsnav-found-title" });
    if (method) line.append(make("b", { className: `docsnav-method docsnav-${method.toLowerCase()}`, textContent: method }), " ");
    if (entry.kind) line.append(make("i", { textContent: entry.kind }), " ");
    line.append(make("span", {}, ...pieces(entry.name)));
    link.append(line);
    const above = [result.path, entry.page ? "" : result.title, entry.page ? route.join(" ") : ""].filter(Boolean).join(" › ");
    if (above && !number) link.append(" ", make("small", { textContent: above }));
    if (entry.excerpt.length) link.append(" ", make(entry.code ? "code" : "span", { className: "docsnav-found-excerpt" }, ...pieces(entry.excerpt)));
    add(link);
  };
  const suggestion = (query) => {
    const button = make("button", { type: "button", className: "docsnav-found-query", textContent: query });
    button.addEventListener("click", () => { input.value = query; input.focus(); show(); });
    add(button);
  };
  const choose = (number) => {
    const all = options();
    chosen = all.length && number !== undefined ? (number + all.length) % all.length : -1;
    all.forEach((link, at) => link.setAttribute("aria-selected", String(at === chosen)));
    if (chosen < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", all[chosen].id);
    return all[chosen].scrollIntoView({ block: "nearest" });
  };
  let asked = 0;
  const show = async () => {
    const query = input.value.trim();
    const number = ++asked;
    const found = await find(query && input.value, { ...chosenFilters });
    if (number !== asked) return; /* typed on, or another filter chosen */
    list.replaceChildren();
    group = list;
    let said = "";
    if (found?.results.length) {
      for (const result of found.results) result.entries.forEach((entry, at) => option(result, entry, at));
      said = found.nearest?.length ? `${places.nearest}: ${found.nearest.slice(0, 3).join(", ")}` : "";
    } else if (query && found) {
      said = places.nothing.replace("%s", query);
      if (found.similar.length) label(places.nearest);
      for (const result of found.similar) option(result, result.entries[0], 0);
    } else if (!query) {
      if (recent().length) label(places.recent);
      recent().forEach(suggestion);
      const suggested = (await loaded.catch(() => null))?.suggested ?? [];
      if (number !== asked) return;
      if (suggested.length) label(places.suggested);
      for (const [docname, title, division] of suggested) {
        add(make("a", { className: "docsnav-found-page", href: address(docname) }, title, ...(division === title ? [] : [make("small", { textContent: division })])));
      }
    }
    status.replaceChildren(...(said ? [make("span", { textContent: said })] : []));
    if (found?.results.length) status.append(make("span", { className: "docsnav-search-count", textContent: `${places.results}: ${options().length}` }));
    input.setAttribute("aria-expanded", String(options().length > 0));
    list.scrollTop = 0;
    list.dataset.query = query;
    choose(query && found?.results.length ? 0 : undefined);
  };

  let timer = 0;
  input.addEventListener("input", (event) => {
    clearTimeout(timer);
    if (!event.isComposing) timer = setTimeout(show, 20); /* an input method shows half words */
  });
  input.addEventListener("compositionend", show);
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.isComposing) return;
    choose(chosen < 0 && step < 0 ? -1 : chosen + step);
    event.preventDefault();
  });
  form.addEventListener("submit", (event) => {
    const link = options()[chosen];
    recent(input.value.trim());
    if (!link) input.name = "q"; /* the search page reads this */
    else {
      event.preventDefault();
      link.click();
    }
  });
  list.addEventListener("click", (event) => {
    if (!event.target.closest("a")) return;
    recent(input.value.trim());
    dialog.close();
  });
  /* A browser would clear the field first. */
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.isComposing) dialog.close(); });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  addEventListener("pagehide", () => { input.name = "docsnav-query"; });

  /* What a reader has typed into the theme's own field, meanwhile too, goes on here. */
  window.docsnavSearch = (field) => {
    if (!dialog.isConnected) waiting = field;
    if (dialog.open || !dialog.isConnected) return;
    /* A theme's own search may have opened on the same key. */
    for (const other of document.querySelectorAll('dialog[open]:has(input[name="q"])')) other.close();
    dialog.showModal();
    input.select();
    if (field?.value) {
      input.value = field.value;
      field.value = "";
    }
    show();
  };
  const style = make("link", { rel: "stylesheet", href: places.style });
  let waiting = null;
  const opened = () => { document.body.append(dialog); window.docsnavSearch(waiting); };
  style.addEventListener("load", opened);
  style.addEventListener("error", opened);
  document.head.append(style);
})();
