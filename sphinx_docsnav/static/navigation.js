/* What HTML alone does not do for the navigation: keys in menus, folds that stay, closed banners. */
(function () {
  "use strict";

  function stored(area, key, value) {
    try {
      if (value === undefined) return window[area].getItem(key);
      window[area].setItem(key, value);
    } catch (error) {
      /* Storage may be forbidden; then nothing is remembered. */
    }
    return null;
  }

  /* Parts that few readers use are loaded with their first use, from beside this script. */
  var here = (document.currentScript || {}).src || "";

  function load(name, done, failed) {
    var script = document.createElement("script");
    script.src = here.replace(/docsnav\.js/, name);
    script.onload = done;
    script.onerror = failed || null;
    document.head.append(script);
  }

  function all(selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  }

  /* Menus close by Escape and by a click elsewhere; arrow keys walk through them. */
  function close(menu, refocus) {
    if (!menu.open) return;
    menu.open = false;
    if (refocus) menu.querySelector("summary").focus();
  }

  function step(menu, key) {
    var links = all("li:not([hidden]) a", menu);
    if (!links.length) return;
    var at = links.indexOf(document.activeElement);
    var next = { ArrowDown: at + 1, ArrowUp: at < 0 ? links.length - 1 : at - 1, Home: 0, End: links.length - 1 }[key];
    links[(next + links.length) % links.length].focus();
  }

  /* Keep an open list inside the window. */
  function keepInside(menu) {
    var list = menu.querySelector(".docsnav-choices");
    list.style.translate = "";
    if (!menu.open || !menu.closest(".docsnav-bar")) return;
    var box = list.getBoundingClientRect();
    var width = document.documentElement.clientWidth;
    var over = box.right > width - 8 ? width - 8 - box.right : box.left < 8 ? 8 - box.left : 0;
    if (over) list.style.translate = over + "px 0";
  }

  /* A list opens with its current choice in view. */
  function showChoice(menu) {
    var list = menu.querySelector(".docsnav-choices");
    var now = menu.open && list.querySelector(".current");
    if (now) list.scrollTop += now.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;
  }

  /* A long list gets a field to find one of its choices. */
  function filter(menu) {
    var list = menu.open && menu.querySelector("[data-docsnav-filter]");
    if (!list) return;
    if (window.docsnavFilter) window.docsnavFilter(list);
    else load("docsnav-filter.js", function () { filter(menu); });
  }

  function menus() {
    var found = all(".docsnav-menu").filter(function (menu) {
      return !menu.closest(".docsnav-drawer");
    });
    found.forEach(function (menu) {
      menu.addEventListener("toggle", function () {
        keepInside(menu);
        showChoice(menu);
        filter(menu);
      });
      menu.addEventListener("keydown", function (event) {
        if (event.key === "Escape" && menu.open) {
          close(menu, true);
          event.stopPropagation();
        } else if ((event.target.value ? /^Arrow(Up|Down)$/ : /^(Arrow(Up|Down)|Home|End)$/).test(event.key)) {
          if (!menu.open && event.key !== "ArrowDown") return;
          menu.open = true;
          step(menu, event.key);
          event.preventDefault();
        }
      });
      menu.addEventListener("focusout", function (event) {
        if (event.relatedTarget && !menu.contains(event.relatedTarget)) close(menu, false);
      });
    });
    document.addEventListener("click", function (event) {
      found.forEach(function (menu) {
        if (!menu.contains(event.target)) close(menu, false);
      });
    });
    all(".docsnav-bar, .docsnav-head-nav, .sy-head-links, .md-tabs").forEach(function (bar) {
      bar.addEventListener("scroll", function () { found.forEach(function (menu) { close(menu, false); }); }, true);
    });
  }

  /* Folds stay as the reader left them while walking through a division. */
  function folds() {
    all(".docsnav-sidebar").forEach(function (sidebar) {
      var details = all("details", sidebar);
      var name = function (fold) {
        var link = fold.querySelector("a");
        return "docsnav-fold-" + (link ? link.href.split("#")[0] : "") + "|" + fold.querySelector("summary").textContent;
      };
      details.forEach(function (fold) {
        var left = stored("sessionStorage", name(fold));
        if (left === "open") fold.open = true;
        if (left === "closed" && !fold.querySelector('[aria-current="page"]')) fold.open = false;
        fold.addEventListener("toggle", function () {
          stored("sessionStorage", name(fold), fold.open ? "open" : "closed");
        });
      });
    });
  }

  /* The current entry and the current tab are in view. */
  function inView(element) {
    var box = element && element.parentElement;
    while (box && box !== document.body) {
      var style = getComputedStyle(box);
      var place = element.getBoundingClientRect();
      var frame = box.getBoundingClientRect();
      if (/(auto|scroll)/.test(style.overflowY) && box.scrollHeight > box.clientHeight) {
        if (place.top < frame.top || place.bottom > frame.bottom) {
          box.scrollTo({ top: box.scrollTop + place.top - frame.top - box.clientHeight / 2, behavior: "instant" });
        }
        return;
      }
      if (/(auto|scroll)/.test(style.overflowX) && box.scrollWidth > box.clientWidth) {
        if (place.left < frame.left || place.right > frame.right) {
          box.scrollLeft += place.left - frame.left - 48;
        }
        return;
      }
      box = box.parentElement;
    }
  }

  /* A link into a page leads to below what sticks to the top, however many lines that has. */
  function headroom() {
    var head = document.querySelector(".docsnav-bar, .bd-header");
    var root = document.documentElement;
    var own = getComputedStyle(root).getPropertyValue("--docsnav-headroom").trim() === "own";
    if (!head || own || !window.ResizeObserver) return;
    new ResizeObserver(function () {
      var style = getComputedStyle(head);
      var sticks = head.offsetHeight && /sticky|fixed/.test(style.position);
      var room = (parseFloat(style.top) || 0) + head.offsetHeight + 8;
      root.style.scrollPaddingTop = sticks ? room + "px" : "";
    }).observe(head);
  }

  /* An entry that was clicked stays where it was: the next page scrolls its sidebar to there. */
  function scroller(element) {
    var box = element.parentElement;
    while (box && box !== document.body) {
      if (/(auto|scroll)/.test(getComputedStyle(box).overflowY) && box.scrollHeight > box.clientHeight) return box;
      box = box.parentElement;
    }
    return null;
  }

  function keepPlace() {
    document.addEventListener("click", function (event) {
      var link = event.target.closest && event.target.closest(".docsnav-sidebar a[href]");
      if (link) stored("sessionStorage", "docsnav-place", link.getBoundingClientRect().top);
    });
    var now = document.querySelector('.docsnav-sidebar [aria-current="page"]');
    var before = parseFloat(stored("sessionStorage", "docsnav-place"));
    stored("sessionStorage", "docsnav-place", "");
    var box = now && scroller(now);
    if (box && before >= 0) box.scrollTop += now.getBoundingClientRect().top - before;
  }

  /* For the parts of this script that not every site has, and for those that are loaded. */
  window.docsnavTools = {
    all: all,
    load: load,
    stored: stored,
    start: function (run) {
      if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run);
      else run();
    },
  };

  function showCurrent() {
    inView(document.querySelector('.docsnav-sidebar [aria-current="page"]'));
    all(".docsnav-bar .docsnav-tab.current, .docsnav-headtabs > .current, .md-tabs__item--active").forEach(inView);
  }

  function start() {
    menus();
    folds();
    headroom();
    keepPlace();
    showCurrent();
    /* Once more, for themes whose scripts give the sidebar its height. */
    window.addEventListener("load", function () { setTimeout(showCurrent, 100); });
  }

  window.docsnavTools.start(start);
})();
