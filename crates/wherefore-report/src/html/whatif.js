// What if: the choices of the selected step can be changed, and the run and the property follow at once. The timeline then shows the
// changed run; picture, source and explanation stay those of the run that was found, and the page says so.

// Choices of a step that are offered at once; the filter of the timeline narrows them.
const MOST_CHOICES = 8;

const whatif = { way: null, opened: null, changes: new Map(), recorded: null, answer: null, turn: 0 };

function drawWhatIf() {
  if (!DATA.whatif) return;
  const bar = el('div', { id: 'whatif', role: 'group', 'aria-label': 'What if', hidden: true },
    el('div', { class: 'bar', id: 'whatif-choices' }),
    el('div', { class: 'bar', id: 'whatif-result', hidden: true }, el('span', { id: 'whatif-said', role: 'status', class: 'grow' }),
      button('Reset', resetWhatIf, { id: 'whatif-reset' }), button('Copy as trace', copyTrace, { id: 'whatif-copy', title: 'For `wherefore why --trace FILE`' })));
  document.getElementById('step-words').after(bar);
  listen('way', openWhatIf);
  listen('tick', drawChoices);
  document.getElementById('variable-filter').addEventListener('input', drawChoices);
  document.getElementById('grid').addEventListener('click', focusChoice);
  // On paper stands the run that was found, with its explanation.
  addEventListener('beforeprint', () => showRun(whatif.recorded));
  addEventListener('afterprint', () => showRun(changedRun()));
  matchMedia('print').addEventListener('change', (e) => showRun(e.matches ? whatif.recorded : changedRun()));
}

/** Another class: changes of the one before are forgotten. */
async function openWhatIf() {
  showRun(whatif.recorded);
  const turn = whatif.turn + 1;
  const { way } = selection;
  Object.assign(whatif, { way: null, opened: null, recorded: null, answer: null, turn });
  whatif.changes.clear();
  document.getElementById('whatif').hidden = true;
  document.getElementById('app').classList.remove('changed-run');
  if (!playable(way) || !(await startPlayer()) || whatif.turn !== turn) return;
  const opened = openPlayed(way);
  if (!opened || !opened.choices.length) return;
  Object.assign(whatif, { way, opened, recorded: way.run });
  document.getElementById('whatif').hidden = false;
  drawChoices();
  showResult();
}

/** The choices of the selected step that the timeline shows. */
function choicesNow() {
  const free = new Map(whatif.opened.choices.filter((c) => c.free === 'every' || selection.tick === 0).map((c) => [c.variable, c]));
  return timeline.rows.map((row) => free.get(row.name)).filter(Boolean);
}

function drawChoices() {
  if (!whatif.opened || selection.way !== whatif.way) return;
  const found = choicesNow();
  const step = selection.inquiry.step(selection.tick);
  const more = found.length > MOST_CHOICES ? el('span', { class: 'muted' }, `${MOST_CHOICES} of ${count(found.length, 'choice')}; filter for others`) : null;
  const head = el('span', { class: 'level' }, `What if at ${step}`);
  put(document.getElementById('whatif-choices'), head, found.length ? found.slice(0, MOST_CHOICES).map((c) => control(c, step)) : el('span', { class: 'muted' }, 'nothing is chosen here'), more);
}

/** A field for one choice, with the value that it has. */
function control(choice, step) {
  const attributes = { 'data-variable': choice.variable, 'aria-label': `${inline(shorten(choice.variable, 60))} at ${step}, ${shorten(inline(choice.words), 60)}`, title: tooltip(choice.words) };
  const field = choice.options
    ? el('select', { ...attributes, onchange: choose }, choice.options.map((o) => el('option', { value: o }, shorten(inline(o), 30))))
    : choice.lo !== undefined ? el('input', { ...attributes, type: 'number', min: choice.lo, max: choice.hi, step: 1, oninput: choose })
      : el('input', { ...attributes, type: 'text', size: 10, onchange: choose });
  fillField(field);
  return el('label', null, name(choice.variable, 24), ' ', field);
}

