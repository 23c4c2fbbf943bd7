/* ?mode=dark and ?dir=rtl show a page of this documentation so, whatever the reader has chosen. */
(() => {
  const wanted = new URLSearchParams(location.search);
  const apply = () => {
    if (wanted.get("mode")) document.body.dataset.theme = wanted.get("mode");
    if (wanted.get("dir")) document.documentElement.dir = wanted.get("dir");
  };
  if (!wanted.size) return;
  addEventListener("DOMContentLoaded", apply);
  addEventListener("load", apply);
})();
