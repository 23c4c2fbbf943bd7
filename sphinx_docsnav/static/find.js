/* A field above a sidebar with many endpoints, which leaves those whose title, method or path has the
   words. docsnav.js loads this script for such a sidebar; without JavaScript, there is no field. */
docsnavTools.find = (sidebar) => {
  "use strict";
  const { all } = docsnavTools;
  const label = sidebar.dataset.docsnavFind;
  delete sidebar.dataset.docsnavFind;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  const field = Object.assign(document.createElement("input"), { type: "search", placeholder: label, autocomplete: "off", spellcheck: false });
  field.setAttribute("aria-label", label);
  const count = Object.assign(document.createElement("output"), { className: "docsnav-unseen" });
  const box = Object.assign(document.createElement("div"), { className: "docsnav-find" });
  box.append(field, count);
  sidebar.prepend(box);

  /* Each group and entry with its text; an entry comes after the groups around it. */
  let rows;
  const read = () => all(".docsnav-group, li", sidebar).map((item) => {
    const row = item.querySelector(":scope > :is(.reference, .caption, details > summary.reference)");
    const path = row?.dataset.docsnavPath || "";
    return { item, fold: item.querySelector(":scope > details"), above: item.parentElement.closest("li, .docsnav-group"), text: plain(`${row?.textContent || ""} ${path}`) };
  });

  const show = () => {
    const words = plain(field.value).split(/\s+/).filter(Boolean);
    rows ||= read();
    if (words.length && !sidebar.dataset.docsnavFinding) {
      sidebar.dataset.docsnavFinding = "";
      for (const row of rows) row.open = row.fold?.open;
    }
    /* What is below a title that has the words is shown, and so is what is above. */
    const shown = new Set(), whole = new Set();
    let found = 0;
    for (const row of rows) {
      const fits = words.every((word) => row.text.includes(word));
      if (fits || whole.has(row.above)) {
        if (row.fold || row.item.localName !== "li") whole.add(row.item);
        else found += 1;
        for (let up = row.item; up && up !== sidebar; up = up.parentElement.closest("li, .docsnav-group")) shown.add(up);
      }
    }
    for (const row of rows) {
      row.item.hidden = !shown.has(row.item);
      if (row.fold && "open" in row && row.open !== undefined) row.fold.open = words.length ? !row.item.hidden : row.open;
    }
    count.textContent = words.length ? found : "";
    /* Folds report that they open and close later; those of a search are not remembered. */
    if (!words.length) setTimeout(() => field.value.trim() || delete sidebar.dataset.docsnavFinding, 100);
  };

  const links = () => all("a.reference[href]", sidebar).filter((link) => link.checkVisibility());
  field.addEventListener("input", show);
  sidebar.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const { key, target } = event;
    if (target === field && key === "Enter") links().find((link) => !link.nextElementSibling)?.click();
    else if (key === "Escape" && (field.value || target !== field)) {
      field.value = "";
      show();
      field.focus();
    } else if (/^Arrow(Up|Down)$/.test(key) && (target === field || "docsnavFinding" in sidebar.dataset)) {
      const near = [field, ...links()];
      near[near.indexOf(document.activeElement) + (key === "ArrowDown" ? 1 : -1)]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
};
