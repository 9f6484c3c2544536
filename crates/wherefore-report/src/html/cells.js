// The cells of the timeline: the visible part of the table as one drawing.

/** Draws the part of the table that can be seen. */
function drawCells() {
  const { way } = selection;
  const grid = document.getElementById('grid');
  const drawing = document.getElementById('cells');
  const [width, height] = [grid.clientWidth, grid.clientHeight];
  if (!way || !width) return;
  const view = { way, width, height, left: grid.scrollLeft, top: grid.scrollTop };
  view.first = Math.max(0, Math.floor(view.left / timeline.column));
  view.last = Math.min(way.run.length - 1, Math.ceil((view.left + width - timeline.names) / timeline.column));
  view.x = (tick) => tick * timeline.column - view.left;
  dress(drawing, { width, height, 'aria-label': `Values of ${count(timeline.rows.length, 'variable')} over ${count(way.run.length, 'step')}; ${way.inquiry.step(selection.tick)} is selected` });
  const from = Math.max(0, Math.floor(view.top / ROW));
  const to = Math.min(timeline.rows.length, Math.ceil((view.top + height - HEAD) / ROW) + 1);
  const rows = timeline.rows.slice(from, to).map((row, i) => ({ row, y: (from + i) * ROW - view.top }));
  const body = svg('svg', { x: timeline.names, y: HEAD, width: Math.max(0, width - timeline.names), height: Math.max(0, height - HEAD) },
    columnShades(view, height), rows.map(({ row, y }) => drawRow(view, row, y)));
  put(drawing, body, drawNames(rows, width, height), drawHeadings(view));
}

/** Shades behind columns: the selected step, and steps at which a machine is not at rest. */
function columnShades(view, height) {
  const { run } = view.way;
  const shades = [];
  for (let t = view.first; t <= view.last; t += 1) {
    const kind = t === selection.tick ? 'now' : run.transient[t] ? 'transient' : null;
    if (kind) shades.push(svg('rect', { class: `shade ${kind}`, x: view.x(t), y: 0, width: timeline.column, height }));
    shades.push(svg('line', { class: 'grid', x1: view.x(t), x2: view.x(t), y1: 0, y2: height }));
  }
  const end = view.x(run.length);
  shades.push(svg('line', { class: 'grid', x1: end, x2: end, y1: 0, y2: height }));
  return shades;
}

/** The segments of a row: stretches of one value. */
function segments(run, index, first, last) {
  const found = [];
  for (let t = first; t <= last; t += 1) {
    const value = run.value(index, t);
    const open = found[found.length - 1];
    if (open && open.value === value) open.end = t + 1;
    else found.push({ value, start: t, end: t + 1 });
  }
  return found;
}

function drawRow(view, row, y) {
  const { run } = view.way;
  const found = segments(run, row.index, view.first, view.last);
  const isBoolean = row.type === 'boolean' || found.every((s) => typeof s.value === 'boolean' || s.value === null) && found.some((s) => s.value !== null);
  const group = svg('g', { class: 'values', transform: `translate(0 ${y})` }, svg('line', { class: 'grid', x1: 0, x2: view.width, y1: ROW - 0.5, y2: ROW - 0.5 }));
  fill(group, markShades(view, row, 'under'));
  fill(group, isBoolean ? waveform(view, found) : found.map((s) => bus(view, s)));
  fill(group, found.map((s) => segmentText(view, row, s, isBoolean)));
  fill(group, markShades(view, row, 'over'));
  fill(group, markedTexts(view, row, found, isBoolean));
  return group;
}

/** A truth value over time: high and filled where it is true. */
function waveform(view, found) {
  const [high, low] = [5, ROW - 6];
  const fills = found.filter((s) => s.value === true).map((s) => svg('rect', { class: 'high', x: view.x(s.start), y: high, width: (s.end - s.start) * timeline.column, height: low - high }));
  let path = '';
  let before = null;
  for (const s of found) {
    const level = s.value === true ? high : low;
    if (s.value === null) { before = null; continue; }
    path += before === null ? `M${view.x(s.start)} ${level}` : `V${level}`;
    path += `H${view.x(s.end)}`;
    before = level;
  }
  return [fills, svg('path', { class: 'wave', d: path })];
}

/** Any other value: a segment with slanted ends where it changes. */
function bus(view, s) {
  if (s.value === null) return svg('line', { class: 'unknown', x1: view.x(s.start) + 3, x2: view.x(s.end) - 3, y1: ROW / 2, y2: ROW / 2 });
  const [x, right, top, low, mid] = [view.x(s.start) + 1, view.x(s.end) - 1, 4, ROW - 5, ROW / 2 - 0.5];
  const slant = Math.min(4, (right - x) / 3);
  return svg('path', { class: 'bus', d: `M${x} ${mid}L${x + slant} ${top}H${right - slant}L${right} ${mid}L${right - slant} ${low}H${x + slant}Z` });
}

/** The text of a segment, in its part that can be seen. */
function segmentText(view, row, s, isBoolean) {
  const whole = inline(valueText(s.value));
  const left = Math.max(view.x(s.start), 0);
  const right = Math.min(view.x(s.end), view.width - timeline.names);
  const letters = Math.floor((right - left - 8) / LETTER);
  if (s.value === null || letters < Math.min(3, whole.length)) return null;
  const text = isBoolean && letters < whole.length ? whole[0] : shorten(whole, Math.max(letters, 3));
  const changed = view.way.run.changes(row.index, s.start);
  return svg('text', { class: isBoolean ? `bit ${s.value}${changed ? ' changed' : ''}` : changed ? 'changed' : null, x: left + 7, y: ROW / 2 + 4 },
    svg('title', null, tooltip(`${row.name} = ${valueText(s.value)}`)), text);
}

