/* Searches the index that the build has written; knows nothing of pages and browsers.
   `docsnavTools.engine(read)` takes a function that returns the data of a file of the index, and
   returns the functions of the search. Words are divided as in index_words.py. */
docsnavTools.engine = (read) => {
  "use strict";
  /* Scripts without spaces; vowel signs of other scripts; words, names of several parts, parts of names. */
  const UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff";
  const VOWELS = "\u0900-\u0963\u0966-\u0dff";
  const LETTERS = `(?:(?![${UNSPACED}])[\\p{L}\\p{N}_${VOWELS}])+`;
  const PIECE = new RegExp(`[${UNSPACED}]+|${LETTERS}(?:[.-]${LETTERS})*`, "gu");
  const PART = new RegExp(`[\\p{L}\\p{N}${VOWELS}]+`, "gu");
  const TOKEN = new RegExp(`[${UNSPACED}]+|(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}])+`, "gu");
  /* Accents and other signs that words are compared without; letters that stand for others. */
  const MARKS = /[\u00ad\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u0640\u064b-\u065f\u0670\u200c\u200d]/g;
  const SAME = { ı: "i", ł: "l", Ł: "L", ø: "o", Ø: "O", đ: "d", Đ: "D", æ: "ae", Æ: "Ae", œ: "oe", "\u0671": "\u0627", "\u0649": "\u064a", "\u06cc": "\u064a", "\u0629": "\u0647", "\u06a9": "\u0643", ß: "ss", ẞ: "SS" };
  const CHANGED = new RegExp(`[${Object.keys(SAME).join("")}]`, "g");
  /* The Arabic article; names of products, such as Node.js; the parts of camelCase. */
  const ARTICLE = /^(?:[\u0648\u0641\u0628\u0643]?\u0627\u0644|\u0644\u0644)(?=.{3})/;
  const PRODUCT = /^[A-Z][A-Za-z]+[.][a-z]{2,4}$/;
  const HUMPS = /(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/;
  const UNSPACED_START = new RegExp(`^[${UNSPACED}]`);
  const LONGEST = 40; /* letters of a word in the index */
  const NEIGHBORS = 3; /* chunks that one word loads at most; one of two letters loads one */
  const CORRECTIONS = 4; /* words that a typing error is corrected to at most */
  const ELSEWHERE = 0.25; /* what a word counts in an entry if only the page has it */
  const IN_TITLE = 0.45; /* and if the page's title has it */
  const OTHER_FORM = 0.8; /* what another form of a word counts */
  const FREQUENT = 0.3; /* what a word counts that is too frequent for texts, beside others */
  const SYNONYM = 0.3; /* what another word of the same meaning counts */
  const FEW = 3; /* if fewer pages have all words of a query, those with half of them are found, too */
  const DEEP = 0.1; /* what pages count more if several sections have a word */
  const MOST = 0.5; /* short words are not corrected to words that more of the pages have */
  const SHORT = 5; /* and what words are short */
  /* American and British spelling. */
  const SPELLINGS = [["our", "or"], ["or", "our"], ["is", "iz"], ["iz", "is"], ["ys", "yz"], ["yz", "ys"], [/(?<=t)re$/, "er"], [/(?<=t)er$/, "re"], ["ll", "l"], [/l(?=ed|ing)/, "ll"], ["ence", "ense"], ["ense", "ence"], ["grey", "gray"], ["gray", "grey"]];
  const TITLED = 5; /* from this impact on, a word is in a title or heading */
  const TITLED_MORE = 1.5; /* what pages count more whose title has all words */
  const SHOWN_NAME = 3; /* the place of a name among pages with the word in their titles */
  const OWN_TAB = 1.1; /* what pages of the reader's tab count more */
  const NAMED = 12; /* what a whole name in code counts, compared with its parts */
  const HYPHENED = 2; /* and two words with a hyphen */
  const SECTIONS = 3; /* results of one page */
  const CHECKED = 40; /* pages whose texts are searched for a phrase, if one has it */
  const FIRST_CHECKED = 400; /* and until one has it */

  const stripMarks = (text) => text.normalize("NFKD").replace(MARKS, "").normalize("NFC")
    .replace(CHANGED, (letter) => SAME[letter]);
  /* The words of a text; each is a list: a name as a whole after its parts. */
  const pieces = (text) => [...stripMarks(text).matchAll(PIECE)].map(([piece]) => {
    if (UNSPACED_START.test(piece)) {
      return Array.from({ length: Math.max(1, piece.length - 1) }, (_, at) => piece.slice(at, at + 2).toLowerCase());
    }
    const parts = piece.match(PART) || [];
    const result = [];
    for (const part of parts) {
      result.push(part.toLowerCase().replace(ARTICLE, "").slice(0, LONGEST));
      const humps = part.split(HUMPS);
      if (humps.length > 1) result.push(...humps.map((hump) => hump.toLowerCase().slice(0, LONGEST)));
    }
    if (PRODUCT.test(piece)) result.push(parts.join("").toLowerCase().slice(0, LONGEST));
    if (piece.includes(".") && parts.length > 1) { /* of user.is_admin, is_admin */
      const names = piece.split(".").map((name) => name.toLowerCase().replace(/^[_-]+|[_-]+$/g, ""));
      result.push(...names.filter((name) => /[_-]/.test(name)).map((name) => name.slice(0, LONGEST)));
    }
    if (parts.length > 1) result.push(piece.toLowerCase().replace(/^[_.-]+|[_.-]+$/g, "").slice(0, LONGEST));
    return result;
  });
  const words = (text) => pieces(text).flat();
  /* A text as words with one space between, for the comparison of phrases. */
  const plain = (text) => ` ${stripMarks(text).toLowerCase().replace(/[^\p{L}\p{N}\p{M}]+/gu, " ").trim()} `;

  const unfold = (text) => {
    let before = "";
    return text ? text.split("\n").map((line) => {
      before = before.slice(0, parseInt(line[0], 36)) + line.slice(1);
      return before;
    }) : [];
  };
  /* "3p2a" is "pppaa". */
  const unrun = (text) => text.replace(/(\d+)(\D)/g, (_, times, letter) => letter.repeat(times));
  /* The number of insertions, deletions, changes and swaps between two words, or more than `most`;
     with `open`, from the first to the nearest beginning of the second. */
  const distance = (one, other, most, open) => {
    if (one.length - other.length > most || (!open && other.length - one.length > most)) return most + 1;
    let last = [];
    let row = Array.from({ length: other.length + 1 }, (_, at) => at);
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      let least = i;
      for (let j = 1; j <= other.length; j++) {
        const same = one[i - 1] === other[j - 1];
        let cost = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (same ? 0 : 1));
        if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) cost = Math.min(cost, last[j - 2] + 1);
        next.push(cost);
        if (cost < least) least = cost;
      }
      if (least > most) return most + 1;
      last = row;
      row = next;
    }
    return open ? Math.min(...row) : row[other.length];
  };
  /* The letters of a word as bits: an error removes at most one of them. */
  const lettersOf = (word) => {
    let bits = 0;
    for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31);
    return bits;
  };
  const count = (bits) => {
    let ones = 0;
    for (let rest = bits; rest; rest &= rest - 1) ones++;
    return ones;
  };
  /* The errors that a word may have. */
  const maxErrors = (word) => (word.length < 4 || /^\d/.test(word) ? 0 : word.length < 8 ? 1 : 2);

  /* Indexes of other versions from git are in other folders; their pages are named from here. */
  const ELSEWHERE_IN = /^\.\.\/\.\.\/(.+)_static\/docsnav-search\//;
  const bases = new Map();
  const open = async (name, reader = "") => { /* a page in the tab of the reader */
    const directory = await read(name);
    const [folder, base] = ELSEWHERE_IN.exec(name) || ["", ""];
    if (base) bases.set(base, folder);
    const pages = unfold(directory.pages).map((docname) => base + docname);
    const tabs = unrun(directory.tabs || "");
    /* A root that is no page of the site leads to the first one. */
    const tab = [reader, reader ? `${reader}/index` : "index", reader ? "" : directory.suggested?.[0]?.[0]].map((each) => tabs[pages.indexOf(each)]).find(Boolean);
    const starts = unfold(directory.chunks);
    const first = [0];
    for (const size of directory.sizes) first.push(first.at(-1) + size);
    const pageOf = directory.sizes.flatMap((size, page) => Array(size).fill(page)); /* by entry */
    const stopwords = new Set(directory.stopwords);
    const chunks = new Map();
    const chunk = (number) => {
      if (!chunks.has(number)) {
        chunks.set(number, read(`${name}.${number}`).then((text) => {
          let before = "";
          return text.split("\n").map((line) => {
            const [front, stem, entries] = line.split(" ");
            before = before.slice(0, parseInt(front[0], 36)) + front.slice(1);
            const root = !stem ? before : stem[0] === "=" ? stem.slice(1) : before.slice(0, -stem);
            return { word: before, stem: root, written: entries };
          });
        }));
      }
      return chunks.get(number);
    };
    /* The entries of a word, each followed by its impact; a point begins those of a page. */
    const postings = (match) => {
      if (match.entries) return match.entries;
      match.entries = [];
      let page = -1;
      let at = 0;
      let step = 0;
      for (let position = 0; position < match.written.length; position++) {
        const code = match.written.charCodeAt(position);
        if (code === 46) {
          page += step || 1;
          at = first[page] - 1;
          step = 0;
        } else if (code < 65) step = step * 36 + code - 48; /* a digit */
        else if (code > 90) step = step * 36 + code - 87; /* a small letter */
        else {
          at += step || 1;
          match.entries.push(at, code - 64);
          step = 0;
        }
      }
      return match.entries;
    };
    /* The number of the chunk that a word is in. */
    const chunkOf = (word) => {
      let at = 0;
      while (at + 1 < starts.length && starts[at + 1] <= word) at++;
      return at;
    };
    const lookUp = async (word) => (starts.length ? (await chunk(chunkOf(word))).find((each) => each.word === word) : undefined);
    /* The words of the index that begin with `start`; of many chunks, those around that of `word`. */
    const startingWith = async (start, word = start) => {
      const low = Math.max(chunkOf(start), chunkOf(word) - 1);
      const numbers = [];
      for (let at = low; at < starts.length && numbers.length < (start.length < 3 ? 1 : NEIGHBORS); at++) {
        if (at === low || starts[at].startsWith(start)) numbers.push(at);
      }
      const found = await Promise.all(numbers.map(chunk));
      return found.flat().filter((each) => each.word.startsWith(start));
    };
    const listStarts = unfold(directory.spellings);
    const lists = new Map();
    const loadList = (number) => {
      if (!lists.has(number)) lists.set(number, read(`${name}.words.${number}`).then(unfold));
      return lists.get(number);
    };
    /* The words that errors are corrected to: the lists with some first letters, or all. */
    const spellings = async (letters) => {
      const has = (at) => !letters || letters.some((letter) => listStarts[at] <= `${letter}\uffff` && !(listStarts[at + 1] < letter));
      return (await Promise.all(listStarts.map((_, at) => (has(at) ? loadList(at) : [])))).flat();
    };
    const groups = (directory.synonyms || "").split("|").map((group) => group.split(" "));
    /* The words that mean the same as one, in any of its forms. */
    const synonyms = (word) => {
      const forms = [word, word.replace(/s$/, ""), word.replace(/(ing|ed)$/, ""), word.replace(/(ing|ed)$/, "e")];
      return groups.filter((group) => group.some((each) => forms.includes(each))).flat().filter((each) => !forms.includes(each));
    };
    const isCommon = ({ written }) => written.split(".").length - 1 > pages.length * MOST;
    return { synonyms, isCommon, name, pages, first, stopwords, language: directory.language, others: directory.others || [], suggested: directory.suggested || [], kinds: unrun(directory.kinds || ""), tabs, tab: tab === "-" ? "" : tab, pageOf, count: first.at(-1), factors: directory.factors, lookUp, startingWith, postings, spellings };
  };

  /* What a word of a query means: words of the index, each with a weight, 1 for the word itself. */
  const findForms = async (index, word, strict) => {
    const itself = await index.lookUp(word);
    const matches = new Map(itself ? [[itself, 1]] : []);
    if (strict) return matches;
    if (index.language.startsWith("en") && word.length > 4) {
      const others = SPELLINGS.map(([one, other]) => word.replace(one, other)).filter((other) => other !== word);
      for (const each of await Promise.all(others.map(index.lookUp))) if (each) matches.set(each, 1);
    }
    const stem = itself && [itself.stem, itself.stem.slice(0, -1)].find((start) => start && word.startsWith(start));
    const stump = stem || (word.length < 4 ? word : word.slice(0, Math.max(3, word.length - 4)));
    const near = await index.startingWith(stump, word);
    for (const each of near) {
      const related = itself ? each.stem === itself.stem
        : each.stem.length > 2 && word.startsWith(each.stem) && word.length - each.stem.length < 5 && each.word !== each.stem;
      if (related && each !== itself) matches.set(each, itself ? OTHER_FORM : 0.6);
    }
    return matches;
  };
  const addStarting = async (index, word, matches) => {
    for (const each of await index.startingWith(word)) {
      if (!matches.has(each)) matches.set(each, 0.5 + 0.4 * word.length / each.word.length);
    }
  };
  const addCorrections = async (index, word, last, matches) => {
    const most = maxErrors(word);
    if (!most) return [];
    const near = [];
    const letters = lettersOf(word);
    const compare = (others) => {
      for (const other of others) {
        if (other === word || count(letters & ~lettersOf(other)) > most) continue;
        const whole = distance(word, other, most, false);
        if (whole <= most) near.push([whole, other]);
        else if (last && word.length > 4) {
          const begun = distance(word, other, 1, true);
          if (begun <= 1) near.push([begun + 0.5, other]);
        }
      }
    };
    /* Few errors are in the first letter. */
    compare(await index.spellings([word[0], word[1]]));
    if (!near.some(([cost]) => cost < 2)) {
      near.length = 0;
      compare(await index.spellings());
    }
    const alike = ([cost, other]) => cost + (other[0] === word[0] ? 0 : 0.4) + Math.abs(other.length - word.length) * 0.05;
    near.sort((a, b) => alike(a) - alike(b));
    const corrections = [];
    for (const [cost, other] of near.filter((each) => each[0] <= near[0][0] + 0.5).slice(0, CORRECTIONS)) {
      const each = await index.lookUp(other);
      if (!each || index.stopwords.has(other) || (word.length < SHORT && index.isCommon(each))) continue;
      matches.set(each, Math.max(matches.get(each) || 0, 0.75 / (cost || 1)));
      corrections.push(other);
    }
    return corrections;
  };
  /* Add the parts of a word that is two words without a space between. */
  const addParts = async (index, word, matches) => {
    if (word.length < 6) return;
    const known = new Set(await index.spellings());
    for (let at = 3; at < word.length - 2; at++) {
      const parts = [word.slice(0, at), word.slice(at)];
      if (!parts.every((part) => known.has(part))) continue;
      for (const each of await Promise.all(parts.map(index.lookUp))) if (each) matches.set(each, 0.5);
      return;
    }
  };

  const parse = (query) => {
    const phrases = [];
    const rest = query.replace(/["“„«]([^"“”„«»]+)["”“»]/g, (_, phrase) => { phrases.push(phrase); return " "; });
    const terms = [];
    const add = (word, strict, bonus = 0, of = []) => { /* a name, and its parts */
      if (!terms.some((term) => term.word === word)) terms.push({ word, strict, bonus, of });
    };
    for (const phrase of phrases) for (const word of words(phrase)) add(word, true);
    for (const piece of pieces(rest)) {
      /* A name counts more as a whole, but its parts are enough. */
      if (piece.length > 1 && !UNSPACED_START.test(piece[0])) {
        const humped = piece.slice(1).join("") === piece[0];
        const parts = humped ? piece.slice(1) : piece.slice(0, -1);
        parts.forEach((word) => add(word, false));
        const name = humped ? piece[0] : piece.at(-1);
        add(name, true, humped || /[._]/.test(name) ? NAMED : HYPHENED, parts);
      } else piece.forEach((word) => add(word, false));
    }
    const open = /[\p{L}\p{N}]$/u.test(query);
    /* Nearly every word begins with the first letter of a word. */
    const tail = terms.at(-1);
    if (open && terms.length > 1 && /^[a-z]$/.test(tail.word)) Object.assign(tail, { strict: true, bonus: 0.5 });
    return { terms, phrases: phrases.map((phrase) => [plain(phrase).trim(), phrase.trim()]).filter(([phrase]) => phrase), open };
  };

  /* The scores of entries for a term: a map from numbers of entries. */
  const scoreEntries = (index, matches, bonus) => {
    const best = new Map();
    let size = 0;
    /* Synonyms come last, and do not make a word frequent. */
    for (const [each, weight] of [...matches].sort((a, b) => b[1] - a[1])) {
      if (weight <= SYNONYM) size ||= best.size;
      const entries = index.postings(each);
      for (let place = 0; place < entries.length; place += 2) {
        const score = weight * entries[place + 1];
        if (!(best.get(entries[place]) >= score)) best.set(entries[place], score);
      }
    }
    size ||= best.size;
    const rarity = Math.log(1 + (index.count - size + 0.5) / (size + 0.5));
    best.factor = rarity * bonus;
    for (const [at, score] of best) best.set(at, score * best.factor);
    return best;
  };
  /* Move the page with the field or object of a name to `SHOWN_NAME`, if it is below. */
  const raiseNamed = (rows) => {
    const at = rows.findIndex(({ best }) => best);
    if (at > SHOWN_NAME) rows.splice(SHOWN_NAME, 0, ...rows.splice(at, 1));
    return rows;
  };
  /* The pages with entries that a term was found in, best first, and the largest share of terms. */
  const rankPages = (index, terms, scores) => {
    const pages = new Map();
    scores.forEach((entries, number) => {
      for (const [entry, score] of entries) {
        const page = index.pageOf[entry];
        let row = pages.get(page);
        if (!row) pages.set(page, row = { page, best: terms.map(() => 0), entries: new Map() });
        row.best[number] = Math.max(row.best[number], score);
        if (!row.entries.has(entry)) row.entries.set(entry, terms.map(() => 0));
        row.entries.get(entry)[number] = score;
      }
    });
    const frequent = terms.map((term) => terms.length > 1 && index.stopwords.has(term.word));
    const needed = terms.map((term, number) => !term.bonus && !frequent[number] && number).filter((n) => n !== false);
    const rows = [];
    for (const row of pages.values()) {
      const covered = needed.filter((number) => row.best[number] > 0).length;
      const title = row.entries.get(index.first[row.page]);
      const kind = (index.kinds[row.page] || "").toLowerCase();
      const alone = needed.length === 1 && "ao".includes(kind) ? needed[0] : -1;
      let named = 0;
      const has = (number) => title[number] >= TITLED * scores[number].factor;
      const titled = title && needed.every(has) && terms.every(({ bonus }, number) => bonus < NAMED || !scores[number].size || has(number));
      const entries = [...row.entries].map(([entry, termScores]) => {
        let score = 0;
        termScores.forEach((value, number) => {
          score += Math.max(value, title ? IN_TITLE * title[number] : 0, ELSEWHERE * row.best[number]) * (frequent[number] && !titled ? FREQUENT : 1);
        });
        const whole = needed.every((number) => termScores[number] > 0);
        const name = entry === index.first[row.page] ? 0 : termScores[alone] ?? 0;
        named = Math.max(named, name);
        return { entry: entry - index.first[row.page], score: whole ? score * 1.2 : score, whole, name };
      }).sort((a, b) => b.score - a.score || a.entry - b.entry);
      /* Below a title with the word, the field of this name is shown, too. */
      const best = named >= TITLED * scores[alone]?.factor && entries.find(({ name }) => name === named);
      if (best) best.named = true;
      const factor = (index.factors[row.page] ?? 1) * (index.tab && index.tabs[row.page] === index.tab ? OWN_TAB : 1);
      const coverage = needed.length ? covered / needed.length : 1;
      const depth = 1 + DEEP * Math.log2(entries.filter(({ whole }) => whole).length || 1);
      rows.push({ index, kind, last: kind !== index.kinds[row.page], docname: index.pages[row.page], covered: coverage, named, titled, score: entries[0].score * depth * factor * coverage ** 2 * (titled && terms.length > 1 ? TITLED_MORE : 1), entries });
    }
    const most = Math.max(0, ...rows.map((row) => row.covered));
    const least = Math.min(most, 0.99) - (rows.filter((row) => row.covered === 1).length < FEW ? 0.5 : 0.34);
    const sorted = rows.filter((row) => row.covered >= least).sort((a, b) => a.last - b.last || b.score - a.score);
    /* Many titles may have a word that is the whole name of a field or an object; one of these is shown. */
    const name = sorted.reduce((best, row) => (!row.last && row.named > (best?.named ?? 0) ? row : best), null);
    if (name) name.best = true;
    raiseNamed(sorted);
    return { rows: sorted, most };
  };

  const readOf = (docname, folder, end) => {
    const base = [...bases.keys()].find((each) => docname.startsWith(each)) || "";
    return read(`${bases.get(base) || ""}${folder}/${docname.slice(base.length)}${end}`);
  };
  const text = (docname) => readOf(docname, "pages", "");
  /* An entry of a page; those of a long page are in several files. */
  const entryOf = async (docname, number) => {
    const { entries, starts } = await text(docname);
    const part = starts.filter((start) => start <= number).length;
    return part ? (await readOf(docname, "texts", `.${part}`))[number - starts[part - 1]] : entries[number];
  };
  /* Whether the texts of a row have all phrases; leaves the entries that have them. Case and
     punctuation do not count, but put the row first. */
  const keepPhrases = async (row, phrases) => {
    const has = async (number) => {
      const [, heading, , body] = await entryOf(row.docname, number);
      const text = `${heading} ${body}`;
      const all = plain(text);
      if (!phrases.every(([phrase]) => all.includes(UNSPACED_START.test(phrase) ? phrase : ` ${phrase} `))) return false;
      row.literal ||= phrases.every(([, written]) => text.includes(written));
      return true;
    };
    const whole = row.entries.filter((each) => each.whole);
    const good = await Promise.all(whole.map(({ entry }) => has(entry)));
    row.entries = whole.filter((_, number) => good[number]);
    return row.entries.length > 0;
  };

  /* Finds pages that fit, best first: {rows: [{docname, entries: [{entry}…]}…], nearest: [word…], marks}. */
  const search = async (index, query, limit, fits = () => true) => {
    const { terms, phrases, open: unfinished } = parse(query);
    if (!terms.length) return { rows: [], nearest: [], marks: [] };
    /* The reader may be typing the last word, or the last part of a name and the name. */
    const end = terms.length - 1;
    const last = (number) => unfinished && (number === end ? !terms[end].strict || terms[end].bonus >= 1 : number === end - 1 && terms[end].bonus >= 1);
    const matches = await Promise.all(terms.map(async (term, number) => {
      const found = await findForms(index, term.word, term.strict);
      if (last(number) ? term.word.length > 1 : !found.size && !term.strict && term.word.length > 2) await addStarting(index, term.word, found);
      return found;
    }));
    const nearest = [];
    /* Words of the same meaning; also of two words, such as "turn off". */
    const addSynonyms = async (number) => {
      const { word, strict } = terms[number];
      if (strict) return;
      const next = terms[number + 1]?.strict === false ? index.synonyms(word + terms[number + 1].word) : [];
      for (const [others, places] of [[index.synonyms(word), [number]], [next, [number, number + 1]]]) {
        for (const found of await Promise.all(others.map((other) => findForms(index, other, false)))) {
          for (const [each, weight] of found) for (const place of places) if (!matches[place].has(each)) matches[place].set(each, weight * SYNONYM);
        }
      }
    };
    const correct = async (number) => {
      const { word, strict, of } = terms[number];
      if ((strict && !of.length) || index.stopwords.has(word)) return;
      nearest.push(...await addCorrections(index, word, last(number), matches[number]));
      if (!matches[number].size && !strict) await addParts(index, word, matches[number]);
      /* An error in a name is in one of its parts. */
      for (const part of matches.filter((_, at) => of.includes(terms[at].word))) {
        for (const [each, weight] of matches[number]) if (!part.has(each)) part.set(each, weight);
      }
    };
    /* Two words that the site writes as one: front matter. */
    const addJoined = async (number) => {
      if (!number || terms[number].strict || terms[number - 1].strict) return;
      const found = await findForms(index, terms[number - 1].word + terms[number].word, false);
      for (const part of [matches[number - 1], matches[number]]) for (const [each, weight] of found) part.set(each, weight);
    };
    const isExact = (found) => [...found.values()].some((weight) => weight === 1);
    const isStart = (number) => last(number) && [...matches[number].keys()].some(({ word }) => word.startsWith(terms[number].word));
    const isMissing = (number) => !isExact(matches[number]) && !isStart(number);
    const isWrong = ({ strict, of }, number) => isMissing(number) && (!strict || terms.some(({ word }, at) => of.includes(word) && isMissing(at)));
    const misspelt = terms.map((_, number) => number).filter((number) => isWrong(terms[number], number));
    await Promise.all(misspelt.map(correct));
    await Promise.all(terms.map((_, number) => addSynonyms(number)));
    const rank = () => rankPages(index, terms, matches.map((found, number) => scoreEntries(index, found, terms[number].bonus || 1)));
    let result = rank();
    if (result.most < 1 && !phrases.length) {
      await Promise.all(terms.map((_, number) => addJoined(number)));
      result = rank();
    }
    if (result.most < 1 && !phrases.length) {
      await Promise.all(terms.map((_, number) => correct(number)));
      result = rank();
    }
    let rows = result.rows.filter(fits);
    if (phrases.length) {
      const good = [];
      rows = rows.filter((row) => row.entries.some(({ whole }) => whole));
      const most = () => (good.length ? CHECKED : FIRST_CHECKED);
      for (let at = 0; at < Math.min(rows.length, most()) && good.length < limit; at += 8) {
        const some = rows.slice(at, at + 8);
        const checked = await Promise.all(some.map((row) => keepPhrases(row, phrases)));
        good.push(...some.filter((_, number) => checked[number]));
      }
      rows = good.sort((a, b) => !!b.literal - !!a.literal);
    }
    /* Words such as "the" are marked only if the query has no others. */
    const telling = matches.filter((_, number) => !index.stopwords.has(terms[number].word));
    const marks = [...new Set((telling.length ? telling : matches).flatMap((found) => [...found.keys()].map(({ word }) => word)))];
    /* Deprecated pages are last, but a better match than all of them is shown. */
    const shown = rows.slice(0, limit);
    const old = rows.find(({ last }) => last);
    if (old && !shown.includes(old) && old.score > shown[0].score) shown[shown.length - 1] = old;
    return { rows: shown, nearest: [...new Set(nearest)], marks };
  };
  /* The entries of a page that are shown. */
  const shown = ({ entries }) => entries.filter(({ score, named }, at) => !at || named || score > entries[0].score * 0.6).slice(0, SECTIONS);
  /* Title and heading that are just the query come first; only the texts of results tell, also
     whether it is the title that has the words that were found, or a short description. */
  const sorted = async (rows, query, marks) => {
    const wanted = plain(query);
    const scored = await Promise.all(rows.map(async (row, at) => {
      const heads = await Promise.all([0, ...shown(row).map(({ entry }) => entry)].map((entry) => entryOf(row.docname, entry)));
      const written = query.trim().toLowerCase();
      const [own, ...near] = heads.map(([, heading, kind]) => (kind === "field" ? heading.toLowerCase() === written : plain(heading) === wanted));
      /* A guide also in another form of the words: "Bookings" comes before a schema "Booking". */
      const size = (text) => text.split(" ").filter((word) => word && !row.index.stopwords.has(word)).length;
      const titled = row.titled && words(heads[0][1]).some((word) => marks.includes(word));
      const guide = row.kind !== "a" && (own || (titled && size(plain(heads[0][1])) === size(wanted)));
      const same = own || guide;
      if (!same && near.indexOf(true) > 0) row.entries.unshift(...row.entries.splice(near.indexOf(true), 1));
      const { operation } = await text(row.docname);
      const called = operation && [operation, operation.replace(/^\S+ /, "")].some((each) => plain(each) === wanted);
      return [(same || called ? 3 : 0) + (guide ? 0.5 : 0) + (near.includes(true) || titled ? 1 : 0), at, row];
    }));
    return raiseNamed(scored.sort((a, b) => a[2].last - b[2].last || b[0] - a[0] || a[1] - b[1]).map(([, , row]) => row));
  };

  /* The words of the index that are nearest to those of a query without results. */
  const similar = async (index, query) => {
    const wanted = words(query).filter((word) => word.length > 2);
    const known = wanted.length ? await index.spellings() : [];
    return wanted.flatMap((word) => {
      const most = Math.max(2, Math.floor(word.length / 2));
      const near = known.map((other) => [distance(word, other, most, false), other]).filter(([cost]) => cost <= most);
      if (near.some(([cost]) => !cost)) return [];
      return near.sort((a, b) => a[0] - b[0]).slice(0, 3).map(([, other]) => other);
    });
  };
  return { open, search, shown, sorted, similar, text, entryOf, words, TOKEN, UNSPACED_START };
};
