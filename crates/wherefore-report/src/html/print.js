// The report on paper: everything that matters about all classes as tables, and the picture of the selected class.

const PRINTED_STEPS = 60;
const PRINTED_ROWS = 24;

function buildPrint() {
  const page = document.getElementById('print');
  if (!HAS_INQUIRIES) return;
  const title = el('h1', null, `wherefore ${REPORT.command}: `, name(REPORT.model.path, 90));
  put(page, title, INQUIRIES.map(printInquiry));
}

function printInquiry(inquiry) {
  const text = inquiry.raw.text ? el('p', null, code(inquiry.raw.text, 2000)) : null;
  return el('section', null, el('h2', null, verdictBadge(inquiry.verdict), ' ', name(inquiry.title, 90)), text, el('p', null, inline(verdictSentence(inquiry))),
    inquiry === selection.inquiry ? printPicture() : null, inquiry.classes.map(printWay), inquiry.suspects.length || (inquiry.raw.fix_sets || []).length ? suspectContent(inquiry) : null, portraitPart(inquiry), surveyPart(inquiry), comparisonPart(inquiry));
}

function printPicture() {
  if (!picture.model) return null;
  const kept = { ...picture, items: new Map(picture.items) };
  const { width, height } = picture.model;
  const world = document.getElementById('world').cloneNode(true);
  world.removeAttribute('transform');
  world.removeAttribute('id');
  for (const part of world.querySelectorAll('[id]')) part.removeAttribute('id');
  Object.assign(picture, kept);
  const way = selection.way ? `class ${selection.way.number} at ${selection.inquiry.step(selection.tick)}` : '';
  return el('figure', null, svg('svg', { class: 'canvas', viewBox: `-16 -16 ${width + 32} ${height + 32}`, role: 'img' }, world), el('figcaption', null, way));
}

function printWay(way) {
  const many = way.inquiry.classes.length > 1 ? `Class ${way.number}` : 'Failure';
  return el('article', null, el('h3', null, `${many} (${count(way.length, 'step')}${way.isNew ? ', new' : ''}) `, way.id ? el('small', null, way.id) : null), el('p', { class: 'key' }, code(way.key, 12000)),
    failedPart(way), causePart(way), blamePart(way), eventsPart(way), noReturnPart(way), choicePointsPart(way), nearestPart(way), editsPart(way), printRun(way));
}

/** The run as a table: what matters first, and only as many steps as a page can hold. */
function printRun(way) {
  const { run, inquiry } = way;
  const scores = relevances(way);
  const marks = cellMarks(way);
  const rows = chooseRows(way, scores, { filter: '', changedOnly: run.variables.length > PRINTED_ROWS, relevantFirst: true }).slice(0, PRINTED_ROWS);
  const ticks = shownTicks(run);
  const signs = (found) => Array.from(new Set(found.map((m) => ({ response: '!', trigger: '*', cause: '\u00b0' }[m.kind] || '')))).join('');
  const cell = (row, t) => {
    const found = marks.get(`${row.name} ${t}`) || [];
    const same = t > 0 && ticks.includes(t - 1) && !run.changes(row.index, t) && !found.length;
    return el('td', { class: found.map((m) => m.kind).join(' ') || null }, same ? '' : shorten(inline(valueText(run.value(row.index, t))), 16) + signs(found));
  };
  const head = [inquiry.stepNoun, ...ticks.map((t) => inquiry.stepNumber(t))];
  const taken = run.elements.some(Boolean) ? [['taken', ...ticks.map((t) => name(run.elements[t] || '', 16))]] : [];
  const left = run.variables.length - rows.length;
  const notes = [left > 0 ? `${count(left, 'variable')} not shown` : null, ticks.length < run.length ? `${run.length - ticks.length} steps in the middle not shown` : null, run.loop !== null ? `after the last step the run goes on at ${inquiry.step(run.loop)}` : null, 'empty: as before; ! breaks the property, * makes it due, \u00b0 enough for the failure'].filter(Boolean);
  const chunks = [];
  for (let i = 0; i < ticks.length; i += 12) chunks.push([i, i + 12]);
  return section('Run', chunks.map(([from, to]) => table([head[0], ...head.slice(1).slice(from, to)], [...taken.map((r) => [r[0], ...r.slice(1).slice(from, to)]), ...rows.map((row) => [name(row.name, 40), ...ticks.slice(from, to).map((t) => cell(row, t))])], { class: 'plain run' })), el('p', { class: 'muted' }, notes.join('; ')));
}

function shownTicks(run) {
  const all = Array.from({ length: run.length }, (_, i) => i);
  return all.length <= PRINTED_STEPS ? all : [...all.slice(0, PRINTED_STEPS / 2), ...all.slice(-PRINTED_STEPS / 2)];
}

function listenToPrint() {
  addEventListener('beforeprint', buildPrint);
  addEventListener('afterprint', () => put(document.getElementById('print')));
  matchMedia('print').addEventListener('change', (e) => { if (e.matches) buildPrint(); });
}
