// The failing run beside the nearest run that passes: step by step, the values that differ marked, and in words what differs.

// More variables or rows than these are told by their number.
const BESIDE_VARIABLES = 10;
const BESIDE_ROWS = 80;

/** The nearest run that passes, beside the one that fails. */
function nearestPart(way) {
  const { nearest } = way.explanation;
  if (!nearest) return null;
  const pair = nearest.trace ? pairOf(way, nearest) : null;
  const proof = nearest.minimal ? `No run of this length that passes differs in fewer${recheck(nearest)}.` : 'There may be a nearer one.';
  return section('Nearest run that passes', el('p', null, choiceWords(way, nearest)), pair ? [followWords(way, pair), besideTable(way, pair)] : null, el('p', { class: 'muted' }, inline(proof)));
}

/** What would have to be chosen otherwise. */
function choiceWords(way, nearest) {
  const { differs } = nearest;
  const value = (v) => inline(shorten(valueText(v), 40));
  const item = (d, i) => [i ? '; ' : '', 'at ', stepLink(way.inquiry, d.tick), ' ', name(d.variable, 40), ' ', el('span', { class: 'good' }, value(d.passing)), ' instead of ', el('span', { class: 'mark response' }, value(d.failing))];
  const more = differs.length > 6 ? ` and ${differs.length - 6} more` : '';
  return [`${differs.length} of ${count(nearest.choices, 'choice')} would have to be another: `, differs.slice(0, 6).map(item), more, '.'];
}

/** Two runs and the rows in which they are compared: what differs anywhere, choices first. */
function pairOf(way, nearest) {
  if (!nearest.unfolded) Object.defineProperty(nearest, 'unfolded', { value: new Run(nearest.trace) });
  const [one, two] = [way.run, nearest.unfolded];
  const length = Math.max(one.length, two.length);
  const rows = one.variables.map((v, i) => ({ name: v.name, fails: one.columns[i], passes: two.columns[two.places.get(v.name)] })).filter((r) => r.passes);
  // Of a graph the actions differ; they are what was taken in each step.
  if (way.inquiry.lens === 'lts') rows.unshift({ name: 'action', fails: one.elements, passes: two.elements });
  const chosen = new Set(nearest.differs.map((d) => `${d.variable} ${d.tick}`));
  for (const row of rows) {
    row.ticks = Array.from({ length }, (_, t) => t).filter((t) => isOther(row, t));
    row.isChoice = (t) => chosen.has(`${row.name} ${t}`);
  }
  const differing = rows.filter((r) => r.ticks.length);
  const first = (r) => (r.ticks.some(r.isChoice) ? 0 : 1);
  differing.sort((a, b) => first(a) - first(b) || a.ticks[0] - b.ticks[0]);
  return { one, two, length, differing };
}

/** Whether both runs have a value at a step and it is not the same. */
function isOther(row, tick) {
  const [a, b] = [row.fails[tick], row.passes[tick]];
  const isKnown = (v) => v !== null && v !== undefined;
  return isKnown(a) && isKnown(b) && a !== b;
}

/** What follows from the choices. */
function followWords(way, { differing }) {
  const follows = differing.filter((r) => !r.ticks.every(r.isChoice));
  if (!follows.length) return el('p', null, 'Nothing else that is shown differs.');
  const tick = (r) => r.ticks.find((t) => !r.isChoice(t));
  const item = (r, i) => [i ? ', ' : '', name(r.name, 40), ' (from ', stepLink(way.inquiry, tick(r)), ')'];
  const more = follows.length > 6 ? ` and ${follows.length - 6} more` : '';
  return el('p', null, 'With that also differ ', follows.slice(0, 6).map(item), more, '.');
}

/** The two runs in two columns. Steps in a row that are the same in both are one line. */
function besideTable(way, pair) {
  const { one, two, length } = pair;
  const shown = pair.differing.slice(0, BESIDE_VARIABLES);
  const lines = [];
  for (let t = 0; t < length && lines.length < BESIDE_ROWS; t += 1) {
    let end = t;
    while (end + 1 < length && !differsAt(pair, t) && !differsAt(pair, end + 1)) end += 1;
    lines.push(end > t ? sameLine(way, t, end) : besideLine(way, pair, shown, t));
    t = end;
  }
  const loop = (run) => (run.loop === null ? 'ends' : `goes on at ${way.inquiry.step(run.loop)}`);
  const loops = one.loop === null && two.loop === null ? null : `After the last step the failing run ${loop(one)}, the passing run ${loop(two)}.`;
  const left = pair.differing.length > shown.length ? `${count(pair.differing.length - shown.length, 'more variable')} that differ${pair.differing.length - shown.length === 1 ? 's' : ''} not shown.` : null;
  const cut = lines.length >= BESIDE_ROWS ? 'Later steps are not shown.' : null;
  const notes = [loops, left, cut].filter(Boolean);
  return [table([way.inquiry.stepNoun, 'fails', 'passes'], lines, { class: 'plain beside' }), notes.length ? el('p', { class: 'muted' }, notes.join(' ')) : null];
}

function differsAt(pair, tick) {
  return pair.differing.some((r) => r.ticks.includes(tick)) || tick >= pair.one.length || tick >= pair.two.length;
}

function sameLine(way, from, to) {
  const { inquiry } = way;
  return el('tr', { class: 'same' }, el('td', null, stepLink(inquiry, from, `${inquiry.stepNumber(from)} to ${inquiry.stepNumber(to)}`)), el('td', { colspan: 2, class: 'muted' }, 'the same in both'));
}

/** A step: the same variables in both columns, so that lines stand beside each other. */
function besideLine(way, { one, two }, shown, tick) {
  const { inquiry } = way;
  const taken = inquiry.lens !== 'lts' && one.elements[tick] ? el('div', null, el('span', { class: 'tag now' }, name(one.elements[tick], 40))) : null;
  const value = (row, values, kind) => {
    const isMarked = row.ticks.includes(tick);
    const mark = isMarked ? kind : 'muted';
    return el('div', { class: isMarked ? 'cell-differs' : null }, isMarked ? el('span', { class: 'unequal', 'aria-label': 'differs:' }, '\u2260 ') : null, name(row.name, 30), ' ', el('span', { class: mark }, inline(shorten(valueText(values[tick]), 30))), isMarked && row.isChoice(tick) && kind === 'good' ? el('span', { class: 'tag' }, 'choice') : null);
  };
  const side = (run, key, kind) => (tick < run.length ? shown.filter((r) => r[key][tick] !== null && r[key][tick] !== undefined).map((r) => value(r, r[key], kind)) : el('span', { class: 'muted' }, 'ended'));
  return el('tr', null, el('td', null, stepLink(inquiry, tick, String(inquiry.stepNumber(tick)))), el('td', null, taken, side(one, 'fails', 'mark response')), el('td', null, taken ? el('div', null, '\u00a0') : null, side(two, 'passes', 'good')));
}
