/* Of the preview only: shows in an open page what has changed, and the messages about it. */
(() => {
  const script = document.currentScript;
  /* The id of the script, and the key of what is restored after the page is loaded again. */
  const NAME = "docsnav-preview";
  let served = null;
  let socket = null;

  /* The page as it is served now, without the changes of scripts. */
  const fetchPage = async () => {
    const response = await fetch(location.pathname + location.search, { cache: "no-store", headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const previewScript = page.querySelector(`script#${NAME}`);
    page.version = previewScript.dataset.version;
    previewScript.remove();
    await expand(page);
    return page;
  };

  /* Put the whole sidebars of large divisions into a page, as its scripts do when it is loaded. */
  let sidebars = new Map();
  const expand = async (page) => {
    const texts = new Map();
    for (const sidebarScript of page.querySelectorAll('script[src*="/docsnav-sidebar-"]')) {
      const url = new URL(sidebarScript.getAttribute("src"), location.href).href; // with the digest of the file
      texts.set(url, sidebars.get(url) || await (await fetch(url)).text());
      new Function("document", texts.get(url))(page);
      sidebarScript.removeAttribute("src");
    }
    sidebars = texts;
  };

  /* Elements that scripts set up when the page is loaded. If one is added or removed, the page is loaded
     again. */
  const SET_UP = "script, iframe, object, embed, canvas, dialog, form, input, select, textarea, button, pre, details, "
    + "video, audio, math, [contenteditable], [onclick], .mermaid, .math, "
    + "[data-docsnav-expand], [data-docsnav-zoom], [data-docsnav-shared]";
  const isPlain = (node) => node.nodeType !== Node.ELEMENT_NODE || !(node.matches(SET_UP) || node.querySelector(SET_UP));
  const isSameKind = (one, other) => one.nodeType === other.nodeType && one.nodeName === other.nodeName;
  const isCounterpart = (one, other) => isSameKind(one, other) && (one.nodeType !== Node.ELEMENT_NODE || one.id === other.id);
  const isSheet = (node) => node.nodeName === "LINK" && node.rel === "stylesheet";

  /* Return the nodes of the open page for the children of `old`; scripts may have added others. */
  const findNodes = (live, old) => {
    const liveNodes = [];
    let next = live.firstChild;
    for (const node of old.childNodes) {
      while (next && !(isCounterpart(next, node) && (next.nodeType === Node.ELEMENT_NODE || next.data === node.data))) next = next.nextSibling;
      if (!next) throw new Error("a script has changed this part");
      liveNodes.push(next);
      next = next.nextSibling;
    }
    return liveNodes;
  };

  /* Add to `steps` the changes that make `fresh` of `live`, which was made of `old`; throw if they are not
     safe. */
  const plan = (live, old, fresh, steps) => {
    if (old.isEqualNode(fresh)) return;
    if (old.nodeType !== Node.ELEMENT_NODE) {
      steps.push(() => { live.data = fresh.data; });
      return;
    }
    if (old.nodeName === "SCRIPT") throw new Error("a script has changed");
    if (isSheet(old)) {
      steps.push(() => renewSheet(live, fresh));
      return;
    }
    for (const name of new Set([...old.getAttributeNames(), ...fresh.getAttributeNames()])) {
      const value = fresh.getAttribute(name);
      if (old.getAttribute(name) === value) continue;
      if (/^on/i.test(name)) throw new Error("a handler has changed");
      steps.push(() => { if (value === null) live.removeAttribute(name); else live.setAttribute(name, value); });
    }
    const before = [...old.childNodes];
    const after = [...fresh.childNodes];
    let start = 0;
    while (start < Math.min(before.length, after.length) && before[start].isEqualNode(after[start])) start += 1;
    let end = 0;
    while (end < Math.min(before.length, after.length) - start
      && before[before.length - 1 - end].isEqualNode(after[after.length - 1 - end])) end += 1;
    const removed = before.slice(start, before.length - end);
    const added = after.slice(start, after.length - end);
    if (!removed.length && !added.length) return;
    const liveNodes = findNodes(live, old);
    const pairs = align(removed, added);
    for (const [index, partner] of pairs) plan(liveNodes[start + index], removed[index], added[partner], steps);
    const keptNodes = new Map([...pairs].map(([index, partner]) => [partner, liveNodes[start + index]]));
    removed.forEach((node, index) => {
      if (pairs.has(index)) return;
      if (!isPlain(node) || !isPlain(liveNodes[start + index])) throw new Error("a script has set up a part that is removed");
      steps.push(() => liveNodes[start + index].remove());
    });
    let anchor = liveNodes[before.length - end] || null;
    if (!anchor && liveNodes.length) anchor = liveNodes[liveNodes.length - 1].nextSibling;
    for (let index = added.length - 1; index >= 0; index -= 1) {
      if (keptNodes.has(index)) {
        anchor = keptNodes.get(index);
        continue;
      }
      if (!isPlain(added[index])) throw new Error("a script must set up a part that is added");
      const node = document.importNode(added[index], true);
      const reference = anchor;
      steps.push(() => live.insertBefore(node, reference));
      anchor = node;
    }
  };

  /* Pair removed nodes with the added nodes in their place, in order: a map from index to index. */
  const align = (removed, added) => {
    const pairs = new Map();
    let next = 0;
    removed.forEach((node, index) => {
      let match = added.findIndex((other, at) => at >= next && other.isEqualNode(node));
      if (match < 0 && removed.length === added.length) match = index >= next && isSameKind(node, added[index]) ? index : -1;
      if (match < 0 && removed.length !== added.length) {
        const rest = removed.slice(index + 1);
        match = added.findIndex((other, at) => at >= next && isCounterpart(node, other) && !rest.some((later) => later.isEqualNode(other)));
        if (node.nodeType !== Node.ELEMENT_NODE) match = -1;
      }
      if (match >= 0) {
        pairs.set(index, match);
        next = match + 1;
      }
    });
    return pairs;
  };

  const renewSheet = (live, fresh) => {
    const link = document.importNode(fresh, true);
    link.addEventListener("load", () => live.remove());
    link.addEventListener("error", () => live.remove());
    live.after(link);
  };

  /* A page that cannot be changed in place is loaded again; what was open and filled in is restored. */
  const path = (node) => {
    const steps = [];
    for (let at = node; at && at !== document.documentElement; at = at.parentElement) {
      if (at.id) return [`#${CSS.escape(at.id)}`, ...steps].join(" > ");
      steps.unshift(`${CSS.escape(at.localName)}:nth-child(${[...at.parentElement.children].indexOf(at) + 1})`);
    }
    return steps.join(" > ");
  };
  const reload = () => {
    const state = { page: location.pathname, x: scrollX, y: scrollY, folds: [], fields: [], focus: "" };
    for (const fold of document.querySelectorAll("details")) state.folds.push([path(fold), fold.open]);
    /* An address is remembered for its API; after an edit, the page may show another one. */
    for (const field of document.querySelectorAll("input:not([type=password], [type=file], [type=url]), textarea, select")) {
      state.fields.push([path(field), field.value, field.checked]);
    }
    if (document.activeElement && document.activeElement !== document.body) state.focus = path(document.activeElement);
    try { sessionStorage.setItem(NAME, JSON.stringify(state)); } catch { /* storage may be forbidden; then nothing is restored */ }
    location.reload();
  };
  const find = (selector) => { try { return document.querySelector(selector); } catch { return null; } };
  const restore = () => {
    let state = null;
    try {
      state = JSON.parse(sessionStorage.getItem(NAME));
      sessionStorage.removeItem(NAME);
    } catch { /* nothing was stored */ }
    if (!state || state.page !== location.pathname) return;
    for (const [selector, open] of state.folds) {
      const fold = find(selector);
      if (fold) fold.open = open;
    }
    for (const [selector, value, checked] of state.fields) {
      const field = find(selector);
      if (!field || (field.value === value && field.checked === checked)) continue;
      if (field.type === "checkbox" || field.type === "radio") field.checked = checked;
      else field.value = value;
      field.dispatchEvent(new Event(field.type === "radio" || field.type === "checkbox" ? "change" : "input", { bubbles: true }));
    }
    const focused = state.focus && find(state.focus);
    if (focused) focused.focus({ preventScroll: true });
    scrollTo({ left: state.x, top: state.y, behavior: "instant" });
  };

  /* One change after the other; of several that wait, the last one is enough. */
  let busy = false;
  let again = false;
  const refresh = async () => {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    try {
      do {
        again = false;
        let fresh = null;
        try {
          fresh = await fetchPage();
        } catch {
          break; // the server has stopped: connecting again tries anew
        }
        const steps = [];
        if (!served && fresh.version !== script.dataset.version) throw new Error("saved while the page was loaded");
        if (served) plan(document.documentElement, served.documentElement, fresh.documentElement, steps);
        for (const step of steps) step();
        served = fresh;
        if (steps.length) dispatchEvent(new Event("resize")); // scroll marks of themes measure anew
      } while (again);
    } catch (error) {
      console.debug(`the preview loads the page again: ${error.message}`);
      reload();
    } finally {
      busy = false;
    }
  };

  const STYLE = `
    :host { all: initial; }
    * { box-sizing: border-box; }
    section { position: fixed; inset: auto 0 0 0; max-height: 40vh; overflow: auto; z-index: 2147483646;
      background: #1b1f24; color: #f0f3f6; border-top: 4px solid #ff6a69; font: 15px/1.5 system-ui, sans-serif; padding: 12px 20px 44px; }
    section[data-level=warning] { border-top-color: #f0b72f; }
    header { display: flex; gap: 16px; align-items: baseline; justify-content: space-between; }
    h2 { font-size: 16px; margin: 0; }
    ul { list-style: none; margin: 8px 0 0; padding: 0; }
    li { margin: 0 0 14px; overflow-wrap: anywhere; }
    p { margin: 0; }
    .place, a { color: #9ecbff; font-family: ui-monospace, monospace; font-size: 13px; }
    .hint { color: #c9d1d9; }
    pre { margin: 6px 0 0; padding: 6px 0; background: #0d1117; overflow-x: auto; font: 13px/1.5 ui-monospace, monospace; }
    pre span { display: block; padding: 0 10px; min-width: max-content; }
    pre .at { background: #5c1f24; }
    button { font: inherit; font-size: 14px; color: inherit; background: #30363d; border: 1px solid #8b949e; border-radius: 6px; padding: 2px 12px; cursor: pointer; }
    button:focus-visible, a:focus-visible { outline: 2px solid #9ecbff; outline-offset: 2px; }
    aside { position: fixed; right: 12px; bottom: 8px; z-index: 2147483647; display: flex; gap: 8px; color: #f0f3f6; font: 13px/1.6 system-ui, sans-serif; }
    aside button { font-size: 13px; background: #1b1f24; }
    aside .pill { border-radius: 99px; border-color: #f0b72f; }
    aside .pill[data-level=error] { border-color: #ff6a69; }
    output { background: #1b1f24; border: 1px solid #8b949e; border-radius: 6px; padding: 2px 10px; }
    output:empty, [hidden] { display: none; }
    @media print { section, aside { display: none; } }`;
  const host = document.createElement("div");
  const root = host.attachShadow({ mode: "open" });
  const make = (name, text = "", kind = "") => {
    const element = document.createElement(name);
    element.textContent = text;
    if (kind) element.className = kind;
    return element;
  };
  const progress = make("output");
  const pill = make("button", "", "pill");
  pill.hidden = true;
  const status = make("aside");
  status.setAttribute("aria-label", "Preview");
  status.append(progress, pill);
  if ("anew" in script.dataset) {
    const button = make("button", "Rebuild everything");
    button.addEventListener("click", () => {
      if (socket?.readyState !== WebSocket.OPEN) return;
      socket.send(JSON.stringify({ do: "build anew" }));
      progress.textContent = "Rebuilding everything";
    });
    status.append(button);
  }
  const news = make("div");
  news.setAttribute("role", "alert");
  root.append(make("style", STYLE), news, status);
  /* Errors are open until they are hidden, warnings closed until they are opened. */
  let hidden = "";
  let opened = false;
  let current = [];

  const placeOf = (fault) => {
    const text = [fault.file, fault.line, fault.line && fault.column].filter(Boolean).join(":");
    const editor = script.dataset.editor;
    if (!editor || !fault.path) return make("p", text, "place");
    const link = make("a", text);
    const values = { path: encodeURI(fault.path), line: fault.line || 1, column: fault.column || 1 };
    link.href = editor.replace(/\{(path|line|column)\}/g, (_, name) => values[name]);
    return link;
  };
  const item = (fault) => {
    const entry = make("li");
    entry.append(placeOf(fault), make("p", `${fault.level === "error" ? "Error" : "Warning"}: ${fault.message}`));
    if (fault.hint) entry.append(make("p", fault.hint, "hint"));
    if (fault.excerpt.length) {
      const code = make("pre");
      code.tabIndex = 0;
      for (const [number, text] of fault.excerpt) code.append(make("span", `${number}  ${text}`, number === fault.line ? "at" : ""));
      entry.append(code);
    }
    return entry;
  };
  const describeCounts = (faults) => {
    const errors = faults.filter((fault) => fault.level === "error").length;
    const count = (number, word) => (number ? [`${number} ${word}${number === 1 ? "" : "s"}`] : []);
    return [...count(errors, "error"), ...count(faults.length - errors, "warning")].join(", ");
  };
  /* The newest message is first. What is not in the panel is counted in the pill. */
  const show = (faults) => {
    current = faults;
    const isError = (fault) => fault.level === "error";
    const errors = JSON.stringify(faults.filter(isError));
    if (!faults.some((fault) => !isError(fault))) opened = false;
    const isOpen = (fault) => (isError(fault) ? hidden !== errors : opened);
    const open = faults.filter(isOpen);
    const closed = faults.filter((fault) => !isOpen(fault));
    pill.hidden = !closed.length;
    pill.textContent = describeCounts(closed);
    pill.dataset.level = closed.some(isError) ? "error" : "warning";
    const openText = JSON.stringify(open);
    if (news.dataset.faults === openText) return;
    news.dataset.faults = openText;
    news.replaceChildren();
    if (!open.length) return;
    const panel = make("section");
    panel.dataset.level = open.some(isError) ? "error" : "warning";
    panel.setAttribute("aria-label", "Messages of the preview");
    const head = make("header");
    const close = make("button", "Hide");
    const hide = () => {
      hidden = errors;
      opened = false;
      show(current);
      pill.focus();
    };
    close.addEventListener("click", hide);
    panel.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
    head.append(make("h2", describeCounts(open)), close);
    const list = make("ul");
    list.append(...open.map(item));
    panel.append(head, list);
    news.append(panel);
  };
  pill.addEventListener("click", () => {
    hidden = "";
    opened = true;
    show(current);
    news.querySelector("button").focus();
  });

  const connect = () => {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/websocket-reload`);
    socket.onopen = () => socket.send(JSON.stringify({ page: decodeURIComponent(location.pathname) }));
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.kind === "page") refresh();
      else if (message.kind === "faults") show(message.faults);
      else if (message.kind === "progress") progress.textContent = message.text;
    };
    socket.onclose = () => setTimeout(connect, 1000);
  };
  addEventListener("load", () => {
    document.body.append(host);
    restore();
    connect();
  });
})();
