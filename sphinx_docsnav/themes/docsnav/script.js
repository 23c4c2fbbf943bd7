/* What the theme's own controls do: light and dark, "on this page", copying code, the drawer. */
(() => {
  "use strict";
  const { all, stored, start } = docsnavTools;
  const body = document.body;

  const isDark = () => body.dataset.theme === "dark" || (body.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  const modes = () => {
    for (const button of all(".dn-mode")) {
      const show = () => { button.ariaPressed = isDark(); };
      button.addEventListener("click", () => {
        body.dataset.theme = isDark() ? "light" : "dark";
        stored("localStorage", "docsnav-mode", body.dataset.theme);
        show();
      });
      show();
    }
  };

  /* The heading that the reader is below is marked in the contents, and named in the bar. */
  const contents = () => {
    const links = new Map(all('.dn-toc a[href^="#"]').map((link) => [link.getAttribute("href").slice(1), link]));
    const here = document.querySelector(".dn-here");
    const panel = document.getElementById("dn-toc");
    const targets = [...links.keys()].map((id) => id && document.getElementById(id)).filter(Boolean);
    if (!targets.length) return;
    /* Long names break between their parts. */
    for (const name of panel.querySelectorAll(".pre")) name.innerHTML = name.innerHTML.replace(/[._/](?=\w)/g, "$&<wbr>");
    let current;
    const mark = () => {
      const line = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) + 8;
      const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
      /* What is in an entry of a changelog is not laid out for this before the entry comes near. */
      const above = targets.filter((target) => {
        const { top, bottom } = (target.closest(".docsnav-update") || target).getBoundingClientRect();
        return bottom <= line || (top <= line && target.getBoundingClientRect().top <= line);
      });
      const next = atEnd && scrollY ? targets.at(-1) : above.at(-1);
      if (next === current) return;
      links.get(current?.id)?.removeAttribute("aria-current");
      current = next;
      const link = links.get(current?.id);
      link?.setAttribute("aria-current", "location");
      if (here) here.textContent = link ? link.textContent : "";
    };
    /* In the next frame, where the browser computes positions anyway. */
    let waits = false;
    const markSoon = () => {
      if (waits) return;
      waits = true;
      requestAnimationFrame(() => { waits = false; mark(); });
    };
    addEventListener("scroll", markSoon, { passive: true });
    markSoon();
    panel.addEventListener("click", (event) => { if (event.target.closest("a") && panel.matches(":popover-open")) panel.hidePopover(); });
  };

  /* Without line numbers, and of a session what was typed alone. */
  const copyButtons = () => {
    const label = body.dataset.copy;
    if (!label || !navigator.clipboard || document.querySelector('script[src*="copybutton"]')) return;
    for (const code of all("article .highlight pre, article pre.literal-block")) {
      const box = code.closest(".highlight") || code;
      if (box.closest(".docsnav-endpoint, .linenos") || box.querySelector(":scope > button")) continue;
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "dn-copy", ariaLabel: label, title: label });
      button.innerHTML = '<svg class="dn-glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="M9 9h11v11H9zM5 15H4V4h11v1"/></svg>';
      button.addEventListener("click", () => {
        const copy = code.cloneNode(true);
        const session = copy.querySelector(".gp") ? ", .gp, .go, .gt" : "";
        for (const part of copy.querySelectorAll(`.linenos, .lineno, button${session}`)) {
          const next = part.nextSibling;
          if (next && part.matches(".go, .gt")) next.textContent = next.textContent.replace(/^\n/, "");
          part.remove();
        }
        navigator.clipboard.writeText(copy.textContent.replace(/\n$/, "")).then(() => {
          button.classList.add("docsnav-done");
          setTimeout(() => button.classList.remove("docsnav-done"), 1500);
        });
      });
      box.append(button);
    }
  };

  start(() => {
    modes();
    contents();
    copyButtons();
    /* Addresses of headings are for the pointer: keys would stop at each of them. */
    for (const link of all(".headerlink")) link.tabIndex = -1;
    const side = document.getElementById("dn-side");
    side?.addEventListener("toggle", () => side.querySelector('[aria-current="page"]')?.scrollIntoView({ block: "center" }));
    if (/Mac|iP(hone|ad)/.test(navigator.platform)) for (const key of all(".dn-search kbd")) key.textContent = "\u2318 K";
  });
})();
