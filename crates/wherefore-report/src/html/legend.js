// The step on the picture, what was picked there, and the legend.

const MOST_LEAVING = 8;

function highlightTick() {
  if (!picture.model) return;
  if (isDiagram()) return showSignals();
  const shot = shotAt(selection.tick) || { boxes: [], arrows: [], values: [] };
  const [boxes, arrows, values] = [new Set(shot.boxes), new Set(shot.arrows), new Map(shot.values || [])];
  for (const [key, group] of picture.items) {
    const index = Number(key.slice(1));
    const isNow = key[0] === 'b' ? boxes.has(index) : arrows.has(index);
    group.classList.toggle('now', isNow);
    if (key[0] === 'b') {
      showValue(group, values.get(index));
      group.setAttribute('aria-label', boxWords(group, index, isNow));
    }
    if (key[0] === 'a' && isNow && group.nextSibling && group.parentNode) raise(group);
  }
  const outline = document.getElementById('far-now');
  if (!outline) return;
  const around = (i) => { const n = picture.model.nodes[i]; return n ? `M${n.x} ${n.y}h${n.w}v${n.h}h${-n.w}z` : ''; };
  outline.setAttribute('d', shot.boxes.map(around).join(''));
}

/** Active arrows lie over the others, but under boxes. */
function raise(group) {
  let last = group;
  while (last.nextSibling && last.nextSibling.classList.contains('arrow')) last = last.nextSibling;
  if (last !== group) last.after(group);
}

function showValue(group, value) {
  const text = group.lastChild;
  const has = value !== undefined && value !== '';
  const shown = has ? shorten(inline(value), 16) : '';
  if (text.textContent !== shown) text.textContent = shown;
  group.classList.toggle('valued', has);
}

/** What was clicked on, with its place in the source. */
function pickAt(event) {
  pick(event.target instanceof Element ? event.target.closest('[data-box], [data-arrow]') : null);
}

function pick(group) {
  for (const item of document.querySelectorAll('#world .picked')) item.classList.remove('picked');
  const line = document.getElementById('picked');
  if (!group) { put(line); return; }
  if (isDiagram()) { pickDiagram(group); return; }
  group.classList.add('picked');
  if (group.dataset.box !== undefined) stopAt(Number(group.dataset.box));
  const isBox = group.dataset.box !== undefined;
  const item = isBox ? picture.model.nodes[Number(group.dataset.box)] : picture.model.edges[Number(group.dataset.arrow)];
  put(line, pickedWords(item, isBox), isBox ? leavesBy(Number(group.dataset.box)) : null);
  if (item.place) showPlace(item.place);
}

function pickedWords(item, isBox) {
  const ends = isBox ? null : [el('span', { class: 'muted' }, ' from '), name(picture.model.nodes[item.from].label, 30), el('span', { class: 'muted' }, ' to '), name(picture.model.nodes[item.to].label, 30)];
  const suspect = item.suspect === null || item.suspect === undefined ? null : selection.inquiry.suspects[item.suspect];
  const consequence = item.consequence ? el('span', { class: 'muted' }, ` ${CONSEQUENCES[item.consequence] || item.consequence}`) : null;
  const whole = String(item.label || '');
  const copied = whole.length > LABEL ? copyButton(whole) : null;
  return [name(whole || (isBox ? 'box' : 'arrow'), 60), copied, ends, item.detail ? [' \u00b7 ', code(item.detail, 160)] : null, consequence,
    item.more ? el('span', { class: 'muted' }, ` ${count(item.more, 'more state')} ${item.more === 1 ? 'follows and is' : 'follow and are'} not drawn`) : null,
    suspect ? el('span', { class: 'tag suspect' }, `suspect ${suspect.rank}`) : null, ' ', item.place ? placeLink(item.place) : null];
}

/** The arrows that leave a box, each a button that picks it. */
function leavesBy(index) {
  const leaving = picture.model.edges.map((e, i) => [e, i]).filter(([e]) => e.from === index && e.label);
  const pickArrow = (i) => { const group = picture.items.get(`a${i}`); if (group) pick(group); };
  const item = ([e, i], n) => [n ? ', ' : '', button(el('bdi', null, shorten(inline(e.label), 30)), () => pickArrow(i), { class: 'link' })];
  const more = leaving.length > MOST_LEAVING ? ` and ${leaving.length - MOST_LEAVING} more` : '';
  return leaving.length ? [el('span', { class: 'muted' }, ' leaves by '), leaving.slice(0, MOST_LEAVING).map(item), more] : null;
}

/** A button that copies a long name whole, or what a function gives then. */
function copyButton(text, label) {
  const action = (event) => {
    const said = (word) => { event.target.textContent = word; };
    if (navigator.clipboard) navigator.clipboard.writeText(typeof text === 'function' ? text() : text).then(() => said('copied'), () => said('not allowed'));
    else said('not allowed');
  };
  return button(label || 'copy', action, { class: 'link' });
}

const CONSEQUENCES = {
  avoided: 'avoids the failure', open: 'leaves it open', 'inevitable-if-fair': 'the failure comes in every fair run',
  inevitable: 'the failure comes in any case', sealed: 'no later choice rules the failure out', unknown: 'not known',
};

/** What of the model is not drawn. */
function notDrawn(model) {
  if (model.kind !== 'graph') return `${count(model.left_out, 'box', 'boxes')} left out`;
  const gaps = model.edges.some((e) => e.gap) ? '; dotted: several steps of a run' : '';
  return `Not drawn: ${count(model.left_out, 'state')} farther from the runs (+N more at a state: those that follow it${gaps}). All counterexamples: --format autx.`;
}

function legendOfPicture() {
  const line = document.getElementById('picture-legend');
  const { model } = picture;
  if (!model) return put(line);
  if (isDiagram()) return put(line, legendOfDiagram());
  const scene = selection.way && selection.way.scene;
  const has = (list) => Boolean(scene && scene[list] && scene[list].length);
  const isMarked = (i) => i.suspect !== null && i.suspect !== undefined;
  const consequences = new Set(model.edges.map((e) => e.consequence && e.consequence));
  const flows = model.kind === 'blocks' || model.kind === 'components';
  const items = [
    scene && ['now', flows ? 'active at this step' : 'here at this step'],
    scene && !flows && ['path', 'way of the run, numbered'],
    (has('cause_boxes') || has('cause_arrows')) && ['cause', 'on the cause'],
    has('culprits') && ['blame', 'to blame'],
    (model.nodes.some(isMarked) || model.edges.some(isMarked)) && ['suspect', 'S1 to S3: first suspects'],
    consequences.has('avoided') && ['avoided', 'avoids the failure'],
    (consequences.has('inevitable') || consequences.has('inevitable-if-fair') || consequences.has('sealed')) && ['sealed', 'seals the failure'],
    model.nodes.some((n) => n.shape === 'memory') && ['memory', 'delay or memory'],
    model.nodes.some((n) => n.shape === 'input') && ['input', 'input'],
  ];
  const left = model.left_out ? el('span', { id: 'not-drawn' }, notDrawn(model)) : null;
  return put(line, items.filter(Boolean).map(([kind, words]) => el('span', null, el('i', { class: `swatch ${kind}` }), words)), left);
}