/** A cell that matters says its value even if it is not the first of its stretch. */
function markedTexts(view, row, found, isBoolean) {
  const inside = found.flatMap((s) => Array.from({ length: s.end - s.start - 1 }, (_, i) => ({ value: s.value, start: s.start + i + 1, end: s.start + i + 2 })));
  const isMarked = (s) => timeline.marks.has(`${row.name} ${s.start}`) && view.x(s.start) > 0;
  return inside.filter(isMarked).map((s) => segmentText(view, row, s, isBoolean));
}

/** What cells mean: those that break the property and those that make it due below their values, causes around them. */
function markShades(view, row, layer) {
  const found = [];
  for (let t = view.first; t <= view.last; t += 1) {
    for (const mark of timeline.marks.get(`${row.name} ${t}`) || []) {
      const isUnder = mark.kind === 'response' || mark.kind === 'trigger';
      if (isUnder !== (layer === 'under')) continue;
      const box = { class: `cell ${mark.kind}`, x: view.x(t) + 2, y: 2, width: timeline.column - 4, height: ROW - 5, rx: 3 };
      found.push(svg('rect', box, svg('title', null, tooltip(mark.title))));
      if (isUnder) found.push(svg('text', { class: `sign ${mark.kind}`, x: view.x(t + 1) - 9, y: 14, 'aria-hidden': 'true' }, mark.kind === 'response' ? '!' : '*'));
    }
  }
  return found;
}

function drawNames(rows, width, height) {
  const letters = Math.floor((timeline.names - 34) / LETTER);
  const label = ({ row, y }) => svg('g', { class: row.score >= 3 ? 'label relevant' : 'label', transform: `translate(0 ${y})`, 'data-variable': row.index },
    svg('title', null, tooltip(`${row.name}: ${row.role}, ${row.type}`)),
    row.role === 'input' ? svg('text', { class: 'role', x: 6, y: ROW / 2 + 4 }, 'in') : null,
    svg('text', { x: 24, y: ROW / 2 + 4, 'unicode-bidi': 'isolate' }, shorten(inline(row.name), Math.max(8, letters))),
    svg('line', { class: 'grid', x1: 0, x2: timeline.names, y1: ROW - 0.5, y2: ROW - 0.5 }));
  return svg('svg', { class: 'names', x: 0, y: HEAD, width: timeline.names, height: Math.max(0, height - HEAD) },
    svg('rect', { class: 'ground', width: timeline.names, height }), rows.map(label),
    svg('line', { class: 'edge', x1: timeline.names - 0.5, x2: timeline.names - 0.5, y1: 0, y2: height }));
}

/** The heads of the columns: numbers, and the elements taken into them. */
function drawHeadings(view) {
  const { run, inquiry } = view.way;
  const items = [];
  const letters = Math.floor((timeline.column - 6) / 6.4);
  const every = Math.max(1, Math.ceil(26 / timeline.column));
  for (let t = view.first; t <= view.last; t += 1) {
    const middle = view.x(t) + timeline.column / 2;
    if (t === selection.tick) items.push(svg('rect', { class: 'shade now', x: view.x(t), y: 0, width: timeline.column, height: HEAD }));
    if (run.loop !== null && t >= run.loop) items.push(svg('rect', { class: 'loop', x: view.x(t), y: HEAD - 5, width: timeline.column, height: 4 }));
    const loop = run.loop === t ? '\u21BB ' : '';
    if (t % every === 0 || t === selection.tick) items.push(svg('text', { class: t === selection.tick ? 'number now' : 'number', x: middle, y: 14 }, `${loop}${inquiry.stepNumber(t)}`));
    const taken = run.elements[t];
    if (taken && letters >= 2) items.push(svg('text', { class: 'taken', x: middle, y: 30 }, svg('title', null, tooltip(taken)), shorten(inline(taken), letters)));
  }
  const corner = run.loop === null ? inquiry.stepNoun : `${inquiry.stepNoun}  (\u21BB back to ${inquiry.stepNumber(run.loop)})`;
  return [
    svg('rect', { class: 'ground', x: 0, y: 0, width: view.width, height: HEAD }),
    svg('svg', { x: timeline.names, y: 0, width: Math.max(0, view.width - timeline.names), height: HEAD }, items),
    svg('rect', { class: 'ground', x: 0, y: 0, width: timeline.names, height: HEAD }),
    svg('text', { class: 'corner', x: 8, y: 14 }, corner),
    svg('text', { class: 'corner taken', x: 8, y: 30, style: null }, run.elements.some(Boolean) ? 'taken' : ''),
    svg('line', { class: 'edge', x1: 0, x2: view.width, y1: HEAD - 0.5, y2: HEAD - 0.5 }),
  ];
}

/** The signs that occur, with their meaning. */
function legendOfCells() {
  const kinds = new Set(Array.from(timeline.marks.values()).flat().map((m) => m.kind));
  const words = { response: '! breaks the property', trigger: '* makes it due', cause: 'enough for the failure', differs: 'other in the nearest passing run' };
  const { run, inquiry } = selection.way;
  if (inquiry.lens === 'equivalence') Object.assign(words, { response: '! the models differ', trigger: '* differ, and may' });
  const items = Object.keys(words).filter((k) => kinds.has(k)).map((k) => el('span', null, el('i', { class: `swatch ${k}` }), words[k]));
  if (run.transient.some(Boolean)) items.push(el('span', null, el('i', { class: 'swatch transient' }), 'not at rest'));
  if (run.loop !== null) items.push(el('span', null, el('i', { class: 'swatch loop' }), 'repeats for ever'));
  put(document.getElementById('cells-legend'), items);
}
