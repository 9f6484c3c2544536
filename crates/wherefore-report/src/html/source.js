// The source beside the run: its lines with the places that matter marked. Only the lines that can be seen are in the page.

const LINE = 18;
const LONGEST_LINE = 2000;
// The width of what stands left of the lines.
const GUTTER = 68;
// Rows of a wrapped line after its first begin this many letters to the right.
const HANG = 2;

const source = { file: null, lines: [], tops: [0], columns: 0, marks: [], picked: null };

const FILES = (DATA.sources || []).map((s) => ({ ...s, lines: null }));

function linesOf(file) {
  if (!file.lines) file.lines = (file.text || '').split(/\r\n|\r|\n/);
  return file.lines;
}

function fileOf(place) {
  return place ? FILES.find((f) => f.name === place.path) || null : null;
}

/** The text of a place, on one line. */
function sourceText(place) {
  const file = fileOf(place);
  if (!file) return '';
  const line = linesOf(file)[place.line - file.line] || '';
  const letters = Array.from(line.slice(0, LONGEST_LINE));
  const end = place.end_line === place.line ? place.end_column - 1 : letters.length;
  return letters.slice(place.column - 1, Math.max(end, place.column)).join('').trim();
}

function drawSource() {
  const section = document.getElementById('source');
  section.hidden = !FILES.length;
  if (!FILES.length) { document.getElementById('app').classList.add('no-source'); return; }
  const choice = el('select', { id: 'file', 'aria-label': 'Source file', onchange: (e) => openFile(FILES[Number(e.target.value)]) }, FILES.map((f, i) => el('option', { value: i }, inline(shorten(f.name, 70)))));
  const bar = el('div', { class: 'bar' }, FILES.length > 1 ? choice : name(FILES[0].name, 60), el('span', { id: 'source-legend', class: 'legend' }));
  const scroll = el('div', { class: 'scroll', id: 'lines', tabindex: '0', 'aria-label': 'Source text' }, el('div', { class: 'sizer' }, el('ol', { id: 'code' })));
  put(section, bar, scroll);
  const draw = eachFrame(drawLines);
  scroll.addEventListener('scroll', draw);
  new ResizeObserver(() => { measureLines(); draw(); }).observe(scroll);
  listen('inquiry', () => { source.picked = null; });
  listen('way', () => { source.picked = null; showMarks(); revealFirst(); });
  listen('tick', () => { source.picked = null; showMarks(); revealTaken(); });
}

function openFile(file) {
  if (!file || source.file === file) return;
  source.file = file;
  source.lines = linesOf(file);
  const choice = document.getElementById('file');
  if (choice) choice.value = FILES.indexOf(file);
  const scroll = document.getElementById('lines');
  source.columns = 0;
  measureLines();
  scroll.scrollTop = 0;
  drawLines();
}

/** How high each line is: long ones are wrapped, and what can be seen is found by the sums of the heights. */
function measureLines() {
  const scroll = document.getElementById('lines');
  if (!source.file || !scroll.clientWidth) return;
  const columns = Math.max(12, Math.floor((scroll.clientWidth - GUTTER) / letterWidth()));
  if (columns === source.columns) return;
  source.columns = columns;
  source.tops = [0];
  for (const line of source.lines) source.tops.push(source.tops[source.tops.length - 1] + rowsOf(line) * LINE);
  scroll.firstChild.style.height = `${source.tops[source.tops.length - 1] + 8}px`;
}

/** The width of a letter of the source, of which all are alike. */
function letterWidth() {
  const probe = el('li', null, el('span', null, 'm'.repeat(20)));
  document.getElementById('code').append(probe);
  const { width } = probe.firstChild.getBoundingClientRect();
  probe.remove();
  return width / 20 || 7.25;
}

/** About how many rows a line has when it is wrapped at words: a tab is up to four letters wide, letters of Asian scripts are two. */
function rowsOf(line) {
  if (line.length * 4 <= source.columns) return 1;
  const room = source.columns - HANG;
  const widths = (word) => Array.from(word, (c) => (c === '\t' ? 4 : c >= '\u1100' ? 2 : 1)).reduce((sum, w) => sum + w, 0);
  let [left, rows] = [source.columns, 1];
  for (const word of visible(line.slice(0, LONGEST_LINE)).match(/\s+|[^\s-]*-|[^\s-]+/g) || []) {
    const width = widths(word);
    // Spaces at the end of a row stand out of it.
    if (/^\s/.test(word)) { left = Math.max(0, left - width); continue; }
    if (width > left && left < room) { rows += 1; left = room; }
    const more = Math.max(0, Math.ceil((width - left) / room));
    rows += more;
    left += more * room - width;
  }
  return rows;
}

