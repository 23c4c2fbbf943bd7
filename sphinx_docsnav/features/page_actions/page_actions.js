/* The button that copies a page: its Markdown, or its text where that cannot be loaded (file://). */
(function () {
  "use strict";

  function text(actions) {
    var page = actions.parentElement.cloneNode(true);
    page.querySelectorAll(".docsnav-actions, .headerlink, script, style, button").forEach(function (part) {
      part.remove();
    });
    page.style.cssText = "position:absolute;left:-9999px";
    document.body.appendChild(page);
    var found = page.innerText;
    page.remove();
    return found.trim() + "\n";
  }

  function markdown(url) {
    if (location.protocol === "file:" || !window.fetch) return Promise.reject(new Error("no server"));
    return fetch(url).then(function (answer) {
      if (!answer.ok) throw new Error(answer.statusText);
      return answer.text();
    });
  }

  /* Without a secure context there is no clipboard but the old command. */
  function copy(words) {
    if (navigator.clipboard) return navigator.clipboard.writeText(words);
    var area = document.createElement("textarea");
    area.value = words;
    document.body.appendChild(area);
    area.select();
    document.execCommand("copy");
    area.remove();
    return Promise.resolve();
  }

  document.querySelectorAll("[data-docsnav-copy]").forEach(function (button) {
    var label = button.textContent;
    button.addEventListener("click", function () {
      markdown(button.dataset.docsnavCopy)
        .catch(function () {
          return text(button.parentElement);
        })
        .then(copy)
        .then(function () {
          button.textContent = button.dataset.docsnavDone;
          setTimeout(function () {
            button.textContent = label;
          }, 2000);
        });
    });
  });
})();
