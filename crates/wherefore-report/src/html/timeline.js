// The run as a timeline: a row per variable, a column per step. Truth values are waveforms, everything else a row of segments.
//
// Only what can be seen is drawn: the scrolled area has the size of the whole table, and over its visible part lies one
// drawing that is made anew when it moves. A thousand steps of two hundred variables cost no more than a screenful.

const ROW = 26;
const HEAD = 38;
const LETTER = 6.9;
const MOST_CHANGES = 6;

const timeline = { rows: [], scores: [], marks: new Map(), column: 48, names: 150, isPlaying: 0 };
const options = { filter: '', changedOnly: false, relevantFirst: true };

function drawTimeline() {
  const bar = el('div', { class: 'bar', id: 'player' },
    button('|\u25C2', () => go({ tick: 0 }), { title: 'First step (Home)', 'aria-label': 'First step' }),
    button('\u25C2', () => nextTick(-1), { title: 'Step back (left)', 'aria-label': 'Step back', id: 'step-back' }),
    button('\u25B6', togglePlay, { title: 'Play (space)', 'aria-label': 'Play', id: 'play' }),
    button('\u25B8', () => nextTick(1), { title: 'Step forward (right)', 'aria-label': 'Step forward', id: 'step-forward' }),
    button('\u25B8|', () => go({ tick: Infinity }), { title: 'Last step (End)', 'aria-label': 'Last step' }),
    el('input', { type: 'range', id: 'slider', min: 0, max: 0, value: 0, 'aria-label': 'Step', oninput: (e) => go({ tick: Number(e.target.value) }) }),
    el('output', { id: 'step-label', for: 'slider' }));
  const filter = el('input', { type: 'search', id: 'variable-filter', placeholder: 'Filter variables  /', 'aria-label': 'Filter variables', oninput: (e) => { options.filter = e.target.value; layoutTimeline(); } });
  const box = (id, label, key) => el('label', null, el('input', { type: 'checkbox', id, checked: options[key], onchange: (e) => { options[key] = e.target.checked; layoutTimeline(); } }), ` ${label}`);
  const tools = el('div', { class: 'bar' }, filter, box('changed-only', 'changed only', 'changedOnly'), box('relevant-first', 'relevant first', 'relevantFirst'), el('span', { id: 'rows-shown', class: 'muted' }));
  const scroll = el('div', { class: 'scroll', id: 'grid', tabindex: '0', 'aria-label': 'Values by step' }, el('div', { class: 'sizer' }, svg('svg', { id: 'cells', role: 'img' })));
  put(document.getElementById('timeline'), bar, el('div', { id: 'step-words', class: 'words', ...scrolled('What happens in the step') }), tools, scroll, el('div', { id: 'cells-legend', class: 'legend' }));
  const draw = eachFrame(drawCells);
  scroll.addEventListener('scroll', draw);
  new ResizeObserver(() => { fitColumns(); draw(); }).observe(scroll);
  scroll.addEventListener('click', pickCell);
  listen('way', () => { stopPlaying(); openRun(); });
  listen('tick', showTick);
}

/** A new run: its rows, marks and widths. */
function openRun() {
  const { way } = selection;
  document.getElementById('timeline').hidden = !way;
  if (!way) return;
  timeline.scores = relevances(way);
  timeline.marks = cellMarks(way);
  options.changedOnly = way.run.variables.length > 20;
  document.getElementById('changed-only').checked = options.changedOnly;
  const slider = document.getElementById('slider');
  slider.max = way.run.length - 1;
  layoutTimeline();
  legendOfCells();
}

function layoutTimeline() {
  const { way } = selection;
  if (!way) return;
  timeline.rows = chooseRows(way, timeline.scores, options);
  const all = way.run.variables.length;
  document.getElementById('rows-shown').textContent = timeline.rows.length === all ? count(all, 'variable') : `${timeline.rows.length} of ${count(all, 'variable')}`;
  fitColumns();
  drawCells();
}

/** Widths: names as long as the longest, columns as wide as most values need, wider if there is room. */
function fitColumns() {
  const { way } = selection;
  if (!way) return;
  const grid = document.getElementById('grid');
  const longest = timeline.rows.reduce((most, r) => Math.max(most, r.name.length), 4);
  timeline.names = Math.round(Math.min(Math.max(90, longest * LETTER + 34), Math.max(120, grid.clientWidth * 0.36)));
  const { run } = way;
  let letters = 3;
  for (let t = 0; t < Math.min(run.length, 60); t += 1) letters = Math.max(letters, (run.elements[t] || '').length);
  for (const r of timeline.rows.slice(0, 60)) {
    for (let t = 0; t < Math.min(run.length, 60); t += 1) letters = Math.max(letters, valueText(run.value(r.index, t)).length);
  }
  const wanted = Math.min(Math.max(34, letters * LETTER + 14), 110);
  const room = (grid.clientWidth - timeline.names - 2) / run.length;
  timeline.column = Math.round(Math.max(wanted, Math.min(room, 130)) * 10) / 10;
  const sizer = grid.firstChild;
  sizer.style.width = `${timeline.names + run.length * timeline.column}px`;
  sizer.style.height = `${HEAD + timeline.rows.length * ROW + 2}px`;
}

