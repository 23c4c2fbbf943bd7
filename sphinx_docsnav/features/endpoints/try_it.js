/* "Try it": a form for the request of an endpoint page, which the reader's browser sends. What is
   filled in stays in the form: nothing is stored. An answer is shown as text, and nothing in it runs.
   The rules by which values are written are those of serialization.py. */
(() => {
  "use strict";
  const TEXTS = {
    send: "Send",
    cancel: "Cancel",
    sending: "Sending …",
    download: "Download",
    user: "User name",
    password: "Password",
    lines: "JSON, or one value per line",
    invalid: "This is not valid JSON.",
    address: "The address must begin with https:// or http://.",
    direct: "Your browser sends this straight to the server. Credentials stay in this tab.",
    proxied: "Your browser sends this through {proxy}. Credentials stay in this tab.",
    blocked: "Browsers do not let a page send: {names}. The samples do.",
    cors: "The server answers, but it does not allow requests from {origin} (CORS, Access-Control-Allow-Origin). Use the samples, which need no permission, or allow this origin on the server.",
    down: "No response: the server is down, or its name is unknown. Check the address and your connection.",
    late: "No response within {seconds} seconds. Try again later.",
    missing: "Fill in: {names}.",
    file: "Few servers allow requests from local files. Open this page from a web server.",
    mixed: "Pages loaded over https cannot send requests to http addresses. Use the samples, or an https address.",
  };
  /* The letters of a response that are shown; the seconds after which a request is given up. */
  const LIMIT = 200000;
  const TIMEOUT = 60;
  const PICTURES = /^image\/(png|jpeg|gif|webp|avif|bmp)\b/;
  const make = (tag, properties, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children.filter(Boolean));
    return element;
  };

  /* Values: numbers keep their digits where the browser can do that. */
  const parse = (text) => JSON.parse(text, (_, value, at) => (typeof value === "number" && at && JSON.rawJSON ? JSON.rawJSON(at.source) : value));
  const isTree = (value) => value !== null && typeof value === "object" && !JSON.isRawJSON?.(value);
  const scalar = (value) => (value === null ? "" : typeof value === "string" ? value : JSON.stringify(value));
  const singles = (value) => [value].flat().filter((item) => item !== null);
  const items = (list) => singles(list).map(scalar);
  const members = (value) => Object.entries(value).filter(([, item]) => item !== null).map(([key, item]) => [key, scalar(item)]);
  const listed = (value) => (Array.isArray(value) ? items(value) : members(value).flat());

  /* Encoders */
  const plain = (text) => text.replaceAll("\0", "\ufffd");
  const percent = (safe) => (text) => encodeURIComponent(text)
    .replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replace(/%[0-7][0-9A-F]/g, (code) => (safe.includes(decodeURIComponent(code)) ? decodeURIComponent(code) : code));
  const percentRest = (safe) => (text) => text.split(/(%[0-9A-Fa-f]{2})/).map((piece, at) => (at % 2 ? piece : percent(safe)(piece))).join("");
  const header = (text) => text.replace(/[\x00-\x1f\x7f]+/g, " ").trim().replace(/[^\x00-\x7f]+/g, encodeURIComponent);

  /* Styles */
  const deep = (name, value, encode) => {
    if (Array.isArray(value)) {
      const nested = value.some(isTree);
      return value.flatMap((item, at) => deep(`${name}[${nested ? at : ""}]`, item, encode));
    }
    if (isTree(value)) return Object.entries(value).flatMap(([key, item]) => deep(`${name}[${key}]`, item, encode));
    return value === null ? [] : [[encode(name), encode(scalar(value))]];
  };
  const writePairs = (name, value, { style, explode }, encode) => {
    if (!isTree(value)) return value === null ? [] : [[encode(name), encode(scalar(value))]];
    if (style === "deepObject") return deep(name, value, encode);
    if (explode) return (Array.isArray(value) ? items(value).map((text) => [name, text]) : members(value)).map((pair) => pair.map(encode));
    const delimiter = { spaceDelimited: " ", pipeDelimited: "|" }[style];
    const texts = listed(value).map(encode);
    return texts.length ? [[encode(name), texts.join(delimiter ? encode(delimiter) : ",")]] : [];
  };
  const writePath = (name, value, { style, explode }, encode) => {
    const prefix = { label: ".", matrix: ";" }[style] || "";
    const named = (key, text) => (text ? `${key}=${text}` : key);
    if (!isTree(value)) return prefix + (style === "matrix" ? named(encode(name), encode(scalar(value))) : encode(scalar(value)));
    if (style === "matrix") return writePairs(name, value, { explode }, encode).map((pair) => prefix + named(...pair)).join("");
    const texts = explode && !Array.isArray(value) ? members(value).map((pair) => pair.map(encode).join("=")) : listed(value).map(encode);
    return texts.length ? prefix + texts.join((explode && prefix) || ",") : "";
  };
  const asJson = (value) => (typeof value === "string" && /^\s*[[{]/.test(value) ? value : JSON.stringify(value));
  const contentText = ({ media }, value) => (typeof value === "string" && media !== "json" ? value : asJson(value));

  /* Forms */
  const rowText = (row, value) => plain(row.json && typeof value === "string" ? asJson(value) : scalar(value));
  const rowPairs = (row, value) => (row.style ? writePairs(row.name, value, row, plain) : singles(value).map((item) => [row.name, rowText(row, item)]));
  const multipart = (type, rows) => {
    const boundary = `docsnav-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;
    const quoted = (name) => name.replace(/["\r\n]/g, encodeURIComponent);
    const pieces = rows.flatMap(([row, value]) => {
      const parts = row.file ? value.map((file) => [row.name, file, row.type || file.type || "application/octet-stream"])
        : row.style ? rowPairs(row, value)
          : singles(value).map((item) => [row.name, rowText(row, item), row.type || (isTree(item) ? "application/json" : "")]);
      return parts.flatMap(([name, content, kind]) => {
        const lines = [...(kind ? [["Content-Type", kind]] : []), ...(row.headers || [])];
        if (name) lines.unshift(["Content-Disposition", `form-data; name="${quoted(name)}"${row.file ? `; filename="${quoted(content.name)}"` : ""}`]);
        return [`--${boundary}\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n`, content, "\r\n"];
      });
    });
    return [`${type.split(";")[0].trim().toLowerCase()}; boundary=${boundary}`, new Blob([...pieces, `--${boundary}--\r\n`])];
  };

  /* The request */
  const requestOf = (data, server, credentials, fields, body) => {
    const headers = new Headers();
    const query = [];
    const segments = {};
    const add = (name, text) => { if (!headers.has(name)) headers.set(name, header(text)); };
    for (const { place, name, text } of credentials) if (place === "header") add(name, text);
    for (const [field, value] of fields) {
      const encode = (field.reserved ? percentRest : percent)(field.safe || "");
      const [written, style] = field.media && field.media !== "form" ? [contentText(field, value), {}] : [value, field];
      const serialized = field.kind === "serialized";
      if (field.place === "path") segments[field.name] = serialized ? value : writePath(field.name, written, style, encode);
      else if (field.place === "header") add(field.name, serialized ? value : plain(writePath("", written, { explode: style.explode }, plain)));
      else if (serialized) query.push([percentRest(`${data.safe}?`)(value)]);
      else if (field.place === "query") query.push(...writePairs(field.name, written, style, encode));
      else if (field.media === "form" && isTree(value)) {
        for (const [name, item] of Object.entries(value)) {
          const row = (field.rows || []).find((each) => each.name === name) || { name };
          query.push(...rowPairs(row, item).map((pair) => pair.map(encode)));
        }
      } else query.push([encode(contentText(field, value))]);
    }
    for (const { place, name, text } of credentials) if (place === "query") query.push([name, text].map(percent("")));
    const [path, ownQuery] = data.path.split("#")[0].split(/\?(.*)/s);
    if (ownQuery !== undefined) query.unshift([percentRest(`${data.safe}?`)(ownQuery)]);
    const filled = percentRest(data.safe)(path.replace(/\{([^{}]+)\}/g, (whole, name) => segments[name] ?? whole));
    let content;
    if (body?.rows || body?.content) {
      let { type } = body;
      if (body.kind === "form") content = new URLSearchParams(body.rows.flatMap(([row, value]) => rowPairs(row, value)));
      else if (body.kind === "parts") [type, content] = multipart(type, body.rows);
      else content = body.content;
      headers.set("Content-Type", type);
    }
    const url = server + filled + (query.length ? `?${query.map((pair) => pair.join("=")).join("&")}` : "");
    return [url, { method: data.method, headers, body: content }];
  };
  const through = (url, proxy = "") => proxy + (proxy.endsWith("=") ? encodeURIComponent(url) : url);

  /* Controls: each has its label, what is shown, and a function that returns what is filled in */
  let serial = 0;
  const control = (spec, texts, labels) => {
    const { kind, text = "" } = spec;
    const id = `docsnav-try-${++serial}`;
    const isLong = kind === "list" || kind === "object" || text.includes("\n") || text.length > 60;
    let input;
    if (spec.file) input = make("input", { type: "file", multiple: Boolean(spec.many) });
    else if (spec.options?.length) {
      const values = spec.options.includes(text) ? spec.options : [text, ...spec.options];
      input = make("select", {}, ...values.map((value) => make("option", { value, textContent: value })));
    } else if (isLong) input = make("textarea", { rows: Math.min(6, text.split("\n").length + 1), placeholder: kind === "list" ? texts.lines : "" });
    else input = make("input", { type: "text", placeholder: spec.hint || "" });
    Object.assign(input, { id, dir: "auto", autocomplete: "off", spellcheck: false, required: Boolean(spec.needed) });
    if (!spec.file) input.value = text;
    const initial = input.value;
    const name = spec.name || spec.label;
    const box = spec.required ? null : make("input", { type: "checkbox", checked: spec.sent, ariaLabel: `${texts.send}: ${name}` });
    input.addEventListener("input", () => { input.setCustomValidity(""); if (box) box.checked = true; });
    const read = () => {
      if (spec.file) return [...input.files];
      if (input.value === initial && kind !== "list" && kind !== "object" && kind !== "scalar") return text;
      const entered = input.value;
      if (kind === "list" && !/^\s*\[/.test(entered)) return entered.split("\n").filter(Boolean);
      if (kind === "list" || kind === "object") return parse(entered);
      if (kind === "scalar") { try { return entered === "" ? null : parse(entered); } catch { return entered; } }
      return entered;
    };
    const value = () => {
      input.setCustomValidity("");
      if (box && !box.checked) return null;
      try { return [spec, read()]; } catch { input.setCustomValidity(texts.invalid); return null; }
    };
    const label = make("label", { htmlFor: id }, make("code", { textContent: name }), " ", make("small", { textContent: spec.about || spec.type || "" }), spec.required && make("small", { className: "docsnav-field-required", textContent: ` ${labels.required}` }));
    return { value, row: make("div", { className: "docsnav-try-field" }, box, label, input) };
  };
  /* Rows to choose from; those that are not chosen are neither shown nor checked. */
  const alternatives = (label, names, groups) => {
    const rows = groups.map((each) => make("fieldset", {}, ...each));
    const choice = make("select", { ariaLabel: label }, ...names.map((name, value) => make("option", { value, textContent: name })));
    const choose = () => rows.forEach((row, at) => { row.hidden = row.disabled = at !== Number(choice.value); });
    choice.addEventListener("input", choose);
    choose();
    return [choice, group(label, groups.length > 1 ? choice : make("small", { textContent: names[0] }), ...rows)];
  };
  const group = (legend, ...children) => make("fieldset", {}, make("legend", { textContent: legend }), ...children);

  /* What two inputs hold stays equal: those of the form and of the samples. */
  const set = (input, value) => {
    if (input.value === value) return;
    input.value = value;
    input.dispatchEvent(new Event("input"));
  };
  const tie = (one, other) => {
    one.value = other.value;
    one.addEventListener("input", () => set(other, one.value));
    other.addEventListener("input", () => set(one, other.value));
  };

  /* The same alternative of credentials in the form and in the samples. */
  const tieChoices = (one, other) => {
    const follow = (from, to) => () => {
      for (const { text, value } of to.options) if (text === from.selectedOptions[0].text) set(to, value);
    };
    one.addEventListener("input", follow(one, other));
    other.addEventListener("input", follow(other, one));
    follow(other, one)();
  };

  const bodyOf = (spec, texts, labels) => {
    if (spec.rows) {
      const controls = spec.rows.map((row) => control(row, texts, labels));
      return { rows: controls.map(({ row }) => row), read: () => ({ ...spec, rows: controls.map((each) => each.value()).filter(Boolean) }) };
    }
    const input = spec.kind === "file" ? make("input", { type: "file" }) : make("textarea", { rows: Math.min(16, (spec.text || "").split("\n").length + 1), dir: "ltr", spellcheck: false });
    if (spec.kind !== "file") input.value = spec.text || "";
    const initial = input.value;
    input.ariaLabel = `${labels.body} ${spec.type}`;
    const content = () => (spec.kind === "file" ? input.files[0] : input.value === initial ? spec.text || "" : input.value);
    return { rows: [input], read: () => ({ ...spec, content: content() }) };
  };

  const credentialsOf = (spec, choosers, texts) => {
    const placeholder = /<[\w-]+>/.exec(spec.value)?.[0] || "";
    const shared = choosers.find(({ dataset }) => dataset.docsnavCredential === spec.label);
    const secret = (label, type = "password") => {
      const input = make("input", { type, dir: "ltr", autocomplete: "off", spellcheck: false });
      return [input, make("label", {}, label, input)];
    };
    if (spec.place === "cookie") return { rows: [], inputs: [], read: () => null };
    const [input, row] = secret(spec.label);
    const [inputs, rows] = [[input], [row]];
    if (shared) tie(input, shared);
    if (spec.value.startsWith("Basic ")) {
      const parts = [secret(texts.user, "text"), secret(texts.password)];
      const [[user], [password]] = parts;
      const code = () => set(input, btoa(String.fromCharCode(...new TextEncoder().encode(`${user.value}:${password.value}`))));
      for (const [each, label] of parts) {
        each.addEventListener("input", code);
        inputs.push(each);
        rows.push(label);
      }
      row.hidden = true;
    }
    return { rows, inputs, read: () => input.value.trim() && { ...spec, text: spec.value.replace(placeholder, () => input.value.trim()) } };
  };

  /* The response */
  const textOf = (bytes, type) => {
    try {
      const text = new TextDecoder(/charset="?([\w-]+)/.exec(type)?.[1] || "utf-8", { fatal: true }).decode(bytes);
      if (text.includes("\0")) return null;
      if (!/json/.test(type)) return text;
      try { return JSON.stringify(parse(text), null, 2); } catch { return text; }
    } catch { return null; }
  };
  const resultOf = async (response, bytes, texts, labels, urls) => {
    const type = response.headers.get("Content-Type") || "";
    const head = [...response.headers].map((pair) => pair.join(": ")).join("\n");
    const result = [make("details", { className: "docsnav-values" }, make("summary", { textContent: labels.header }), make("pre", { textContent: head }))];
    if (!bytes.size) return result;
    const link = (kind) => urls[urls.push(URL.createObjectURL(new Blob([bytes], { type: kind }))) - 1];
    const text = PICTURES.test(type) ? null : textOf(await bytes.arrayBuffer(), type);
    if (text !== null) result.push(make("pre", { textContent: text.length > LIMIT ? `${text.slice(0, LIMIT)}…` : text, tabIndex: 0 }));
    else if (PICTURES.test(type)) result.push(make("img", { src: link(type.split(";")[0]), alt: labels.answer }));
    result.push(make("a", { href: link("application/octet-stream"), download: "response", textContent: texts.download }));
    return result;
  };
  /* An answer that never ends is shown as far as it came when the reader stops it. */
  const readBody = async (response) => {
    const chunks = [];
    try {
      const reader = response.body?.getReader();
      for (let part = await reader?.read(); part && !part.done; part = await reader.read()) chunks.push(part.value);
    } catch (error) { if (error.name !== "AbortError") throw error; }
    return new Blob(chunks);
  };

  const build = (fold) => {
    const data = JSON.parse(fold.querySelector("script").textContent);
    const texts = { ...TEXTS, ...data.words };
    const { labels } = data;
    const choosers = (kind) => [...(fold.closest(".docsnav-endpoint")?.querySelectorAll(`.docsnav-endpoint-choosers ${kind}`) || [])];
    const note = (text) => make("p", { className: "docsnav-try-note", textContent: text });
    const form = make("form", { autocomplete: "off", noValidate: true });
    const origin = location.protocol === "file:" ? "null" : location.origin;
    const fields = (data.fields || []).map((spec) => control(spec, texts, labels));
    const secrets = [];

    form.append(note(data.proxy ? texts.proxied.replace("{proxy}", () => data.proxy) : texts.direct));
    if (location.protocol === "file:") form.append(note(texts.file));
    const choices = (data.security || []).filter((each) => each.length);
    const blocked = [...(data.blocked || []), ...choices.flat().filter(({ place }) => place === "cookie").map(({ name }) => `Cookie: ${name}`)];
    if (blocked.length) form.append(note(texts.blocked.replace("{names}", () => [...new Set(blocked)].join(", "))));

    const server = make("input", { type: "url", value: data.servers[0], spellcheck: false, ariaLabel: labels.server });
    /* A list of its own: a page of prose can show operations of several APIs. */
    const list = make("datalist", { id: `docsnav-try-${++serial}` }, ...data.servers.map((value) => make("option", { value })));
    server.setAttribute("list", list.id);
    server.addEventListener("input", () => server.setCustomValidity(""));
    for (const shared of choosers("[type=url]")) tie(server, shared);
    form.append(group(labels.server, server, list));

    let credentials = () => [];
    if (choices.length) {
      const groups = choices.map((each) => each.map((spec) => credentialsOf(spec, choosers("[type=password]"), texts)));
      secrets.push(...groups.flat().flatMap(({ inputs }) => inputs));
      const [choice, box] = alternatives(labels.security, choices.map((each) => each.map(({ label }) => label).join(" + ")), groups.map((each) => each.flatMap(({ rows }) => rows)));
      for (const shared of choosers("select")) tieChoices(choice, shared);
      credentials = () => groups[choice.value].map(({ read }) => read()).filter(Boolean);
      form.append(box);
    }
    for (const place of ["path", "query", "querystring", "header"]) {
      const rows = fields.filter((_, at) => data.fields[at].place === place).map(({ row }) => row);
      if (rows.length) form.append(group(labels[place], ...rows));
    }
    let body = () => null;
    if (data.bodies) {
      const bodies = data.bodies.map((spec) => bodyOf(spec, texts, labels));
      const [choice, box] = alternatives(labels.body, data.bodies.map(({ label }) => label), bodies.map(({ rows }) => rows));
      for (const shared of choosers("select")) tieChoices(choice, shared);
      body = () => bodies[choice.value].read();
      form.append(box);
    }

    const send = make("button", { type: "submit", textContent: texts.send });
    const status = make("output", {});
    const answer = make("div", { className: "docsnav-try-answer" });
    /* The AbortController of the request that is being sent. */
    let running = null;
    let urls = [];
    const showStatus = (text, className = "") => Object.assign(status, { textContent: text, className });
    const fail = (text) => showStatus(text, text && "docsnav-try-failed");
    const sendRequest = async ([url, options]) => {
      const begin = performance.now();
      const controller = running = new AbortController();
      send.textContent = texts.cancel;
      showStatus(texts.sending);
      answer.replaceChildren();
      urls.forEach((each) => URL.revokeObjectURL(each));
      urls = [];
      const common = { signal: controller.signal, credentials: "omit", cache: "no-store", referrerPolicy: "no-referrer" };
      const address = through(url, data.proxy);
      const timer = setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), 1000 * TIMEOUT);
      try {
        const response = await fetch(address, { ...options, ...common });
        clearTimeout(timer);
        const bytes = await readBody(response);
        showStatus(`${response.status} ${response.statusText} · ${Math.round(performance.now() - begin)} ms · ${bytes.size.toLocaleString()} B`.replace("  ", " "), response.ok ? "docsnav-try-ok" : "docsnav-try-failed");
        answer.append(make("p", {}, make("code", { textContent: `${data.method} ${response.redirected ? response.url : url}` })), ...await resultOf(response, bytes, texts, labels, urls));
      } catch (error) {
        /* Browsers trust the reader's own computer without https. */
        const isMixed = location.protocol === "https:" && /^http:\/\/(?!localhost[:/]|127\.|\[::1])/i.test(address);
        /* A browser does not say why there is no response. A server that forbids this page to read its
           responses still answers a request that nobody reads. */
        fail(error.name === "AbortError" ? ""
          : error.name === "TimeoutError" ? texts.late.replace("{seconds}", TIMEOUT)
            : error.name !== "TypeError" ? String(error)
              : isMixed ? texts.mixed
                : await fetch(new URL("/", address), { ...common, mode: "no-cors" }).then(() => 1, () => 0) ? texts.cors.replace("{origin}", () => origin)
                  : controller.signal.aborted ? "" : texts.down);
        clearTimeout(timer);
      }
      running = null;
      send.textContent = texts.send;
    };
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (running) { running.abort(); return; }
      const address = server.value.trim().replace(/\/+$/, "");
      if (!/^https?:\/\/[^/]/i.test(address)) server.setCustomValidity(texts.address);
      const values = fields.map(({ value }) => value()).filter(Boolean);
      const content = body();
      const missing = [...form.elements].filter((input) => input.validity?.valueMissing);
      const names = missing.map((input) => input.labels?.[0]?.querySelector("code")?.textContent || input.ariaLabel).join(", ");
      fail(names && texts.missing.replace("{names}", () => names));
      if (names) missing[0].focus();
      else if (form.reportValidity()) {
        try { sendRequest(requestOf(data, address, credentials(), values, content)); } catch (error) { fail(String(error)); }
      }
    });
    send.disabled = Boolean(data.refused);
    form.append(make("p", { className: "docsnav-try-send" }, send, status));
    fold.append(form, answer);
    addEventListener("pagehide", () => {
      for (const input of secrets) input.value = "";
      answer.replaceChildren();
    });
  };

  const start = () => {
    for (const fold of document.querySelectorAll(".docsnav-try-it")) {
      const once = () => { if (fold.open && !fold.querySelector("form")) build(fold); };
      fold.addEventListener("toggle", once);
      once();
    }
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();
})();
