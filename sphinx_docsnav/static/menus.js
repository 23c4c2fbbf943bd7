/* The keys of menus and their place in the window. docsnav.js loads this script when
   a reader first points at a menu or moves the focus to one. */
(function () {
  "use strict";
  var all = docsnavTools.all, load = docsnavTools.load;

  /* Escape closes a menu, arrow keys walk through it. */
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

  function shown(menu) {
    keepInside(menu);
    showChoice(menu);
    filter(menu);
  }

  function menus() {
    var found = all(".docsnav-menu").filter(function (menu) {
      return !menu.closest(".docsnav-drawer");
    });
    found.forEach(function (menu) {
      shown(menu);
      menu.addEventListener("toggle", function () { shown(menu); });
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
    });
    all(".docsnav-bar, .docsnav-head-nav, .sy-head-links, .md-tabs").forEach(function (bar) {
      bar.addEventListener("scroll", function () { found.forEach(function (menu) { close(menu, false); }); }, true);
    });
  }

  menus();
})();
