/* Tabs that do not fit into the header are in its list "More", the last one first. */
(() => {
  "use strict";
  const make = (tag, className, ...children) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...children);
    return element;
  };
  const copies = (nodes) => [...nodes].map((node) => node.cloneNode(true));

  for (const tabs of docsnavTools.all("[data-docsnav-fit]")) {
    const frame = tabs.closest(".navbar-header-items__center");
    const more = tabs.querySelector(":scope > .docsnav-more");
    if (!frame || !more) continue;
    const list = more.querySelector(".docsnav-choices");
    const written = copies(list.children);
    const wasHidden = more.hidden;

    /* A tab as the list shows it: a link, or the links of its menu below its label. */
    const entryOf = (tab) => {
      const [title, choices] = tab.querySelectorAll(".docsnav-tab, .docsnav-choices");
      if (choices) return make("li", "docsnav-heading", title.textContent, make("ul", "", ...copies(choices.children)));
      const link = title.cloneNode(true);
      link.className = `docsnav-option${tab.matches(".current") ? " current" : ""}`;
      return make("li", "", link);
    };
    const fit = () => {
      const tabsInOrder = [...tabs.children].filter((tab) => tab !== more);
      const rest = [...tabsInOrder];
      for (const tab of rest) tab.hidden = false;
      more.hidden = wasHidden;
      while (rest.length && frame.scrollWidth > frame.clientWidth) {
        more.hidden = false;
        rest.pop().hidden = true;
      }
      const moved = tabsInOrder.slice(rest.length);
      list.replaceChildren(...moved.map(entryOf), ...copies(written));
      more.classList.toggle("current", list.querySelector(".current") !== null);
    };
    /* The frame is as wide as its tabs; what it may take changes with the header and its other
       parts, such as buttons whose icons are drawn late. */
    const observer = new ResizeObserver(fit);
    for (const part of [frame.parentElement, ...frame.parentElement.children]) {
      if (part !== frame) observer.observe(part);
    }
  }
})();
