/* Our index for the search dialog and the search page: loads its files as scripts, so that they
   open from a disk, too, and makes results of what the engine finds. */
docsnavTools.index = async (places) => {
  "use strict";
  const WINDOW = 150; /* characters of an excerpt */
  const LONGEST = 200; /* of one sentence */
  const BEFORE = 40;
  const SENTENCE = /(?<=[.!?]["')\]”’»]*\s)(?=[^\p{Ll}])|(?<=[。！？])/u;
  const NEAR = 3; /* pages that are offered without a result */
  const waiting = new Map();
  const loaded = new Map();
  /* A file in another folder has the name of one in this. */
  window.docsnavIndex = (name, data) => waiting.get(document.currentScript?.dataset.docsnavName ?? name)?.(data);
  const read = (name) => {
    if (!loaded.has(name)) {
      loaded.set(name, new Promise((resolve, reject) => {
        waiting.set(name, resolve);
        const script = document.createElement("script");
        script.onload = () => { script.remove(); reject(new Error(name)); }; /* too late, if it was there */
        script.onerror = () => { script.remove(); loaded.delete(name); reject(new Error(name)); };
        script.dataset.docsnavName = name;
        script.src = `${places.folder}/${name.split("/").map(encodeURIComponent).join("/")}.js`;
        document.head.append(script);
      }));
    }
    return loaded.get(name);
  };
  const engine = docsnavTools.engine(read);
  /* The page of the reader, by its address, as the index names it. */
  const decode = (path) => { try { return decodeURI(path); } catch { return path; } }; /* a missing page may have any address */
  const here = decode(location.pathname).slice(decode(new URL(places.root || ".", location.href).pathname).length);
  const reader = (places.suffix && here.endsWith(places.suffix) ? here.slice(0, -places.suffix.length) : here).replace(/(^|\/)(index\.html)?$/, "");
  const own = await engine.open(places.directory, reader);
  const labels = new Map(own.others);

  /* Texts are marked again for each key. */
  const divided = new Map();
  const wordsOf = (token) => {
    if (!divided.has(token)) divided.set(token, engine.words(token));
    return divided.get(token);
  };
  /* The part of a text around the words that were found, as [text, whether it is marked] pairs. */
  const marked = (text, marks) => {
    const spans = [];
    for (const found of text.matchAll(engine.TOKEN)) {
      const [token] = found;
      const pairs = engine.UNSPACED_START.test(token);
      if (!pairs && wordsOf(token).some((word) => marks.has(word))) spans.push([found.index, found.index + token.length]);
      for (let at = 0; pairs && at < token.length; at++) {
        if (!marks.has(token.slice(at, at + 2)) && !(token.length === 1 && marks.has(token))) continue;
        const last = spans.at(-1);
        const from = found.index + at;
        const end = Math.min(from + 2, found.index + token.length);
        if (last && last[1] >= from) last[1] = end;
        else spans.push([from, end]);
      }
    }
    return spans;
  };
  /* A text as [text, whether it is marked] pairs; `spans` are the marks. */
  const pairs = (text, spans, start = 0, end = text.length) => {
    const parts = [[start ? "… " : "", false]];
    let at = start;
    for (const [from, to] of spans) {
      if (from < at || to > end) continue;
      parts.push([text.slice(at, from), false], [text.slice(from, to), true]);
      at = to;
    }
    parts.push([text.slice(at, end), false], [end < text.length ? " …" : "", false]);
    return parts.filter(([part]) => part);
  };
  /* Of a sentence that is too long, the part with the marks, between spaces. */
  const cut = (text, spans) => {
    if (text.length <= LONGEST) return pairs(text, spans);
    const best = spans[0]?.[0] ?? 0;
    let start = best > WINDOW - BEFORE ? text.indexOf(" ", best - BEFORE) + 1 || best : 0;
    if (start > best) start = best;
    const space = text.lastIndexOf(" ", start + WINDOW);
    return pairs(text, spans, start, start + WINDOW >= text.length ? text.length : space > best ? space : start + WINDOW);
  };
  /* The sentences of a text with most of the words that were found, or else its first ones; a line
     of code only if no sentence has them. */
  const excerpt = (text, marks) => {
    const units = text.split("\n").flatMap((block) => (block[0] === "`" ? [{ text: block.slice(1), code: true }]
      : block.split(SENTENCE).map((sentence) => ({ text: sentence.trim(), code: false }))));
    let best = 0;
    let most = -1;
    units.forEach((unit, number) => {
      unit.spans = marked(unit.text, marks);
      const words = new Set(unit.spans.map((span) => unit.text.slice(...span).toLowerCase())).size;
      const rank = words * 2 + (unit.code ? 0 : 1);
      if (rank > most) { most = rank; best = number; }
    });
    if (!units[best]?.text) return { parts: [], code: false };
    const parts = cut(units[best].text, units[best].spans);
    let size = units[best].text.length;
    for (let at = best + 1; !units[best].code && at < units.length && !units[at].code; at++) {
      size += units[at].text.length;
      if (size > WINDOW) break;
      parts.push([/[.!?:。！？]$/.test(units[at - 1].text) ? " " : " · ", false], ...pairs(units[at].text, units[at].spans));
    }
    return { parts, code: units[best].code };
  };
  /* A browser shows the text of a fragment in color and scrolls to it. */
  const fragment = (parts) => {
    const first = parts.find(([, mark]) => mark);
    return first ? `:~:text=${encodeURIComponent(first[0]).replaceAll("-", "%2D")}` : "";
  };
  const result = async (row, marks) => {
    const page = await engine.text(row.docname);
    const title = page.entries[0][1];
    return {
      docname: row.docname,
      title,
      path: [labels.get(row.index.name), page.path].filter(Boolean).join(" › "),
      operation: page.operation,
      entries: await Promise.all(engine.shown(row).map(async ({ entry }) => {
        const [anchor, name, kind, text] = await engine.entryOf(row.docname, entry);
        const { parts, code } = excerpt(text, marks);
        const found = pairs(name, marked(name, marks));
        const hash = anchor ? `#${encodeURIComponent(anchor)}` : "";
        const plain = !kind && !found.some(([, mark]) => mark) ? fragment(parts) : "";
        return { name: found, kind, hash: plain ? `${hash || "#"}${plain}` : hash, excerpt: parts, code, page: !entry };
      })),
    };
  };

  const search = async (query, { limit = 8, every = false, kind = "" } = {}) => {
    const indexes = [own];
    if (every) {
      const names = own.others.filter(([, , language]) => language === own.language).map(([name]) => name);
      indexes.push(...await Promise.all(names.map((name) => engine.open(name))));
    }
    /* Those of the reader's version come first, whatever others have; then as docs.json lists them. */
    const share = indexes.length > 1 ? Math.max(2, Math.ceil(limit / (indexes.length - 1))) : 0;
    const rows = [];
    const seen = new Set();
    const marks = new Set();
    const nearest = new Set();
    for (const index of indexes) {
      const most = index === own ? limit : share;
      const fits = (row) => !seen.has(row.docname) && (!kind || row.kind === kind);
      const { rows: found, nearest: near, marks: words } = await engine.search(index, query, limit, fits);
      found.forEach((row) => seen.add(row.docname));
      rows.push(...(await engine.sorted(found, query, words)).slice(0, most));
      near.forEach((word) => nearest.add(word));
      words.forEach((word) => marks.add(word));
    }
    const results = await Promise.all(rows.map((row) => result(row, marks)));
    /* Without a result, the pages with the most similar words of the site. */
    const near = new Map();
    for (const word of results.length ? [] : await engine.similar(own, query)) {
      const { rows: found, marks: words } = await engine.search(own, word, 1);
      for (const row of found) if (!near.has(row.docname)) near.set(row.docname, await result(row, new Set(words)));
    }
    return { results, nearest: [...nearest], similar: [...near.values()].slice(0, NEAR) };
  };
  return { search, suggested: own.suggested, others: own.others.some(([, , language]) => language === own.language), kinds: new Set(own.kinds.toLowerCase()) };
};
/* What the dialog and the search page make results with. */
docsnavTools.results = (data) => {
  "use strict";
  /* A page has only what differs from these. */
  const defaults = {
    root: "", suffix: "", search: "Search", close: "Close", pages: "Pages", recent: "Recent searches",
    every: "All versions", nearest: "Similar words", results: "Results", nothing: "No results for “%s”",
    suggested: "Suggested pages", select: "Select", open: "Open",
  };
  const places = { ...defaults, ...JSON.parse(data.textContent) };
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };
  const pieces = (parts) => parts.map(([text, mark]) => (mark ? make("mark", { textContent: text }) : text));
  const address = (docname) => {
    const folder = `${docname}/`.replace(/(^|\/)index\/$/, "$1");
    const path = places.suffix ? docname + places.suffix : folder;
    return places.root + path.split("/").map(encodeURIComponent).join("/");
  };
  return { places, make, pieces, address };
};
