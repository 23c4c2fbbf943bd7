/* Runs the queries of searches.py with one engine. Reads the work as JSON from the standard input,
   and prints for each query {found: [[docname, [anchor…]]…], bytes, milliseconds}. */
import fs from "node:fs";
import os from "node:os";
import url from "node:url";
import path from "node:path";
import vm from "node:vm";
import zlib from "node:zlib";
import { createRequire } from "node:module";

const work = JSON.parse(fs.readFileSync(0, "utf8"));
const LIMIT = 10;
const SHOWN = 8; /* pages of our dialog */
const packed = new Map();
const weigh = (text) => zlib.gzipSync(text, { level: 6 }).length;
const load = createRequire(path.join(work.modules, "x.js"));

const documents = [];
for (const [docname, page] of Object.entries(work.pages)) {
  const title = page.entries[0][1];
  for (const [anchor, heading, , text] of page.entries) {
    documents.push({ id: documents.length, docname, anchor, title, heading: anchor ? heading : "", text });
  }
}
const grouped = (ids) => {
  const found = new Map();
  for (const id of ids) {
    const { docname, anchor } = documents[id];
    if (!found.has(docname)) found.set(docname, []);
    if (found.get(docname).length < 3) found.get(docname).push(anchor);
  }
  return [...found].slice(0, LIMIT);
};