function fillField(field) {
  const { run } = selection.way;
  const place = run.places.get(field.dataset.variable);
  const value = valueText(run.value(place, selection.tick));
  if (field.tagName === 'SELECT' && value === '' && !Array.from(field.options).some((o) => o.value === '')) field.prepend(el('option', { value: '' }, ''));
  field.value = value;
  field.classList.toggle('asked', whatif.changes.has(`${field.dataset.variable} ${selection.tick}`));
  field.removeAttribute('aria-invalid');
}

/** A choice is made: the run is played anew. */
function choose(event) {
  const field = event.currentTarget;
  const { variable } = field.dataset;
  const { tick } = selection;
  const key = `${variable} ${tick}`;
  const kept = whatif.changes.get(key);
  const recorded = valueText(whatif.recorded.value(whatif.recorded.places.get(variable), tick));
  if (field.value === recorded) whatif.changes.delete(key);
  else whatif.changes.set(key, { variable, step: tick, value: field.value });
  const answer = askPlayer({ changes: Array.from(whatif.changes.values()) });
  if (answer.error) {
    // The value cannot be read: the run stays as it was, and what is being typed too.
    if (kept) whatif.changes.set(key, kept);
    else whatif.changes.delete(key);
    field.setAttribute('aria-invalid', 'true');
    put(document.getElementById('whatif-said'), inline(shorten(answer.error, 200)));
    document.getElementById('whatif-result').hidden = false;
    if (!player.doors) startPlayer().then(() => player.doors && openPlayed(whatif.way));
    return;
  }
  whatif.answer = answer;
  showRun(changedRun());
  showResult();
  for (const other of document.querySelectorAll('#whatif-choices [data-variable]')) if (other !== field) fillField(other);
  field.classList.toggle('asked', whatif.changes.has(key));
  field.removeAttribute('aria-invalid');
}

function resetWhatIf() {
  whatif.changes.clear();
  whatif.answer = null;
  showRun(whatif.recorded);
  showResult();
  drawChoices();
  const first = document.querySelector('#whatif-choices [data-variable]');
  if (first instanceof HTMLElement) first.focus();
}

/** The run that the changes make; the recorded one if there are none, or if they leave no first step. */
function changedRun() {
  const { recorded, answer, opened } = whatif;
  if (!answer || !whatif.changes.size || !answer.steps) return recorded;
  const run = Object.assign(Object.create(Run.prototype), recorded, { length: answer.steps, loop: answer.loop });
  // The value of an expression on another run is not known to the page.
  const unknown = Array(answer.steps).fill(null);
  run.columns = recorded.variables.map((v, i) => (v.type === 'expression' ? unknown : answer.values[v.name] || recorded.columns[i]).slice(0, answer.steps));
  const names = Object.keys(answer.values);
  const differs = (tick) => names.some((n) => answer.values[n][tick] !== opened.played.values[n][tick]);
  const first = Array.from({ length: answer.steps }, (_, tick) => tick).find(differs);
  // What is taken is known only up to where the runs part.
  run.elements = recorded.elements.slice(0, answer.steps).map((e, tick) => (first === undefined || tick < first ? e : null));
  if (opened.rest) run.transient = answer.values[opened.rest].map((atRest) => atRest === false);
  return run;
}

/** Shows a run in the timeline of the class. */
function showRun(run) {
  const { way } = whatif;
  if (!way || !run || way.unfolded === run) return;
  way.unfolded = run;
  if (selection.way !== way) return;
  timeline.marks = run === whatif.recorded ? cellMarks(way) : changeMarks(run);
  document.getElementById('app').classList.toggle('changed-run', run !== whatif.recorded);
  document.getElementById('slider').setAttribute('max', String(run.length - 1));
  legendOfCells();
  const signs = [el('span', null, el('i', { class: 'swatch asked' }), 'changed'), el('span', null, el('i', { class: 'swatch other' }), 'other than before'), el('span', null, 'picture, source and explanation are of the run that was found')];
  if (run !== whatif.recorded) fill(document.getElementById('cells-legend'), signs);
  layoutTimeline();
  if (selection.tick >= run.length) go({ tick: run.length - 1 });
  else showTick();
}

/** Cells of a changed run: those that were asked for, and those that are other than before. */
function changeMarks(run) {
  const marks = new Map();
  run.variables.forEach((v, i) => {
    for (let tick = 0; tick < run.length; tick += 1) {
      const before = whatif.recorded.value(i, tick);
      if (run.value(i, tick) === before || v.type === 'expression') continue;
      const kind = whatif.changes.has(`${v.name} ${tick}`) ? 'asked' : 'other';
      marks.set(`${v.name} ${tick}`, [{ kind, title: `in the run that was found: ${valueText(before) || 'not known'}` }]);
    }
  });
  return marks;
}

