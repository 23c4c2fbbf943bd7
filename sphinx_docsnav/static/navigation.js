/* The behaviour of the navigation that HTML does not have: keys in menus, folds and places that stay. */
(() => {
  "use strict";
  const root = document.documentElement;
  const CURRENT = '.docsnav-sidebar [aria-current="page"]';
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
  const stored = (area, key, value) => {
    try {
      if (value === undefined) return window[area].getItem(key);
      window[area].setItem(key, value);
    } catch {
      /* Storage may be forbidden; then nothing is remembered. */
    }
    return null;
  };

  /* Parts that few readers use are loaded on first use, from the folder of this script. */
  const scriptUrl = document.currentScript?.src || "";
  const load = (name, onload, onerror) => {
    document.head.append(Object.assign(document.createElement("script"), { src: scriptUrl.replace(/docsnav\.js/, name), onload, onerror }));
  };

  /* Menus close by Escape and by a click elsewhere; arrow keys walk through them. */
  const step = (menu, key) => {
    const links = all("li:not([hidden]) a", menu);
    const at = links.indexOf(document.activeElement);
    const next = { ArrowDown: at + 1, ArrowUp: Math.max(at, 0) - 1, Home: 0, End: -1 }[key];
    links.at(next % links.length)?.focus();
  };

  /* An open list stays inside the window, with its current choice in view; a long one gets a field
     to find one of its choices. A fixed list is moved below its tab, as tabs scroll. */
  const arrange = (menu) => {
    const list = menu.querySelector(".docsnav-choices");
    list.style.translate = "";
    if (!menu.open) return;
    const box = list.getBoundingClientRect();
    const style = getComputedStyle(list);
    if (style.position === "fixed") {
      const side = style.direction === "rtl" ? "right" : "left";
      const shift = menu.getBoundingClientRect()[side] - box[side];
      const overflow = Math.max(8 - box.left - shift, 0) || Math.min(root.clientWidth - 8 - box.right - shift, 0);
      list.style.translate = shift + overflow + "px 0";
    }
    const current = list.querySelector(".current");
    if (current) list.scrollTop += current.getBoundingClientRect().top - box.top - list.clientHeight / 2;
    if (!list.dataset.docsnavFilter) return;
    if (window.docsnavFilter) docsnavFilter(list);
    else load("docsnav-filter.js", () => arrange(menu));
  };

  const menus = () => {
    const list = all(".docsnav-menu").filter((menu) => !menu.closest(".docsnav-drawer"));
    const closeOthers = (target) => {
      for (const menu of list) if (!menu.contains(target)) menu.open = false;
    };
    for (const menu of list) {
      menu.addEventListener("toggle", () => arrange(menu));
      menu.addEventListener("keydown", (event) => {
        if (event.key === "Escape" && menu.open) {
          menu.open = false;
          menu.querySelector("summary").focus();
          event.stopPropagation();
          event.preventDefault(); // it would close the drawer, too
        } else if ((event.target.value ? /^Arrow(Up|Down)$/ : /^(Arrow(Up|Down)|Home|End)$/).test(event.key)) {
          if (!menu.open && event.key !== "ArrowDown") return;
          menu.open = true;
          step(menu, event.key);
          event.preventDefault();
        }
      });
      menu.addEventListener("focusout", (event) => {
        if (event.relatedTarget && !menu.contains(event.relatedTarget)) menu.open = false;
      });
    }
    document.addEventListener("click", (event) => closeOthers(event.target));
    for (const bar of all(".docsnav-bar, .docsnav-head-nav, .sy-head-links, .md-tabs, .bd-header")) {
      bar.addEventListener("scroll", (event) => event.target.closest(".docsnav-choices") || closeOthers(), true);
    }
  };

  /* The address may name the entry that the reader came from, of a page that is listed several times. */
  const placeFound = /\b(in|place)=/.test(location.search) && new Promise((done) => {
    load("docsnav-place.js", () => docsnavTools.place(done), done);
  });

  /* Folds stay as the reader left them on other pages with the same list. */
  const folds = () => {
    for (const fold of all(".docsnav-sidebar details")) {
      const link = fold.querySelector("a");
      const key = `docsnav-fold-${(link ? link.href : scriptUrl).split(/[?#]/)[0]}|${fold.querySelector("summary").textContent}`;
      const state = stored("sessionStorage", key);
      if (state) fold.open = state === "open" || (fold.open && fold.querySelector('[aria-current="page"]') !== null);
      fold.addEventListener("toggle", () => {
        if (!fold.closest("[data-docsnav-finding]")) stored("sessionStorage", key, fold.open ? "open" : "closed");
      });
    }
  };

  /* The nearest box around an element that scrolls up and down, or else sideways. */
  const scroller = (element) => {
    for (let box = element?.parentElement; box && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      if (/auto|scroll/.test(style.overflowY) && box.scrollHeight > box.clientHeight) return [box, true];
      if (/auto|scroll/.test(style.overflowX) && box.scrollWidth > box.clientWidth) return [box, false];
    }
    return [];
  };

  /* Scroll the box of an element until it is in view; at once, as later steps measure positions. */
  const inView = (element) => {
    const [box, tall] = scroller(element);
    if (!box) return;
    const place = element.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    const covered = box.querySelector(".docsnav-find")?.offsetHeight || 0;
    if (tall && (place.top < frame.top + covered - 1 || place.bottom > frame.bottom + 1)) {
      box.scrollBy({ top: place.top - frame.top - box.clientHeight / 2, behavior: "instant" });
    } else if (!tall && (place.left < frame.left || place.right > frame.right)) {
      box.scrollBy({ left: place.left - frame.left - 48, behavior: "instant" });
    }
  };

  /* The target of a link into a page is below the bar, however many lines the bar has. */
  const headroom = () => {
    const head = document.querySelector(".docsnav-bar, .bd-header");
    if (!head || getComputedStyle(root).getPropertyValue("--docsnav-headroom").trim() === "own") return;
    new ResizeObserver(() => {
      const style = getComputedStyle(head);
      const sticks = head.offsetHeight && /sticky|fixed/.test(style.position);
      root.style.scrollPaddingTop = sticks ? (parseFloat(style.top) || 0) + head.offsetHeight + 8 + "px" : "";
    }).observe(head);
  };

  /* An entry that was clicked stays at its place in the window: the next page scrolls its sidebar. */
  const keepPlace = () => {
    document.addEventListener("click", (event) => {
      const link = event.target.closest?.(".docsnav-sidebar a[href]");
      if (link) stored("sessionStorage", "docsnav-place", link.getBoundingClientRect().top);
    });
    const current = document.querySelector(CURRENT);
    const top = parseFloat(stored("sessionStorage", "docsnav-place"));
    stored("sessionStorage", "docsnav-place", "");
    const [box, tall] = scroller(current);
    if (tall && top >= 0) box.scrollBy({ top: current.getBoundingClientRect().top - top, behavior: "instant" });
  };

  /* Functions for the parts of this script that only some sites have, or that are loaded later. */
  window.docsnavTools = {
    all,
    load,
    stored,
    start: (run) => {
      if (placeFound) placeFound.then(run);
      else if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
      else run();
    },
  };

  const showCurrent = () => {
    inView(document.querySelector(CURRENT));
    all(".docsnav-bar .docsnav-tab.current, .docsnav-headtabs > .current, .bd-header .docsnav-tablist > .current, .md-tabs__item--active").forEach(inView);
  };

  /* Long references have a field to find an endpoint. */
  const find = () => {
    const long = all("[data-docsnav-find]");
    if (long.length) load("docsnav-find.js", () => (long.forEach(docsnavTools.find), showCurrent()));
  };

  docsnavTools.start(() => {
    menus();
    folds();
    find();
    headroom();
    keepPlace();
    showCurrent();
    /* Again, for themes whose scripts give the sidebar its height. */
    addEventListener("load", () => setTimeout(showCurrent, 100));
  });
})();
