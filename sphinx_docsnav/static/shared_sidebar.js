/* Put the whole sidebar of a division into each short one, with the marks of the page. */
function (key, markup) {
  "use strict";
  document.querySelectorAll('[data-docsnav-shared="' + key + '"]').forEach(function (sidebar) {
    var root = sidebar.dataset.docsnavRoot.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
    var symbols = sidebar.querySelector(".docsnav-symbols");
    sidebar.innerHTML = markup.split("\ufdd7").join(root);
    var elements = sidebar.querySelectorAll("*");
    sidebar.dataset.docsnavMarks.split(" ").forEach(function (mark) {
      var element = elements[mark.slice(1)];
      if (!element) return;
      if (mark[0] === "o") element.open = true;
      else if (mark[0] === "a") element.setAttribute("aria-current", "page");
      else element.className += mark[0] === "p" ? " current current-page" : " current";
    });
    if (symbols) sidebar.append(symbols);
    ["docsnavShared", "docsnavRoot", "docsnavMarks"].forEach(function (name) { delete sidebar.dataset[name]; });
  });
}
