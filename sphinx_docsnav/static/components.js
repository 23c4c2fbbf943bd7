/* Tabs of the same name change together and are remembered; links open what they point into.
   Pages work without this. */
(() => {
  "use strict";
  const KEY = "docsnav-tabs";
  const recall = () => {
    try { return JSON.parse(sessionStorage.getItem(KEY)) || []; } catch { return []; }
  };
  const remember = (name) => {
    const names = [...new Set([name, ...recall()])].slice(0, 30);
    try { sessionStorage.setItem(KEY, JSON.stringify(names)); } catch { /* storage is off */ }
  };
  const labelOf = (button) => button.nextElementSibling;
  const nameOf = (button) => labelOf(button).dataset.docsnavSync;
  const select = (name, except) => {
    for (const button of document.querySelectorAll(".docsnav-tab-button")) {
      if (nameOf(button) === name && button.name !== except) button.checked = true;
    }
  };
  const changed = (button) => {
    const before = labelOf(button).getBoundingClientRect().top;
    select(nameOf(button), button.name);
    remember(nameOf(button));
    scrollBy(0, labelOf(button).getBoundingClientRect().top - before);
  };
  const reveal = () => {
    const name = location.hash.slice(1);
    let target = document.getElementById(name);
    try { target ||= document.getElementById(decodeURIComponent(name)); } catch { /* a single "%" */ }
    if (!target) return;
    for (let node = target; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") node.open = true;
      if (node.hidden) for (const tag of document.querySelectorAll(".docsnav-update-filter [aria-pressed=true]")) tag.click();
      if (node.classList.contains("docsnav-tab-panel")) node.previousElementSibling.previousElementSibling.checked = true;
    }
    target.scrollIntoView();
  };
  /* What scrolls in its box is reached by keys too. */
  const reach = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight) target.tabIndex = 0;
      else target.removeAttribute("tabindex");
    }
  });
  /* A button opens all folds of a long group, and closes them. */
  const addButtons = () => {
    for (const group of document.querySelectorAll("[data-docsnav-expand]")) {
      const folds = [...group.querySelectorAll(":scope > .docsnav-details")];
      const button = document.createElement("button");
      const show = () => { button.ariaExpanded = folds.every((fold) => fold.open); };
      Object.assign(button, { type: "button", className: "docsnav-details-all", textContent: group.dataset.docsnavExpand });
      button.addEventListener("click", () => {
        const open = button.ariaExpanded === "false";
        for (const fold of folds) fold.open = open;
      });
      for (const fold of folds) fold.addEventListener("toggle", show);
      group.prepend(button);
      show();
    }
  };
  /* The tags of a changelog, above it, choose its entries. */
  const prepareFilter = () => {
    const tags = [...document.querySelectorAll(".docsnav-update-filter > button")];
    const show = () => {
      const wanted = tags.filter((tag) => tag.ariaPressed === "true").map((tag) => tag.textContent);
      for (const update of document.querySelectorAll(".docsnav-update")) {
        const names = [...update.querySelectorAll(".docsnav-update-tag")].map((tag) => tag.textContent);
        update.hidden = wanted.length > 0 && !names.some((name) => wanted.includes(name));
      }
    };
    for (const tag of tags) tag.addEventListener("click", () => { tag.ariaPressed = tag.ariaPressed !== "true"; show(); });
  };
  const start = () => {
    addButtons();
    prepareFilter();
    for (const name of recall().reverse()) select(name);
    for (const box of document.querySelectorAll(":is(.docsnav-endpoint, .docsnav-tab-panel, main, [role=main]) pre, .docsnav-table")) reach.observe(box);
    document.addEventListener("change", (event) => {
      if (event.target.matches?.(".docsnav-tab-button")) changed(event.target);
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && document.activeElement?.matches?.(".docsnav-tooltip")) document.activeElement.blur();
    });
    if (location.hash) reveal();
  };
  addEventListener("hashchange", reveal);
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start); else start();
})();
