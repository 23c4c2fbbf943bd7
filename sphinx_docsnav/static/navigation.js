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

  /* Take an element away, and what is empty without it. */
  function remove(element) {
    var frame = element.parentElement;
    if (!frame) return;
    element.remove();
    while (frame && frame !== document.body && !frame.children.length && !frame.textContent.trim()) {
      var empty = frame;
      frame = frame.parentElement;
      empty.remove();
    }
  }

  function all(selector, root) {
    return Array.prototype.slice.call((root || document).querySelectorAll(selector));
  }

  /* Banners that a reader has closed stay closed. */
  function banners() {
    all("[data-docsnav-banner]").forEach(function (banner) {
      var button = banner.querySelector(".docsnav-close");
      if (!button) return;
      var key = "docsnav-banner-" + banner.dataset.docsnavBanner;
      if (stored("localStorage", key)) {
        button.click(); /* a theme may undo what it did for the banner */
        remove(banner);
        return;
      }
      button.addEventListener("click", function () {
        stored("localStorage", key, "closed");
        remove(banner);
      });
    });
  }

  /* Menus close by Escape and by a click elsewhere; arrow keys walk through them. */
  function close(menu, refocus) {
    if (!menu.open) return;
    menu.open = false;
    if (refocus) menu.querySelector("summary").focus();
  }

  function step(menu, key) {
    var links = all("a", menu);
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

  function menus() {
    var found = all(".docsnav-menu").filter(function (menu) {
      return !menu.closest(".docsnav-drawer");
    });
    found.forEach(function (menu) {
      menu.addEventListener("toggle", function () {
        keepInside(menu);
        showChoice(menu);
      });
      menu.addEventListener("keydown", function (event) {
        if (event.key === "Escape" && menu.open) {
          close(menu, true);
          event.stopPropagation();
        } else if (["ArrowDown", "ArrowUp", "Home", "End"].indexOf(event.key) >= 0) {
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

  /* The Book theme binds its drawers to the first such button, hides that one and shows another. */
  function drawers() {
    document.addEventListener("click", function (event) {
      var button = event.target.closest(".primary-toggle, .secondary-toggle");
      if (!button) return; /* a button with a script of its own ends its click there */
      var side = button.classList.contains("primary-toggle") ? ".primary-toggle" : ".secondary-toggle";
      var bound = document.querySelector(side);
      if (bound !== button && !bound.getClientRects().length) bound.click();
    });
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

  /* `/` and Ctrl+K open a dialog that searches. Its script is loaded when it is first opened. */
  function search() {
    var places = document.getElementById("docsnav-search");
    if (!places || !window.HTMLDialogElement) return;
    document.addEventListener("keydown", function (event) {
      var options = window.DOCUMENTATION_OPTIONS || {};
      var typing = event.target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
      var slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !typing && options.ENABLE_SEARCH_SHORTCUTS !== false;
      if (!slash && !(event.key === "k" && (event.ctrlKey || event.metaKey) && !event.altKey)) return;
      event.preventDefault();
      event.stopPropagation(); /* Sphinx's own script goes to the search field */
      if (window.docsnavSearch) window.docsnavSearch();
      else if (!document.querySelector("script[data-docsnav-search]")) {
        var script = document.createElement("script");
        script.src = JSON.parse(places.textContent).script;
        script.dataset.docsnavSearch = "";
        document.head.append(script);
      }
    }, true);
  }

  function showCurrent() {
    inView(document.querySelector('.docsnav-sidebar [aria-current="page"]'));
    all(".docsnav-bar .docsnav-tab.current, .docsnav-headtabs > .current, .md-tabs__item--active").forEach(inView);
  }

  function start() {
    banners();
    menus();
    folds();
    drawers();
    headroom();
    keepPlace();
    search();
    showCurrent();
    /* Once more, for themes whose scripts give the sidebar its height. */
    window.addEventListener("load", function () { setTimeout(showCurrent, 100); });
  }

  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
  else start();
})();
