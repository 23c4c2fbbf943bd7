/* A theme that nothing is known of: what it shows is measured. Our parts take its colours, and keep clear
   of a header and of columns that do not scroll. */
(() => {
  "use strict";
  const root = document.documentElement;
  const set = (name, value) => root.style.setProperty(`--docsnav-${name}`, value);
  const fixed = (element) => {
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(box).position)) return box;
    }
    return null;
  };

  /* Any colour of CSS as red, green, blue and alpha. */
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  const rgba = (colour) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = colour;
    brush.fillRect(0, 0, 1, 1);
    return brush.getImageData(0, 0, 1, 1).data;
  };

  /* Text is light on a dark page. Behind it is the nearest colour that hides what is behind. */
  const colours = () => {
    const main = document.querySelector('main, [role="main"], .body') || document.body;
    const text = getComputedStyle(main).color;
    const [red, green, blue] = rgba(text);
    root.classList.toggle("docsnav-dark", 0.299 * red + 0.587 * green + 0.114 * blue > 128);
    set("on-surface", text);
    for (let box = main; box; box = box.parentElement) {
      const behind = getComputedStyle(box).backgroundColor;
      if (rgba(behind)[3] === 255) {
        set("surface", behind);
        return;
      }
    }
  };

  /* Marked lines of code reach to the edges of their box: where its padding is around the scrolling text, it moves into that. */
  const edges = () => {
    const pre = document.querySelector(".highlight pre:has(.hll)");
    if (!pre) return;
    const [own, outer] = [pre, pre.parentElement].map((box) => parseFloat(getComputedStyle(box).paddingLeft));
    if (!own) root.classList.add("docsnav-bare-code");
    set("code-edge", (own || outer) + "px");
  };

  /* What has been moved, which is measured again where the theme has it. */
  const moved = [];
  const move = (element, property, length) => {
    element.style[property] = length + "px";
    moved.push([element, property]);
  };

  /* What stands still at the top of the window, and beside our bar. */
  const places = () => {
    const parts = [...document.querySelectorAll("body > .docsnav-banner, body > .docsnav-bar")];
    if (!parts.length) return;
    for (const [element, property] of moved.splice(0)) element.style[property] = "";
    const last = parts.at(-1);
    const { clientWidth } = root;
    const still = (x, y) => document.elementsFromPoint(x, y).map(fixed).filter((box) => box && !parts.some((part) => box.contains(part)));
    const heads = still(clientWidth / 2, 1).map((box) => box.getBoundingClientRect()).filter((box) => box.top <= 0 && box.height < innerHeight / 3);
    const height = Math.max(0, ...heads.map((box) => box.bottom));
    set("header", height + "px");

    /* A header above our parts takes no room of its own: the first of them leaves it. */
    root.classList.add("docsnav-measured");
    root.classList.remove("docsnav-covered");
    const covered = parts[0].offsetTop < height;
    root.classList.remove("docsnav-measured");
    root.classList.toggle("docsnav-covered", covered);
    let content = last.nextElementSibling;
    while (content && (!content.offsetHeight || fixed(content))) content = content.nextElementSibling;
    /* The theme leaves it above its content, which is now below our parts. */
    const spare = covered && content && parseFloat(getComputedStyle(content).paddingTop) >= height ? height : 0;
    if (spare) move(content, "marginTop", -spare);

    const bottom = last.getBoundingClientRect().bottom;
    const rows = [...parts.map((part) => part.getBoundingClientRect().bottom - 8), bottom + 1];
    const boxes = [...new Set([1, clientWidth - 2].flatMap((x) => rows.flatMap((y) => still(x, y))))]
      .map((box) => [box, box.getBoundingClientRect()]).filter(([, { width }]) => width < clientWidth / 2);
    const sides = { left: 0, right: 0 };
    for (const [, { left, right, height: tall }] of boxes) {
      if (tall < innerHeight / 3) continue;
      if (left <= 0) sides.left = Math.max(sides.left, right);
      else sides.right = Math.max(sides.right, clientWidth - left);
    }
    /* A button that stands still over our parts moves below them, and the content below it. */
    for (const [box, { left, right, top, bottom: end, height: tall }] of boxes) {
      if (tall >= innerHeight / 3 || end <= height || top >= bottom - 1 || left < sides.left || clientWidth - right < sides.right) continue;
      move(box, "paddingTop", Math.max(0, parseFloat(getComputedStyle(box).paddingTop) - Math.max(0, height - top)));
      move(box, "marginTop", bottom - top);
      if (content) move(content, "marginTop", box.offsetHeight - spare);
    }
    for (const side in sides) set(side, sides[side] + "px");
  };

  docsnavTools.start(() => {
    const measure = () => {
      colours();
      places();
    };
    const soon = () => setTimeout(measure, 50);
    measure();
    edges();
    addEventListener("load", measure);
    addEventListener("resize", soon);
    document.addEventListener("click", soon);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", soon);
  });
})();
