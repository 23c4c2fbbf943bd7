/* Lists the pages whose addresses are most like the missing one. */
(function () {
  "use strict";
  var place = document.getElementById("docsnav-near");
  var pages = window.docsnavAddresses;
  if (!place || !pages) return;

  /* The pairs of letters of a text: two texts are alike if they share many. */
  function pairs(text) {
    var found = {};
    for (var at = 0; at + 1 < text.length; at++) found[text.slice(at, at + 2)] = true;
    return found;
  }

  function likeness(one, other) {
    var shared = 0;
    var all = 0;
    Object.keys(one).forEach(function (pair) {
      all++;
      if (other[pair]) shared++;
    });
    return shared ? (2 * shared) / (all + Object.keys(other).length) : 0;
  }

  /* The letters of an encoded run; the run itself if it is malformed, as in a mistyped address. */
  function decode(run) {
    try {
      return decodeURIComponent(run);
    } catch (error) {
      return run;
    }
  }

  function plain(path) {
    return path
      .replace(/(%[0-9a-f]{2})+/gi, decode)
      .toLowerCase()
      .replace(/(index)?(\.(html?|md|mdx))?\/?$/, "")
      .replace(/^\/+/, "");
  }

  /* The path of an address below the folder of the site, which all its pages have in common. */
  var root = plain(new URL(".", document.baseURI).pathname);
  function below(pathname) {
    var path = plain(pathname);
    return path.startsWith(root) ? plain(path.slice(root.length)) : path;
  }

  var wanted = below(location.pathname);
  var folder = wanted.split("/")[0];
  var whole = pairs(wanted);
  var last = pairs(wanted.split("/").pop());
  var ranked = pages
    .map(function (page) {
      var path = below(new URL(page[0], document.baseURI).pathname);
      var score = likeness(whole, pairs(path)) + likeness(last, pairs(path.split("/").pop()));
      return { url: page[0], title: page[1], language: page[2], path: path, score: score };
    })
    .sort(function (one, other) {
      return other.score - one.score;
    });
  /* A missing page has the language of its folder, else that of the first page of the site. */
  var neighbour = ranked.find(function (page) {
    return page.path.split("/")[0] === folder;
  });
  var language = neighbour && neighbour.language;
  var near = ranked
    .filter(function (page) {
      return page.score > 0.7 && page.language === language;
    })
    .slice(0, 5);
  if (!near.length) return;

  var heading = document.createElement("p");
  heading.textContent = place.dataset.docsnavNear;
  var list = document.createElement("ul");
  near.forEach(function (page) {
    var link = document.createElement("a");
    link.href = page.url;
    link.textContent = page.title;
    list.appendChild(document.createElement("li")).appendChild(link);
  });
  place.append(heading, list);
})();
