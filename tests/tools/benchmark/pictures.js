/* What pictures.py looks for on a page; see there. */
() => {
  const seen = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const box = (e) => {
    const r = e.getBoundingClientRect();
    return [r.x, r.y + scrollY, r.width, r.height].map(Math.round);
  };
  const landmarks = {};
  for (const e of document.querySelectorAll("header, nav, main, aside, footer, [role=main], h1")) {
    if (!seen(e) || !e.offsetWidth || e.closest("article nav, article aside, details:not([open])")) continue;
    const name = e.localName + "." + (e.ariaLabel || e.id || e.classList[0] || "");
    landmarks[name] ??= box(e);
  }
  const overflow = Math.max(0, document.documentElement.scrollWidth - innerWidth);
  const tops = [...document.querySelectorAll("main, [role=main], aside, nav.docsnav-sidebar")]
    .filter((e) => seen(e) && e.offsetWidth && !/fixed|absolute/.test(getComputedStyle(e).position));
  const overlaps = [];
  for (const a of tops) for (const b of tops) {
    if (a === b || a.contains(b) || b.contains(a) || tops.indexOf(a) > tops.indexOf(b)) continue;
    const [p, q] = [a.getBoundingClientRect(), b.getBoundingClientRect()];
    const wide = Math.min(p.right, q.right) - Math.max(p.left, q.left);
    const high = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
    if (wide > 2 && high > 2) overlaps.push(`${a.className || a.localName} | ${b.className || b.localName}`);
  }
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (text) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = text;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (c) => {
    const [r, g, b] = c.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const isDark = getComputedStyle(document.documentElement).colorScheme.includes("dark") && matchMedia("(prefers-color-scheme: dark)").matches;
  const paper = isDark ? [18, 18, 18] : [255, 255, 255];
  const below = (e) => {
    const layers = [];
    for (let at = e; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.backgroundImage !== "none") return null;
      const colour = rgba(style.backgroundColor);
      if (colour[3]) layers.push(colour);
      if (colour[3] === 255) break;
    }
    return layers.reverse().reduce((base, [r, g, b, a]) => base.map((v, i) => v + ([r, g, b][i] - v) * a / 255), paper);
  };
  const contrast = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !seen(e) || e.closest("script, style, noscript, .docsnav-unseen, svg")) continue;
    const ground = below(e);
    if (!ground) continue;
    const style = getComputedStyle(e);
    const [r, g, b, a] = rgba(style.color);
    const ink = [r, g, b].map((v, i) => ground[i] + (v - ground[i]) * a / 255);
    const [low, high] = [light(ink), light(ground)].sort((x, y) => x - y);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < (large ? 3 : 4.5)) contrast.add(`${e.localName}.${e.className} ${ratio.toFixed(1)}`);
  }
  return { landmarks, overflow, overlaps, contrast: [...contrast].sort() };
}
