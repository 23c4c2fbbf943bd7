/* The drawers of a theme in narrow windows: the focus stays inside, Escape closes them, and the focus
   goes back to what has opened them. docsnav.js loads this script with the first click that opens one. */
(() => {
  "use strict";
  const REACHED = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  let drawer = null;
  let panel = null;
  let from = null;

  const isOpen = (each) => matchMedia(each.media).matches && document.querySelector(each.open);
  const reachable = () => [...panel.querySelectorAll(REACHED)].filter((element) => !element.disabled && element.checkVisibility({ visibilityProperty: true }));
  const check = () => {
    if (drawer && !isOpen(drawer)) {
      const inside = panel.contains(document.activeElement) || document.activeElement === document.body;
      drawer = null;
      if (inside) from?.focus({ preventScroll: true });
    }
    if (drawer) return;
    drawer = docsnavDrawers.find(isOpen) || null;
    if (!drawer) return;
    panel = document.querySelector(drawer.panel);
    from = [...document.querySelectorAll(drawer.opener)].find((each) => each.checkVisibility());
    from = from?.querySelector("[role=button]") || from;
    panel.tabIndex = -1;
    panel.style.outline = "none";
    panel.focus({ preventScroll: true });
  };
  const soon = () => setTimeout(check, 50);
  const keys = (event) => {
    if (!drawer || document.querySelector("dialog[open]")) return;
    if (event.key === "Escape") {
      document.querySelector(drawer.closer).click();
      soon();
    } else if (event.key === "Tab") {
      const all = reachable();
      const at = all.indexOf(document.activeElement);
      if (event.shiftKey ? at > 0 : at >= 0 && at < all.length - 1) return;
      event.preventDefault();
      (event.shiftKey ? all.at(-1) : all[0])?.focus();
    }
  };
  for (const kind of ["click", "change"]) document.addEventListener(kind, soon);
  document.addEventListener("keydown", keys);
  soon();
})();