function showResult() {
  const isChanged = whatif.changes.size > 0;
  document.getElementById('whatif-result').hidden = !isChanged;
  if (!isChanged) return;
  const { inquiry } = whatif.way;
  const list = Array.from(whatif.changes.values());
  const asked = list.slice(0, 4).map((c, i) => [i ? ', ' : '', `${inquiry.step(c.step)} `, name(c.variable, 24), ' = ', el('strong', null, inline(shorten(c.value, 24)))]);
  const more = list.length > 4 ? ` and ${list.length - 4} more` : '';
  put(document.getElementById('whatif-said'), 'What if ', asked, more, ' \u2192 ', endWords(), verdictWords());
  document.getElementById('whatif-copy').toggleAttribute('disabled', !whatif.answer.steps);
  document.getElementById('whatif-copy').textContent = 'Copy as trace';
}

/** Why the run does not go on, if it does not. */
function endWords() {
  const { end, steps } = whatif.answer;
  if (!end) return null;
  const { inquiry } = whatif.way;
  const place = whatif.opened.places[String(end.element)];
  const values = end.values.slice(0, 6).map(([n, v]) => `${n} = ${v}`).join(', ');
  return [el('strong', { class: 'bad-word' }, steps ? `the run ends before ${inquiry.step(end.step)}` : 'no run of the model begins so'), ': ', inline(end.reason), ': ', place ? [placeLink(place), ' '] : null,
    code(end.subject, 120), values ? ` where ${inline(shorten(values, 160))}` : '', end.exhausted ? '; no other values do. ' : '; not all other values were tried. '];
}

/** What becomes of the property. */
function verdictWords() {
  const { property, steps, loop } = whatif.answer;
  if (!steps) return null;
  const { inquiry } = whatif.way;
  const isInvariant = inquiry.raw.kind === 'invariant';
  const these = `in ${steps === 1 ? 'this' : 'these'} ${count(steps, inquiry.stepNoun)}`;
  const words = {
    fails: () => [el('strong', { class: 'bad-word' }, 'fails'), property.step === null ? ' on this run' : [' at ', stepLink(inquiry, property.step)]],
    holds: () => [el('strong', { class: 'good-word' }, 'holds'), isInvariant && loop === null ? ` ${these}` : loop === null ? ', whatever follows' : ' on this run, which repeats for ever'],
    unfair: () => ' says nothing about this run: its loop is not fair',
    open: () => (isInvariant ? ` is not known ${these}: a value is missing` : ` is not broken ${these}; what follows decides`),
  }[property.verdict]();
  const opened = whatif.recorded.loop !== null && loop === null ? [' It does not come back to ', inquiry.step(whatif.recorded.loop), ' any more.'] : null;
  return [name(inquiry.title, 40), ' ', words, '.', opened];
}

/** The changed run as a trace: into the clipboard, or, where a page may not do that, into a field to copy from. */
function copyTrace(event) {
  const copy = event.currentTarget;
  const { trace } = whatif.answer;
  const show = () => {
    const field = el('textarea', { readonly: true, rows: 4, 'aria-label': 'The changed run as a trace' });
    field.value = trace;
    document.getElementById('whatif-said').append(field);
    field.select();
  };
  if (navigator.clipboard) navigator.clipboard.writeText(trace).then(() => { copy.textContent = 'Copied'; announce('the trace is copied'); }, show);
  else show();
}

/** A click on a value that can be changed leads to its field. */
function focusChoice(event) {
  const grid = document.getElementById('grid');
  const box = grid.getBoundingClientRect();
  const row = timeline.rows[Math.floor((event.clientY - box.top + grid.scrollTop - HEAD) / ROW)];
  if (!row || event.clientX - box.left < timeline.names || !whatif.opened) return;
  const field = Array.from(document.querySelectorAll('#whatif-choices [data-variable]')).find((f) => f instanceof HTMLElement && f.dataset.variable === row.name);
  if (field instanceof HTMLElement) field.focus();
}