/** A click into the grid: on a cell it selects the step, on a name it tells about the variable. */
function pickCell(event) {
  const grid = document.getElementById('grid');
  const box = grid.getBoundingClientRect();
  const x = event.clientX - box.left + grid.scrollLeft - timeline.names;
  if (event.clientX - box.left < timeline.names) {
    const row = timeline.rows[Math.floor((event.clientY - box.top + grid.scrollTop - HEAD) / ROW)];
    if (row) put(document.getElementById('step-words'), variableWords(row));
    return;
  }
  go({ tick: Math.floor(x / timeline.column) });
}

/** A variable with its type and its value now, copied whole if it is long. */
function variableWords(row) {
  const value = valueText(selection.way.run.value(row.index, selection.tick));
  return [name(row.name, 120), copyButton(row.name), ' = ', el('strong', null, inline(shorten(value, 80))), value.length > 80 ? copyButton(value) : null, el('span', { class: 'muted' }, ` ${row.role}, ${inline(shorten(row.type, 80))}`)];
}

/** Moves the slider, says what happened, and scrolls the step into sight. */
function showTick() {
  const { way, tick, inquiry } = selection;
  if (!way) return;
  const slider = document.getElementById('slider');
  slider.value = tick;
  slider.setAttribute('aria-valuetext', inquiry.step(tick));
  document.getElementById('step-label').textContent = `${inquiry.step(tick)} of ${inquiry.stepNumber(way.run.length - 1)}`;
  put(document.getElementById('step-words'), tickWords(way, tick));
  const grid = document.getElementById('grid');
  const left = tick * timeline.column;
  const room = grid.clientWidth - timeline.names;
  if (left < grid.scrollLeft) grid.scrollLeft = left - timeline.column;
  else if (left + timeline.column > grid.scrollLeft + room) grid.scrollLeft = left + 2 * timeline.column - room;
  drawCells();
}

/** What happened into a step: the element taken, and what changed. */
function tickWords(way, tick) {
  const { run } = way;
  const taken = run.elements[tick] ? [el('span', { class: 'tag now' }, name(run.elements[tick], 60)), ' '] : [];
  if (tick === 0) return [...taken, el('span', { class: 'muted' }, 'the beginning of the run')];
  const inputs = run.transient[tick - 1] ? [] : inputsInto(way);
  const changed = run.variables.map((v, i) => i).filter((i) => run.changes(i, tick) && !inputs.includes(i)).sort((a, b) => timeline.scores[b] - timeline.scores[a]);
  const given = inputs.slice(0, MOST_CHANGES).map((i, n) => [n ? ', ' : 'with ', name(run.variables[i].name, 30), ` = ${inline(shorten(valueText(run.value(i, tick - 1)), 20))}`]);
  const words = changed.slice(0, MOST_CHANGES).map((i, n) => [n ? ', ' : '', name(run.variables[i].name, 30), changedFrom(run.value(i, tick - 1)), el('strong', null, inline(shorten(valueText(run.value(i, tick)), 20)))]);
  const more = changed.length > MOST_CHANGES ? `, ${changed.length - MOST_CHANGES} more` : '';
  const others = inputs.length > MOST_CHANGES ? `, ${inputs.length - MOST_CHANGES} more` : '';
  return [...taken, given.length ? el('span', { class: 'given' }, given, others, ': ') : null, words.length ? words : el('span', { class: 'muted' }, 'nothing changes'), more];
}

/** The inputs that lead a machine into a step; they stand in the column before. In a program a column has its own. */
function inputsInto(way) {
  const { run, inquiry } = way;
  if (inquiry.lens !== 'machine') return [];
  return run.variables.map((v, i) => i).filter((i) => run.variables[i].role === 'input').sort((a, b) => timeline.scores[b] - timeline.scores[a]);
}

function changedFrom(value) {
  return value === null ? ' ' : ` ${inline(shorten(valueText(value), 20))}\u2192`;
}

function togglePlay() {
  if (timeline.isPlaying) return stopPlaying();
  const { way, tick } = selection;
  if (!way) return;
  if (tick >= way.run.length - 1) go({ tick: 0 });
  document.getElementById('play').textContent = '\u275A\u275A';
  const pace = Math.max(60, Math.min(700, 12000 / way.run.length));
  timeline.isPlaying = setInterval(() => {
    if (selection.tick >= selection.way.run.length - 1) stopPlaying();
    else nextTick(1);
  }, pace);
}

function stopPlaying() {
  clearInterval(timeline.isPlaying);
  timeline.isPlaying = 0;
  document.getElementById('play').textContent = '\u25B6';
}
