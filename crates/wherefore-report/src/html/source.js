// The source beside the run: its lines with the places that matter marked. Only the lines that can be seen are in the page.

const LINE = 18;
const LONGEST_LINE = 2000;

const source = { file: null, lines: [], marks: [], picked: null };

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
  new ResizeObserver(draw).observe(scroll);
  listen('inquiry', () => { source.picked = null; });
  listen('way', () => { source.picked = null; showMarks(); revealFirst(); });
  listen('tick', showMarks);
}

function openFile(file) {
  if (!file || source.file === file) return;
  source.file = file;
  source.lines = linesOf(file);
  const choice = document.getElementById('file');
  if (choice) choice.value = FILES.indexOf(file);
  const scroll = document.getElementById('lines');
  const longest = source.lines.reduce((most, l) => Math.max(most, l.length), 0);
  scroll.firstChild.style.height = `${source.lines.length * LINE + 8}px`;
  scroll.firstChild.style.minWidth = `${Math.min(longest, LONGEST_LINE) * 7.4 + 70}px`;
  scroll.scrollTop = 0;
  drawLines();
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
  takenPlaces(way, tick).forEach((p) => add(p, 'taken', 'taken into this step'));
  return found;
}

/** Where what was taken into a step is written. */
function takenPlaces(way, tick) {
  const shot = inquiryHasOrder(way) ? shotAt(tick) : null;
  const arrows = shot && picture.model ? shot.arrows.map((a) => picture.model.edges[a] && picture.model.edges[a].place).filter(Boolean) : [];
  if (arrows.length) return arrows;
  const taken = way.run.elements[tick];
  return taken ? way.inquiry.suspects.filter((s) => s.element === taken).map((s) => s.span).filter(Boolean) : [];
}

function inquiryHasOrder(way) {
  const kind = way.inquiry.picture && way.inquiry.picture.kind;
  return kind === 'machine' || kind === 'graph';
}

function showMarks() {
  const found = placesToMark();
  if (source.picked) found.push({ place: source.picked, kind: 'picked', title: 'shown' });
  source.marks = found;
  if (!source.file) openFile(fileOf((found[found.length - 1] || {}).place) || FILES[0]);
  const words = { suspect: 'suspects 1 to 3', property: 'property', cause: 'in the cause', failed: 'false', taken: 'taken now' };
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
  const top = (place.line - file.line) * LINE;
  const isSeen = top >= scroll.scrollTop + LINE && top + 2 * LINE <= scroll.scrollTop + scroll.clientHeight;
  if (!isSeen) scroll.scrollTop = top - scroll.clientHeight / 3;
  drawLines();
}

function drawLines() {
  const scroll = document.getElementById('lines');
  if (!source.file || !scroll) return;
  const first = Math.max(0, Math.floor(scroll.scrollTop / LINE) - 5);
  const last = Math.min(source.lines.length, Math.ceil((scroll.scrollTop + scroll.clientHeight) / LINE) + 5);
  const list = document.getElementById('code');
  list.style.top = `${first * LINE}px`;
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
  return el('li', { class: here.some((m) => m.kind === 'picked') ? 'picked' : null }, el('span', { class: 'sign', 'aria-hidden': 'true' }, sign), el('span', { class: 'n' }, number), el('span', { class: 'text', dir: 'ltr' }, spans, text.length > LONGEST_LINE ? ' \u2026' : ''));
}
