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
  if (isOtherWay || isOtherTick) remember();
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
    const { inquiry, way, tick } = selection;
    if (!inquiry) return;
    const parts = [`p=${inquiry.index + 1}`, way ? `c=${way.number}` : null, way ? `s=${tick}` : null];
    try {
      history.replaceState(null, '', '#' + parts.filter(Boolean).join('&'));
    } catch {
      // Some viewers do not let a page change its address; nothing else depends on it.
    }
  };
  return () => { clearTimeout(timer); timer = setTimeout(write, 200); };
})();

/** The selection that the address asks for, or the first property that is violated. */
function initialSelection() {
  const asked = Object.fromEntries(location.hash.slice(1).split('&').map((p) => p.split('=')));
  const number = (key) => (/^\d{1,9}$/.test(asked[key] || '') ? Number(asked[key]) : 0);
  const inquiry = INQUIRIES[number('p') - 1] || INQUIRIES.find((i) => i.classes.length) || INQUIRIES[0];
  const way = inquiry.classes[number('c') - 1] || inquiry.classes[0] || null;
  const target = { inquiry, way };
  if (asked.s !== undefined) target.tick = number('s');
  return target;
}
