/* Pages of an API: copy buttons, all folds at once, the server and the credentials of the samples.
   Pages work without this; nothing is sent anywhere. */
(() => {
  "use strict";
  const FOLDS = "docsnav-endpoint-folds";
  /* The address of the folder with this script: other sites on the same host have other folders. */
  const SITE = (document.currentScript?.src || location.href).split(/[?#]/)[0].replace(/[^/]*$/, "");
  const recall = (key) => { try { return sessionStorage.getItem(key) || ""; } catch { return ""; } };
  const remember = (key, value) => { try { sessionStorage.setItem(key, value); } catch { /* storage is off */ } };
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const copy = async (text) => {
    try { await navigator.clipboard.writeText(text); } catch {
      const area = make("textarea", { value: text, className: "docsnav-offscreen" });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
  };
  const SHEETS = "M9 9h11v11H9zM5 15H4V4h11v1";
  const TICK = "M5 12.5 10 17 19 7";
  const copyButton = (labels, textOf) => {
    const button = make("button", { type: "button", className: "docsnav-copy" });
    button.innerHTML = '<svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.75" aria-hidden="true"><path/></svg>';
    const show = (label, drawing) => {
      button.title = button.ariaLabel = label;
      button.querySelector("path").setAttribute("d", drawing);
    };
    button.addEventListener("click", async () => {
      await copy(textOf());
      show(labels.copied, TICK);
      setTimeout(show, 1500, labels.copy, SHEETS);
    });
    show(labels.copy, SHEETS);
    return button;
  };
  const addCopyButtons = (page, labels) => {
    for (const box of page.querySelectorAll(".docsnav-endpoint-samples pre")) {
      const around = box.parentElement;
      if (around.querySelector("button") || around.parentElement.querySelector(":scope > button")) continue;
      around.classList.add("docsnav-copied");
      around.append(copyButton(labels, () => box.textContent.trimEnd()));
    }
    for (const bar of page.querySelectorAll(".docsnav-endpoint-bar")) {
      const path = bar.querySelector(".docsnav-endpoint-path");
      if (path) bar.append(copyButton(labels, () => path.textContent));
    }
  };

  const addFoldButtons = (page, labels) => {
    const bar = page.querySelector(".docsnav-endpoint-folds");
    const apply = (state) => {
      for (const fold of page.querySelectorAll(".docsnav-endpoint-text :is(.docsnav-schema, .docsnav-variant)")) fold.open = state === "open";
    };
    if (!bar) return;
    if (recall(FOLDS)) apply(recall(FOLDS));
    for (const [state, label] of [["open", labels.expand], ["closed", labels.collapse]]) {
      const button = make("button", { type: "button", textContent: label });
      button.addEventListener("click", () => { apply(state); remember(FOLDS, state); });
      bar.append(button);
    }
  };

  /* What readers fill in, as the strings of each language are written: no character of it ends the
     string. A header is ASCII without control characters, so these few are left. */
  const QUOTINGS = {
    double: (text) => text.replace(/["\\]/g, (sign) => `\\${sign}`),
    dollar: (text) => text.replace(/["\\$]/g, (sign) => `\\${sign}`),
    single: (text) => text.replace(/['\\]/g, (sign) => `\\${sign}`),
    shell: (text) => text.replaceAll("'", () => "'\\''"),
    powershell: (text) => text.replaceAll("'", "''"),
    plain: (text) => text,
  };
  const percent = (text) => encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  const header = (text) => text.replace(/[\x00-\x1f\x7f]+/g, " ").trim().replace(/[^\x00-\x7f]+/g, encodeURIComponent);
  const PLACES = { query: percent, header, cookie: (text) => header(text).replaceAll(";", "%3B") };
  const address = (text) => text.replace(/[^\w.~:/?#[\]@!&()*+,;=%{}-]+/g, percent);
  /* In a sample of the author's it is not known what a character would do. */
  const filledIn = (quoting, place, text) => {
    if (quoting) return QUOTINGS[quoting](PLACES[place](text));
    return /^[\w.~-]+$/.test(text) ? text : "";
  };

  /* The text of a block, in pieces that keep their colours. */
  const piecesOf = (block) => {
    const nodes = [];
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return { nodes, original: nodes.map(({ data }) => data), texts: [] };
  };
  /* Replace the characters between two positions of the whole text by others, in the piece in which
     the first of them is. */
  const splice = (texts, from, to, replacement) => {
    let at = 0;
    let rest = replacement;
    texts.forEach((text, number) => {
      const [start, end] = [from - at, to - at].map((place) => Math.min(Math.max(place, 0), text.length));
      const holds = rest !== null && (from - at < text.length || number === texts.length - 1);
      texts[number] = text.slice(0, start) + (holds ? rest : "") + text.slice(end);
      if (holds) rest = null;
      at += text.length;
    });
  };
  const replace = (texts, word, replacement) => {
    const text = texts.join("");
    for (let at = text.lastIndexOf(word); word && at >= 0; at = at ? text.lastIndexOf(word, at - 1) : -1) splice(texts, at, at + word.length, replacement);
  };

  const addChoosers = (page, labels) => {
    const samples = page.querySelector(".docsnav-endpoint-samples");
    if (!samples?.querySelector("pre")) return;
    const servers = JSON.parse(samples.dataset.docsnavServers);
    const { security = [], bodies = [], samples: requests = [] } = JSON.parse(samples.dataset.docsnavChoices || "{}");
    const blocks = [...samples.querySelectorAll("pre")].map(piecesOf);
    /* Servers, credentials and bodies are remembered for one specification of one site: no other
       one may get them. A page that does not say which API it shows remembers none of them. */
    const { docsnavApi: api } = samples.dataset;
    const keyOf = (...parts) => ["docsnav-endpoint", SITE, api, ...parts].join(" ");
    const recallOfApi = (...parts) => (api ? recall(keyOf(...parts)) : "");
    const rememberOfApi = (value, ...parts) => { if (api) remember(keyOf(...parts), value); };
    const secrets = Object.fromEntries(security.flatMap(({ fields }) => fields).map(([label]) => [label, recallOfApi("secret", label)]));
    const saved = recallOfApi("server");
    let server = servers.includes(saved) || saved.startsWith("http") ? saved : "";
    let securityIndex = Math.max(0, security.findIndex(({ label }) => label === recallOfApi("security")));
    let bodyIndex = Math.max(0, bodies.indexOf(recallOfApi("body")));
    const write = () => {
      blocks.forEach((block, number) => {
        const [quoting, ...others] = requests[number] || [];
        block.texts = [...block.original];
        const other = others[bodyIndex * Math.max(1, security.length) + securityIndex - 1];
        if (other) splice(block.texts, ...other);
        if (server && servers[0]) replace(block.texts, servers[0], address(server));
        if (number < requests.length) {
          for (const [label, place, placeholder] of security[securityIndex]?.fields || []) {
            const text = filledIn(quoting, place, secrets[label] || "");
            if (text) for (const word of [placeholder, encodeURIComponent(placeholder)]) replace(block.texts, word, text);
          }
        }
        block.nodes.forEach((node, at) => { if (node.data !== block.texts[at]) node.data = block.texts[at]; });
      });
    };
    const row = make("div", { className: "docsnav-endpoint-choosers" });
    if (servers.length) {
      const list = make("datalist", { id: "docsnav-servers" }, ...servers.map((value) => make("option", { value })));
      const input = make("input", { type: "url", dir: "ltr", value: server || servers[0], spellcheck: false });
      input.setAttribute("list", list.id);
      input.addEventListener("input", () => {
        server = input.value.trim().replace(/\/+$/, "");
        rememberOfApi(server === servers[0] ? "" : server, "server");
        write();
      });
      row.append(make("label", {}, `${labels.server} `, input), list);
    }
    /* A field for each credential of the chosen alternative, named where there are several. */
    const fields = new Map(security.flatMap((alternative) => alternative.fields).map(([label, , placeholder]) => [label, placeholder]));
    const rows = [...fields].map(([label, placeholder]) => {
      const input = make("input", { type: "password", dir: "ltr", placeholder, autocomplete: "off", value: secrets[label] });
      input.dataset.docsnavCredential = label;
      input.addEventListener("input", () => {
        secrets[label] = input.value.trim();
        rememberOfApi(secrets[label], "secret", label);
        write();
      });
      return [label, make("label", {}, `${fields.size > 1 ? label : labels.credential} `, input)];
    });
    const show = () => {
      for (const [label, field] of rows) field.hidden = !security[securityIndex].fields.some(([name]) => name === label);
    };
    const menu = (label, names, at, key, choose) => {
      const choice = make("select", {}, ...names.map((name, value) => make("option", { value, textContent: name || labels.nothing })));
      choice.value = at;
      choice.addEventListener("input", () => {
        choose(Number(choice.value));
        rememberOfApi(names[choice.value], key);
        show();
        write();
      });
      row.append(make("label", {}, `${label} `, choice));
    };
    if (bodies.length > 1) menu(labels.body, bodies, bodyIndex, "body", (at) => { bodyIndex = at; });
    if (security.length > 1) menu(labels.authorization, security.map(({ label }) => label), securityIndex, "security", (at) => { securityIndex = at; });
    if (rows.length) { row.append(...rows.map(([, field]) => field)); show(); }
    if (row.childElementCount) samples.querySelector("summary").after(row);
    write();
  };

  /* Fields that the page of a schema shows open in their place. From a disk no page can be read:
     there, and wherever else it fails, the link leads to them. */
  const openInPlace = async (event) => {
    const link = event.target.closest(".docsnav-schema-link a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || location.protocol === "file:") return;
    if (link.origin !== location.origin || link.pathname === location.pathname) return;
    event.preventDefault();
    try {
      const answer = await fetch(link.href);
      const other = new DOMParser().parseFromString(answer.ok ? await answer.text() : "", "text/html");
      const parts = [...other.querySelectorAll(".docsnav-endpoint-text > :is(.docsnav-fields, .docsnav-one-of)")];
      if (!parts.length) throw new Error(link.href);
      for (const element of parts.flatMap((part) => [part, ...part.querySelectorAll("*")])) {
        element.removeAttribute("id");
        if (element.hasAttribute("href")) element.href = new URL(element.getAttribute("href"), answer.url).href;
      }
      const summary = make("summary", { textContent: link.textContent });
      const fold = make("details", { className: "docsnav-schema", open: true }, summary, ...parts);
      const line = link.closest("p");
      if (line.querySelectorAll("a").length > 1) line.after(fold); else line.replaceWith(fold);
      summary.focus();
    } catch { location.href = link.href; }
  };

  const start = () => {
    const page = document.querySelector(".docsnav-endpoint");
    if (!page) return;
    const labels = { copy: "Copy", copied: "Copied", expand: "Expand all", collapse: "Collapse all", server: "Server", credential: "Credential", authorization: "Authorization", nothing: "No authorization is needed.", body: "Request body", ...JSON.parse(page.dataset.docsnavWords || "{}") };
    for (const samples of document.querySelectorAll(".docsnav-endpoint-samples > details")) {
      if (innerWidth < 640) samples.open = false;
      samples.dataset.docsnavReady = "";
    }
    document.addEventListener("click", openInPlace);
    /* On the page with all endpoints, samples are as they are: each endpoint has a page of its own. */
    if (page.closest(".docsnav-listed-endpoint")) return;
    addFoldButtons(page, labels);
    addChoosers(page, labels);
    if (document.readyState === "complete") addCopyButtons(page, labels);
    else addEventListener("load", () => addCopyButtons(page, labels));
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();
})();