/** The line at a height. */
function lineAt(top) {
  let [low, high] = [0, source.tops.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (source.tops[middle] <= top) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The places that matter for what is selected, strongest last. */
function placesToMark() {
  const { inquiry, way, tick } = selection;
  const found = [];
  const add = (place, kind, title, sign) => { if (place && fileOf(place)) found.push({ place, kind, title, sign }); };
  inquiry.suspects.filter((s) => s.rank <= MARKED_RANKS).forEach((s) => add(s.span || s.element_span, 'suspect', `suspect ${s.rank}: ${s.element}`, `S${s.rank}`));
  if (!way) { add(inquiry.raw.span, 'property', 'the property'); return found; }
  (way.explanation.marked || []).forEach((p) => add(p, 'cause', 'active in the cause'));
  add(inquiry.raw.span, 'property', 'the property');
  ((way.explanation.failed || {}).parts || []).slice(-1).forEach((p) => add(p.span, 'failed', 'this part is false'));
  ((failureOf(way) || {}).failing || []).forEach((p) => add(p, 'failed', 'this part is false'));
  (way.raw.guards || []).forEach((p) => add(p, 'cause', 'lets the failure through'));
  const isTaken = inquiryHasOrder(way);
  takenPlaces(way, tick).forEach((p) => add(p, 'taken', isTaken ? 'taken into this step' : 'decides in this step'));
  return found;
}

function showMarks() {
  const found = placesToMark();
  if (source.picked) found.push({ place: source.picked, kind: 'picked', title: 'shown' });
  source.marks = found;
  if (!source.file) openFile(fileOf((found[found.length - 1] || {}).place) || FILES[0]);
  const words = { suspect: 'suspects 1 to 3', property: 'property', cause: 'in the cause', failed: 'false', taken: selection.way && inquiryHasOrder(selection.way) ? 'taken now' : 'decides now' };
  const kinds = new Set(found.map((m) => m.kind));
  put(document.getElementById('source-legend'), Object.keys(words).filter((k) => kinds.has(k)).map((k) => el('span', null, el('i', { class: `swatch in-source ${k}` }), words[k])));
  drawLines();
}

/** Scrolls to what a class is about: what fails, else what lets it through, else the first suspect. */
function revealFirst() {
  const order = ['failed', 'taken', 'cause', 'suspect', 'property'];
  const best = order.map((kind) => source.marks.find((m) => m.kind === kind)).find(Boolean);
  if (best) reveal(best.place);
}

/** Scrolls to what is taken in the step, if it is written anywhere. */
function revealTaken() {
  const taken = source.marks.filter((m) => m.kind === 'taken');
  // What is written in the model says more than what it uses of a library.
  const best = taken.find((m) => m.place.path === REPORT.model.path) || taken[0];
  if (best) reveal(best.place);
}

/** Shows a place and marks it. */
function showPlace(place) {
  if (!fileOf(place)) return;
  source.picked = place;
  showMarks();
  reveal(place);
}

function reveal(place) {
  const file = fileOf(place);
  openFile(file);
  const scroll = document.getElementById('lines');
  const [top, end] = [0, 1].map((n) => source.tops[Math.min(place.line - file.line + n, source.tops.length - 1)] || 0);
  const isSeen = top >= scroll.scrollTop + LINE && end + LINE <= scroll.scrollTop + scroll.clientHeight;
  if (!isSeen) scroll.scrollTop = top - scroll.clientHeight / 3;
  drawLines();
  const line = document.querySelector(`#code [data-line="${place.line}"]`);
  if (line) keepInside(scroll, line);
}

/** Scrolls a part until an item of it is inside; the heights of lines are not known to the pixel. */
function keepInside(scroll, item) {
  const [frame, box] = [scroll.getBoundingClientRect(), item.getBoundingClientRect()];
  if (box.top < frame.top) scroll.scrollTop -= frame.top - box.top;
  else if (box.bottom > frame.bottom && box.height < frame.height) scroll.scrollTop += box.bottom - frame.bottom;
}

function drawLines() {
  const scroll = document.getElementById('lines');
  if (!source.file || !scroll) return;
  const first = Math.max(0, lineAt(scroll.scrollTop) - 5);
  const last = Math.min(source.lines.length, lineAt(scroll.scrollTop + scroll.clientHeight) + 6);
  const list = document.getElementById('code');
  list.style.top = `${source.tops[first]}px`;
  const here = source.marks.filter((m) => m.place.path === source.file.name);
  const rows = [];
  for (let i = first; i < last; i += 1) rows.push(drawLine(i + source.file.line, source.lines[i], here));
  put(list, rows);
}

/** A line, cut where marks begin and end. */
function drawLine(number, text, marks) {
  const letters = Array.from(text.slice(0, LONGEST_LINE));
  const here = marks.filter((m) => m.place.line <= number && number <= m.place.end_line).map((m) => ({
    ...m, from: m.place.line === number ? m.place.column - 1 : 0, to: m.place.end_line === number ? m.place.end_column - 1 : letters.length,
  }));
  const cuts = Array.from(new Set([0, letters.length, ...here.flatMap((m) => [m.from, m.to])])).filter((c) => c >= 0 && c <= letters.length).sort((a, b) => a - b);
  const spans = cuts.slice(0, -1).map((from, i) => {
    const over = here.filter((m) => m.from <= from && from < m.to);
    const shown = visible(letters.slice(from, cuts[i + 1]).join(''));
    return over.length ? el('span', { class: over.map((m) => `m-${m.kind}`).join(' '), title: tooltip(over.map((m) => m.title).join('; ')) }, shown) : shown;
  });
  const suspect = here.find((m) => m.kind === 'suspect' && m.place.line === number);
  const event = here.some((m) => m.kind === 'failed') ? '!' : here.some((m) => m.kind === 'taken') ? '\u25B8' : '';
  const sign = [event, suspect ? el('span', { class: 'suspect' }, suspect.sign) : null];
  return el('li', { 'data-line': number, class: here.some((m) => m.kind === 'picked') ? 'picked' : null }, el('span', { class: 'sign', 'aria-hidden': 'true' }, sign), el('span', { class: 'n' }, number), el('span', { class: 'text', dir: 'ltr' }, spans, text.length > LONGEST_LINE ? ' \u2026' : ''));
}
