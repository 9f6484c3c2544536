// The report on paper: what was found, the picture of the selected class, and the first ways, each on a page at most. Longer lists are
// cut, and what is not printed is said.

const PRINTED_WAYS = 10;
const PRINTED_STEPS = 12;
const PRINTED_ROWS = 12;
// Rows of tables and items of lists within a way, and of what is said once.
const PRINTED_LINES = 5;
const PRINTED_REST = 20;
const PRINTED_PROPERTIES = 30;

function buildPrint() {
  const page = document.getElementById('print');
  if (!HAS_INQUIRIES) return;
  const title = el('h1', null, `wherefore ${REPORT.command}: `, name(REPORT.model.path, 90));
  const ways = printedWays();
  const isTold = (i) => i.classes.some((w) => ways.includes(w));
  const told = INQUIRIES.filter(isTold);
  put(page, title, REPORT.command === 'why' ? firstFix() : null, told.map((i) => printInquiry(i, ways)), printOthers(INQUIRIES.filter((i) => !isTold(i))));
}

/** The first ways of the report, and the selected one. */
function printedWays() {
  const ways = INQUIRIES.flatMap((i) => i.classes);
  const first = ways.slice(0, PRINTED_WAYS);
  return selection.way && !first.includes(selection.way) ? [...first, selection.way] : first;
}

function printInquiry(inquiry, ways) {
  const text = inquiry.raw.text ? el('p', null, code(inquiry.raw.text, 600)) : null;
  const printed = inquiry.classes.filter((w) => ways.includes(w));
  const once = [inquiry.suspects.length || (inquiry.raw.fix_sets || []).length ? suspectContent(inquiry) : null, portraitPart(inquiry)];
  return el('section', null, el('h2', null, verdictBadge(inquiry.verdict), ' ', name(inquiry.title, 90)), text, el('p', null, inline(verdictSentence(inquiry))),
    inquiry === selection.inquiry ? printPicture() : null, el('p', { class: 'muted' }, 'In the runs, empty: as before; ! breaks the property, * makes it due, \u00b0 enough for the failure.'), printed.map(printWay),
    printRest(inquiry.classes.filter((w) => !printed.includes(w))), cut(el('div', { class: 'once' }, once)));
}

/** The ways that are not printed: some by their titles, the others by their number. */
function printRest(rest) {
  if (!rest.length) return null;
  const items = rest.slice(0, PRINTED_REST).map((w, i) => [i ? '; ' : '', `${w.number} `, name(w.title, 100)]);
  const more = rest.length > PRINTED_REST ? `; and ${rest.length - PRINTED_REST} more` : '';
  return el('p', { class: 'not-printed' }, el('strong', null, `${count(rest.length, 'more way')} to fail ${rest.length === 1 ? 'is' : 'are'} not printed`), ' (select one on the page to print it): ', items, more, '.');
}

/** Properties of which no way is printed, a line each. */
function printOthers(inquiries) {
  if (!inquiries.length) return null;
  const item = (i) => el('li', null, verdictBadge(i.verdict), ' ', name(i.title, 90), i.classes.length ? `: ${count(i.classes.length, 'way')} to fail, not printed` : ` ${shorten(inline(verdictSentence(i)), 160)}`);
  const more = inquiries.length > PRINTED_PROPERTIES ? el('p', null, `${inquiries.length - PRINTED_PROPERTIES} more properties are not printed.`) : null;
  return el('section', null, el('h2', null, 'Other properties'), el('ul', null, inquiries.slice(0, PRINTED_PROPERTIES).map(item)), more);
}

/** Leaves the first rows of every table and items of every list, and says how many went. */
function cut(part) {
  for (const list of part.querySelectorAll('tbody, ul, ol')) {
    const rest = Array.from(list.children).slice(PRINTED_LINES);
    if (list.closest('.run') || rest.length < 2) continue;
    rest.forEach((item) => item.remove());
    const words = `and ${rest.length} more`;
    list.append(list.tagName === 'TBODY' ? el('tr', { class: 'muted' }, el('td', { colspan: 9 }, words)) : el('li', { class: 'muted' }, words));
  }
  return part;
}

