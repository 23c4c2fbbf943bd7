/* A dialog that searches the index of the build.
   docsnav.js loads this script when a reader opens the dialog for the first time; nothing else is
   requested, and nothing is sent. Titles and texts of pages are set as text, never as HTML. */
(() => {
  "use strict";
  /* The number of recent searches that are stored. */
  const RECENT_LIMIT = 5;
  const { places, make, pieces, address } = docsnavTools.results(document.querySelector("script#docsnav-search"));
  /* Sites on the same host share the storage. */
  const RECENT_KEY = `docsnav-searches ${new URL(places.root || ".", location.href).href}`;
  /* Return the recent searches without `query`, which is stored as the newest one. */
  const recent = (query) => {
    try {
      const queries = JSON.parse(localStorage.getItem(RECENT_KEY) || "[]").filter((each) => typeof each === "string" && each !== query);
      if (query) localStorage.setItem(RECENT_KEY, JSON.stringify([query, ...queries].slice(0, RECENT_LIMIT)));
      return queries.slice(0, RECENT_LIMIT);
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
      addFilters(index);
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
  const addFilters = (index) => {
    if (index.hasFilters) return;
    index.hasFilters = true;
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
  const addOption = (element) => {
    element.id = `docsnav-found-${options().length}`;
    element.tabIndex = -1;
    element.setAttribute("role", "option");
    group.append(element);
  };
  /* Begin a group of options with a label. */
  const beginGroup = (text) => {
    group = make("div", {}, make("p", { textContent: text, ariaHidden: "true" }));
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", text);
    list.append(group);
  };
  const addResult = (result, entry, number) => {
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
    addOption(link);
  };
  const addRecent = (query) => {
    const button = make("button", { type: "button", className: "docsnav-found-query", textContent: query });
    button.addEventListener("click", () => { input.value = query; input.focus(); show(); });
    addOption(button);
  };
  const choose = (number) => {
    const all = options();
    chosen = all.length && number !== undefined ? (number + all.length) % all.length : -1;
    all.forEach((link, at) => link.setAttribute("aria-selected", String(at === chosen)));
    if (chosen < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", all[chosen].id);
    return all[chosen].scrollIntoView({ block: "nearest" });
  };
  let requests = 0;
  const show = async () => {
    const query = input.value.trim();
    const number = ++requests;
    const found = await find(query && input.value, { ...chosenFilters });
    if (number !== requests) return; /* a later query or filter has been chosen */
    list.replaceChildren();
    group = list;
    let message = "";
    if (found?.results.length) {
      for (const result of found.results) result.entries.forEach((entry, at) => addResult(result, entry, at));
      message = found.nearest?.length ? `${places.nearest}: ${found.nearest.slice(0, 3).join(", ")}` : "";
    } else if (query && found) {
      message = places.nothing.replace("%s", query);
      if (found.similar.length) beginGroup(places.nearest);
      for (const result of found.similar) addResult(result, result.entries[0], 0);
    } else if (!query) {
      if (recent().length) beginGroup(places.recent);
      recent().forEach(addRecent);
      const suggested = (await loaded.catch(() => null))?.suggested ?? [];
      if (number !== requests) return;
      if (suggested.length) beginGroup(places.suggested);
      for (const [docname, title, division] of suggested) {
        addOption(make("a", { className: "docsnav-found-page", href: address(docname) }, title, ...(division === title ? [] : [make("small", { textContent: division })])));
      }
    }
    status.replaceChildren(...(message ? [make("span", { textContent: message })] : []));
    if (found?.results.length) status.append(make("span", { className: "docsnav-search-count", textContent: `${places.results}: ${options().length}` }));
    input.setAttribute("aria-expanded", String(options().length > 0));
    list.scrollTop = 0;
    list.dataset.query = query;
    choose(query && found?.results.length ? 0 : undefined);
  };

  let timer = 0;
  input.addEventListener("input", (event) => {
    clearTimeout(timer);
    if (!event.isComposing) timer = setTimeout(show, 20); /* an input method shows parts of words */
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
  /* By default, the first Escape clears the field. */
  dialog.addEventListener("keydown", (event) => { if (event.key === "Escape" && !event.isComposing) dialog.close(); });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  addEventListener("pagehide", () => { input.name = "docsnav-query"; });

  /* Open the dialog with the text that the reader has typed into the theme's field. */
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
  const openDialog = () => { document.body.append(dialog); window.docsnavSearch(waiting); };
  style.addEventListener("load", openDialog);
  style.addEventListener("error", openDialog);
  document.head.append(style);
})();
