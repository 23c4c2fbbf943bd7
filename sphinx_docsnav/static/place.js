/* Mark the entry that the address names: `?place=2` in the sidebar of the page, `?in=KEY` in another
   division that lists the page, too. The script of that division has its parts of the navigation;
   comments or empty elements enclose those of the page. docsnav.js loads this script for such an address. */
docsnavTools.place = (done) => {
  "use strict";
  const { all, load } = docsnavTools;
  const CURRENT = '.docsnav-sidebar [aria-current="page"]';
  const [place, key] = /\b(?:in=(\w+)(?:&place=\d+)?|place=\d+)/.exec(location.search) || [];
  const { pathname } = document.querySelector(CURRENT) || location;

  const markEntry = () => {
    for (const sidebar of place ? all(".docsnav-sidebar") : []) {
      const now = sidebar.querySelector('[aria-current="page"]');
      const links = all("a[href]", sidebar).filter((item) => item.pathname === pathname);
      const link = links.find((item) => item.search === `?${place}`) || links.find((item) => key && item.search === `?in=${key}`);
      if (!link) continue;
      for (const item of all(".current", sidebar)) item.classList.remove("current", "current-page");
      now?.removeAttribute("aria-current");
      link.setAttribute("aria-current", "page");
      const own = link.closest("li");
      own?.classList.add("current-page");
      for (let item = own?.querySelector("details") || link; item !== sidebar; item = item.parentElement) {
        if (item.localName === "li") item.classList.add("current");
        item.open = true;
      }
    }
    done();
  };

  /* `switches` has the addresses of the switches for each page. */
  docsnavTools.show = (parts, switches) => {
    const root = new URL("..", document.currentScript.src);
    const own = Object.keys(switches).find((page) => new URL(page, root).pathname === pathname);
    const headings = document.querySelector(".docsnav-headings");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    const marks = all("template[data-docsnav]");
    while (walker.nextNode()) if (/^docsnav-/.test(walker.currentNode.data)) marks.push(walker.currentNode);
    marks.forEach((mark, index) => {
      const markup = parts[mark.dataset ? mark.dataset.docsnav : mark.data.slice(8)];
      if (own === undefined || markup === undefined) return;
      const range = document.createRange();
      range.setStartAfter(mark);
      range.setEndBefore(marks[index + 1]);
      range.deleteContents();
      const filled = markup.replace(/\ufdd9(\d+);/g, (_, number) => switches[own][number]);
      range.insertNode(range.createContextualFragment(filled.replaceAll("\ufdd7", root.href.replaceAll("&", "&amp;"))));
    });
    markEntry();
    if (headings) document.querySelector(CURRENT)?.closest("li")?.append(headings);
  };

  if (key) load(`docsnav-in-${key}.js`, null, markEntry);
  else markEntry();
};
