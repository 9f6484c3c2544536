// What is selected: a property, a class of it, a step of its run. Everything that moves the selection goes through `go`, and
// everything that shows it listens. The address keeps it, so that a link leads to the same place.

const selection = { inquiry: null, way: null, tick: 0 };
const listeners = { inquiry: [], way: [], tick: [], pick: [] };

/** Calls a function when the property, the class, the step or the picked place changes. */
function listen(what, action) {
  listeners[what].push(action);
}

function tell(what, detail) {
  for (const action of listeners[what]) action(detail);
}

/** Selects; what is not given stays, and what depends on something new starts from its beginning. */
function go(target) {
  const inquiry = target.inquiry === undefined ? selection.inquiry : target.inquiry;
  const isOther = inquiry !== selection.inquiry;
  const first = inquiry && inquiry.classes.length ? inquiry.classes[0] : null;
  const way = target.way !== undefined ? target.way : isOther ? first : selection.way;
  const isOtherWay = isOther || way !== selection.way;
  const last = way ? way.run.length - 1 : 0;
  const wanted = target.tick !== undefined ? target.tick : isOtherWay ? last : selection.tick;
  const tick = Math.max(0, Math.min(last, wanted));
  const isOtherTick = isOtherWay || tick !== selection.tick;
  Object.assign(selection, { inquiry, way, tick });
  if (isOther) tell('inquiry');
  if (isOtherWay) tell('way');
  if (isOtherTick) tell('tick');
  if (!isOtherWay && !isOtherTick) return;
  put(document.getElementById('address-word'));
  remember();
}

/** The next class, or one before. Past the last of a property comes the first of the next that has any. */
function nextWay(by) {
  const all = INQUIRIES.flatMap((i) => i.classes);
  if (!all.length) return;
  const at = all.indexOf(selection.way);
  const way = all[(at + by + all.length) % all.length];
  go({ inquiry: way.inquiry, way });
  announce(`class ${way.number} of ${way.inquiry.classes.length}: ${shorten(way.title, 90)}`);
}

function nextTick(by) {
  go({ tick: selection.tick + by });
}

const remember = (() => {
  let timer = 0;
  const write = () => {
    if (!selection.inquiry) return;
    try {
      history.replaceState(null, '', addressOf(selection));
    } catch {
      // Some viewers do not let a page change its address; nothing else depends on it.
    }
  };
  return () => { clearTimeout(timer); timer = setTimeout(write, 200); };
})();

/** All ways of the report that have an id; two properties may have one in common. */
function waysOf(id) {
  return id ? INQUIRIES.flatMap((i) => i.classes).filter((c) => c.id === id) : [];
}

/** The address of a selection: the id of the way and the number of the step, as the report says them. */
function addressOf({ inquiry, way, tick }) {
  if (!way) return `#p=${inquiry.index + 1}`;
  if (waysOf(way.id).length === 1) return `#${encodeURIComponent(way.id)}/${inquiry.stepNumber(tick)}`;
  return `#p=${inquiry.index + 1}&c=${way.number}&s=${tick}`;
}

/** What an address asks for, and a word if the report does not have it. */
function askedFor(hash) {
  const first = INQUIRIES.find((i) => i.classes.length) || INQUIRIES[0];
  if (hash.length < 2) return { target: { inquiry: first } };
  const [id, step] = decoded(hash.slice(1)).split('/');
  if (id.includes('=')) return { target: byNumbers(id, first) };
  const [way] = waysOf(id);
  if (!way) return { target: { inquiry: first }, word: unknownWord(id) };
  const target = { inquiry: way.inquiry, way };
  if (step === undefined) return { target };
  const tick = /^\d{1,9}$/.test(step) ? Number(step) - way.inquiry.stepNumber(0) : -1;
  if (tick >= 0 && tick < way.run.length) return { target: { ...target, tick } };
  return { target, word: `The run of this way has no ${way.inquiry.stepNoun} ${shorten(inline(step), 20)}; its last is shown.` };
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Why there is no way with an id: it is fixed, or nobody knows it. */
function unknownWord(id) {
  const since = INQUIRIES.map((i) => i.raw.since).find((s) => s && s.compared && s.fixed.some((g) => g.id === id));
  const shown = shorten(inline(id), 30);
  const instead = INQUIRIES.some((i) => i.classes.length) ? '; the first way is shown' : '';
  return since ? `The way ${shown} of the link is fixed since ${inline(shorten(since.path, 60))}${instead}.` : `This report has no way with the id ${shown} of the link${instead}.`;
}

/** The address of a property without ways, or of a way without an id: numbers in the order of the report. */
function byNumbers(text, first) {
  const asked = Object.fromEntries(text.split('&').map((p) => p.split('=')));
  const number = (key) => (/^\d{1,9}$/.test(asked[key] || '') ? Number(asked[key]) : 0);
  const inquiry = INQUIRIES[number('p') - 1] || first;
  const target = { inquiry, way: inquiry.classes[number('c') - 1] || inquiry.classes[0] || null };
  return asked.s === undefined ? target : { ...target, tick: number('s') };
}

/** Goes where the address leads, and stays there until another is entered. */
function followAddress() {
  const { hash } = location;
  // The link that jumps over the head is no address of a way.
  if (hash.length > 1 && document.getElementById(hash.slice(1))) return;
  const { target, word } = askedFor(hash);
  go(target);
  if (!word) return;
  put(document.getElementById('address-word'), word);
  announce(word);
}
