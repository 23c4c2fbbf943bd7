/* The theme binds its drawers to the first button for them, hides that one and shows another. */
(function () {
  "use strict";
  document.addEventListener("click", function (event) {
    var button = event.target.closest(".primary-toggle, .secondary-toggle");
    if (!button) return; /* a button with a script of its own ends its click there */
    var side = button.classList.contains("primary-toggle") ? ".primary-toggle" : ".secondary-toggle";
    var bound = document.querySelector(side);
    if (bound !== button && !bound.getClientRects().length) bound.click();
  });
})();
