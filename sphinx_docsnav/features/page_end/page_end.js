/* Tells the project's own script whether a page was helpful. */
(function () {
  "use strict";
  document.querySelectorAll("[data-docsnav-feedback]").forEach(function (group) {
    group.addEventListener("click", function (event) {
      var button = event.target.closest("button");
      if (!button) return;
      var detail = { page: group.dataset.docsnavFeedback, helpful: button.value === "yes" };
      document.dispatchEvent(new CustomEvent("docsnav:feedback", { detail: detail }));
      var thanks = document.createElement("span");
      thanks.setAttribute("role", "status");
      group.replaceChildren(thanks);
      thanks.textContent = group.dataset.docsnavThanks;
    });
  });
})();