function printPicture() {
  if (!picture.model) return null;
  const kept = { ...picture, items: new Map(picture.items) };
  const { width, height } = picture.model;
  const area = isDiagram() && !picture.isFitted ? seenArea() : `-16 -16 ${width + 32} ${height + 32}`;
  const world = document.getElementById('world').cloneNode(true);
  world.removeAttribute('transform');
  world.removeAttribute('id');
  for (const part of world.querySelectorAll('[id]')) part.removeAttribute('id');
  Object.assign(picture, kept);
  const way = selection.way ? `class ${selection.way.number} at ${selection.inquiry.step(selection.tick)}` : '';
  const open = isDiagram() ? `${systemName(diagram.system)}, ` : '';
  return el('figure', null, svg('svg', { class: 'canvas', viewBox: area, role: 'img' }, world), el('figcaption', null, inline(open), way));
}

/** The part of the picture that is seen on the screen. */
function seenArea() {
  const { width, height } = canvasSize();
  return [-picture.x, -picture.y, width, height].map((n) => round(n / picture.k)).join(' ');
}

function printWay(way) {
  const many = way.inquiry.classes.length > 1 ? `Way ${way.number}: ` : '';
  const key = way.key === way.title ? null : el('p', { class: 'key' }, code(way.key, 400));
  const heading = el('h3', null, many, name(way.title, 200), el('small', null, `${count(way.length, 'step')}${way.isNew ? ', new' : ''} ${way.id}`));
  return cut(el('article', null, heading, key, printRun(way), failedPart(way), causePart(way), blamePart(way), eventsPart(way), noReturnPart(way), printChoices(way), printNearest(way), editsPart(way)));
}

/** The last choices: those before them decide less. */
function printChoices(way) {
  const points = way.explanation.choice_points || [];
  if (!points.length) return null;
  const left = points.length > 2 ? el('p', { class: 'muted' }, `${points.length - 2} before ${points.length === 3 ? 'it' : 'them'} not printed`) : null;
  return section('Choices on the way', left, points.slice(-2).map((p) => choicePointTable(way, p)));
}

function printNearest(way) {
  const { nearest } = way.explanation;
  if (!nearest) return null;
  return section('Nearest run that passes', el('p', null, choiceWords(way, nearest)), nearest.trace ? followWords(way, pairOf(way, nearest)) : null);
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
  const notes = [left > 0 ? `${count(left, 'variable')} not shown` : null, ticks.length < run.length ? `${run.length - ticks.length} steps in the middle not shown` : null, run.loop !== null ? `after the last step the run goes on at ${inquiry.step(run.loop)}` : null].filter(Boolean);
  const chunks = [];
  for (let i = 0; i < ticks.length; i += 12) chunks.push([i, i + 12]);
  return section('Run', chunks.map(([from, to]) => table([head[0], ...head.slice(1).slice(from, to)], [...taken.map((r) => [r[0], ...r.slice(1).slice(from, to)]), ...rows.map((row) => [name(row.name, 40), ...ticks.slice(from, to).map((t) => cell(row, t))])], { class: 'plain run' })), notes.length ? el('p', { class: 'muted' }, notes.join('; ')) : null);
}

function shownTicks(run) {
  const all = Array.from({ length: run.length }, (_, i) => i);
  return all.length <= PRINTED_STEPS ? all : [...all.slice(0, PRINTED_STEPS / 3), ...all.slice(-PRINTED_STEPS * 2 / 3)];
}

function listenToPrint() {
  addEventListener('beforeprint', buildPrint);
  addEventListener('afterprint', () => put(document.getElementById('print')));
  matchMedia('print').addEventListener('change', (e) => { if (e.matches) buildPrint(); });
}
