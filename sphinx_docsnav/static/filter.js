/* A field in long lists of versions, languages, products and sections, which finds one of many.
   docsnav.js loads this script when such a list opens for the first time. */
window.docsnavFilter = (list) => {
  "use strict";
  const label = list.dataset.docsnavFilter;
  delete list.dataset.docsnavFilter;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const rows = [...list.children].map((row) => [row, plain(`${row.textContent} ${row.firstElementChild.hreflang}`)]);
  const field = Object.assign(document.createElement("input"), { type: "search", className: "docsnav-choice", placeholder: label, autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-label", label);
  Object.assign(field.style, { boxSizing: "border-box", inlineSize: "100%", margin: "0", color: "inherit", background: "var(--docsnav-surface)", font: "inherit" });
  const row = document.createElement("li");
  Object.assign(row.style, { position: "sticky", insetBlockStart: "calc(-1.5 * var(--docsnav-space))", zIndex: "1", paddingBlockEnd: "var(--docsnav-space)", background: "var(--docsnav-surface)" });
  row.append(field);
  list.prepend(row);
  field.addEventListener("input", () => {
    const wanted = plain(field.value).split(/\s+/);
    for (const [choice, text] of rows) choice.hidden = !wanted.every((word) => text.includes(word));
  });
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    rows.find(([choice]) => !choice.hidden)?.[0].firstElementChild.click();
  });
  /* A finger would only bring up the keyboard of the screen. */
  if (matchMedia("(hover: hover)").matches) field.focus({ preventScroll: true });
};
