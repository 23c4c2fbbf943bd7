/* Pages of an API: copy buttons, all folds at once, the server and the credential of the samples.
   Pages work without this; nothing is sent anywhere. */
(() => {
  "use strict";
  const FOLDS = "docsnav-endpoint-folds";
  const SERVER = "docsnav-endpoint-server";
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
  const copyButton = (said, textOf) => {
    const button = make("button", { type: "button", className: "docsnav-copy", title: said.copy, textContent: said.copy });
    button.addEventListener("click", async () => {
      await copy(textOf());
      button.textContent = said.copied;
      setTimeout(() => { button.textContent = said.copy; }, 1500);
    });
    return button;
  };
  const addCopyButtons = (page, said) => {
    for (const box of page.querySelectorAll(".docsnav-endpoint-samples pre")) {
      const around = box.parentElement;
      if (around.querySelector("button") || around.parentElement.querySelector(":scope > button")) continue;
      around.classList.add("docsnav-copied");
      around.append(copyButton(said, () => box.textContent.trimEnd()));
    }
    for (const bar of page.querySelectorAll(".docsnav-endpoint-bar")) {
      const path = bar.querySelector(".docsnav-endpoint-path");
      if (path) bar.append(copyButton(said, () => path.textContent));
    }
  };

  const addFoldButtons = (page, said) => {
    const bar = page.querySelector(".docsnav-endpoint-folds");
    const apply = (state) => {
      for (const fold of page.querySelectorAll(".docsnav-endpoint-text :is(.docsnav-schema, .docsnav-variant)")) fold.open = state === "open";
    };
    if (!bar) return;
    if (recall(FOLDS)) apply(recall(FOLDS));
    for (const [state, label] of [["open", said.expand], ["closed", said.collapse]]) {
      const button = make("button", { type: "button", textContent: label });
      button.addEventListener("click", () => { apply(state); remember(FOLDS, state); });
      bar.append(button);
    }
  };

  /* Text of samples, each piece with what the page was made with. */
  const pieces = (samples) => {
    const found = [];
    const walker = document.createTreeWalker(samples, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) if (walker.currentNode.parentElement.closest("pre")) found.push([walker.currentNode, walker.currentNode.data]);
    return found;
  };
  const addChoosers = (page, said) => {
    const samples = page.querySelector(".docsnav-endpoint-samples");
    if (!samples?.querySelector("pre")) return;
    const made = JSON.parse(samples.dataset.docsnavServers);
    const texts = pieces(samples);
    const placeholder = ["<token>", "<api-key>", "<credentials>"].find((word) => texts.some(([, text]) => text.includes(word))) || "";
    const kept = recall(SERVER);
    let server = made.includes(kept) || kept.startsWith("http") ? kept : "";
    let credential = "";
    const write = () => {
      for (const [node, text] of texts) {
        let now = server && made[0] ? text.replaceAll(made[0], server) : text;
        if (credential) now = now.replaceAll(placeholder, credential);
        if (node.data !== now) node.data = now;
      }
    };
    const row = make("div", { className: "docsnav-endpoint-choosers" });
    if (made.length) {
      const list = make("datalist", { id: "docsnav-servers" }, ...made.map((value) => make("option", { value })));
      const input = make("input", { type: "url", dir: "ltr", value: server || made[0], spellcheck: false });
      input.setAttribute("list", list.id);
      input.addEventListener("input", () => {
        server = input.value.trim().replace(/\/+$/, "");
        remember(SERVER, server === made[0] ? "" : server);
        write();
      });
      row.append(make("label", {}, `${said.server} `, input), list);
    }
    if (placeholder) {
      const input = make("input", { type: "password", dir: "ltr", placeholder, autocomplete: "off" });
      input.addEventListener("input", () => { credential = input.value.trim(); write(); });
      row.append(make("label", {}, `${said.credential} `, input));
    }
    if (row.childElementCount) samples.querySelector("summary").after(row);
    write();
  };

  const start = () => {
    const page = document.querySelector(".docsnav-endpoint");
    if (!page) return;
    const said = { copy: "Copy", copied: "Copied", expand: "Expand all", collapse: "Collapse all", server: "Server", credential: "Credential", ...JSON.parse(page.dataset.docsnavWords || "{}") };
    for (const samples of page.querySelectorAll(".docsnav-endpoint-samples > details")) {
      if (innerWidth < 640) samples.open = false;
      samples.dataset.docsnavReady = "";
    }
    addFoldButtons(page, said);
    addChoosers(page, said);
    if (document.readyState === "complete") addCopyButtons(page, said);
    else addEventListener("load", () => addCopyButtons(page, said));
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();
})();