const engines = {
  async docsnav() {
    const sandbox = { docsnavTools: {} };
    const program = fs.readFileSync(work.script, "utf8");
    vm.createContext(sandbox);
    vm.runInContext(program, sandbox);
    const folder = path.join(work.out, "_static/docsnav-search");
    const texts = new Map();
    let asked = new Set();
    const read = async (name) => {
      asked.add(name);
      if (!texts.has(name)) {
        const text = fs.readFileSync(path.join(folder, `${name}.js`), "utf8");
        packed.set(name, weigh(text));
        let data;
        new Function("docsnavIndex", text)((_, given) => { data = given; });
        texts.set(name, data);
      }
      return texts.get(name);
    };
    const engine = sandbox.docsnavTools.engine(read);
    await engine.open(work.index);
    const start = weigh(program) + packed.get(work.index);
    return async (query) => {
      asked = new Set();
      const index = await engine.open(work.index);
      const { rows, marks } = await engine.search(index, query, SHOWN);
      const sorted = await engine.sorted(rows, query, marks);
      await Promise.all(sorted.flatMap((row) => engine.shown(row).map(({ entry }) => engine.entryOf(row.docname, entry))));
      asked.delete(work.index);
      const bytes = start + [...asked].reduce((sum, name) => sum + packed.get(name), 0);
      return [sorted.map((row) => [row.docname, engine.shown(row).map(({ entry }) => work.pages[row.docname].entries[entry][0])]), bytes];
    };
  },
  async minisearch() {
    const MiniSearch = load("minisearch");
    const index = new MiniSearch({ fields: ["title", "heading", "text"], searchOptions: { boost: { title: 5, heading: 3 }, prefix: true, fuzzy: 0.2, combineWith: "AND" } });
    index.addAll(documents);
    const bytes = weigh(JSON.stringify(index));
    return (query) => [grouped(index.search(query).map(({ id }) => id)), bytes];
  },
  async lunr() {
    const lunr = load("lunr");
    const index = lunr(function build() {
      this.field("title", { boost: 5 });
      this.field("heading", { boost: 3 });
      this.field("text");
      for (const each of documents) this.add(each);
    });
    const bytes = weigh(JSON.stringify(index));
    return (query) => {
      const words = query.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);
      const found = index.query((asked) => {
        for (const word of words) {
          asked.term(lunr.tokenizer(word), { boost: 10 });
          asked.term(word, { wildcard: lunr.Query.wildcard.TRAILING, boost: 3, usePipeline: false });
          asked.term(word, { editDistance: 1 });
        }
      });
      return [grouped(found.map(({ ref }) => ref)), bytes];
    };
  },
  async flexsearch() {
    const { Document } = load("flexsearch");
    const index = new Document({ document: { id: "id", index: ["title", "heading", "text"] }, tokenize: "forward" });
    for (const each of documents) index.add(each);
    const parts = [];
    await index.export((_, data) => { parts.push(data); });
    const bytes = weigh(parts.join(""));
    return (query) => [grouped(index.search(query, { limit: 50 }).flatMap(({ result }) => result)), bytes];
  },
  async orama() {
    const { create, insertMultiple, search, save } = load("@orama/orama");
    const index = create({ schema: { title: "string", heading: "string", text: "string" } });
    await insertMultiple(index, documents.map(({ id, title, heading, text }) => ({ id: String(id), title, heading, text })));
    const bytes = weigh(JSON.stringify(save(index)));
    return async (query) => {
      const { hits } = await search(index, { term: query, tolerance: 1, boost: { title: 5, heading: 3 }, limit: 50 });
      return [grouped(hits.map(({ id }) => Number(id))), bytes];
    };
  },
  async pagefind() {
    const library = path.join(work.modules, "pagefind/lib/index.js");
    const { createIndex, close } = await import(url.pathToFileURL(library));
    const { index } = await createIndex();
    const plain = (text) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
    for (const [docname, page] of Object.entries(work.pages)) {
      const parts = page.entries.map(([anchor, heading, , text], at) => (at
        ? `<h2 id="${plain(anchor)}">${plain(heading)}</h2><p>${plain(text)}</p>`
        : `<h1>${plain(heading)}</h1><p>${plain(text)}</p>`));
      const content = `<html lang="en"><body><main data-pagefind-body>${parts.join("")}</main></body></html>`;
      await index.addHTMLFile({ url: docname, content });
    }
    const { files } = await index.getFiles();
    await close();
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pagefind-"));
    process.on("exit", () => fs.rmSync(folder, { recursive: true }));
    for (const { path: name, content } of files) {
      fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      fs.writeFileSync(path.join(folder, name), content);
    }
    /* All files but the program are packed already. */
    const program = weigh(fs.readFileSync(path.join(folder, "pagefind.js")));
    let bytes = 0;
    globalThis.fetch = async (address) => {
      const content = fs.readFileSync(url.fileURLToPath(String(address).split("?")[0]));
      bytes += content.length;
      return new Response(content);
    };
    globalThis.document = { currentScript: null, querySelector: () => ({ getAttribute: () => "en" }) };
    const engine = await import(url.pathToFileURL(path.join(folder, "pagefind.js")));
    return async (query) => {
      bytes = program;
      const { results } = await engine.search(query);
      const best = await Promise.all(results.slice(0, LIMIT).map((each) => each.data()));
      await engine.destroy(); /* the next reader has nothing cached */
      return [best.map((each) => [each.raw_url ?? each.url, each.sub_results.map((part) => part.anchor?.id ?? "").slice(0, 3)]), bytes];
    };
  },
  async sphinx() {
    const folder = path.join(work.out, "_static");
    const nothing = () => {};
    const sandbox = { document: { readyState: "loading", addEventListener: nothing, documentElement: { dataset: {} }, querySelectorAll: () => [], querySelector: () => null, getElementById: () => null }, window: {}, localStorage: { setItem: nothing, getItem: () => null, removeItem: nothing }, DOCUMENTATION_OPTIONS: {}, Documentation: {}, _ready: nothing, _removeChildren: nothing, SPHINX_HIGHLIGHT_ENABLED: false, console, URLSearchParams };
    sandbox.window = sandbox;
    vm.createContext(sandbox);
    let bytes = 0;
    const stemmers = fs.readdirSync(folder).filter((name) => name.includes("stemmer")).sort().map((name) => `_static/${name}`);
    for (const file of [...stemmers, "_static/language_data.js", "_static/searchtools.js", "searchindex.js"]) {
      const name = path.join(work.out, file);
      if (!fs.existsSync(name)) continue;
      const text = fs.readFileSync(name, "utf8");
      bytes += weigh(text);
      vm.runInContext(text, sandbox);
    }
    sandbox.folder = folder;
    return (query) => {
      sandbox.asked = query;
      const results = vm.runInContext("Search._performSearch(...Search._parseQuery(asked)).reverse()", sandbox);
      const found = new Map();
      for (const [docname, , anchor] of results) {
        if (!found.has(docname)) found.set(docname, []);
        found.get(docname).push((anchor || "").replace(/^#/, ""));
      }
      return [[...found].slice(0, LIMIT), bytes];
    };
  },
};

const search = await engines[work.engine]();
const answers = [];
for (const query of work.queries) {
  const start = performance.now();
  const [found, bytes] = await search(query);
  answers.push({ found, bytes, milliseconds: performance.now() - start });
}
process.stdout.write(JSON.stringify(answers));
