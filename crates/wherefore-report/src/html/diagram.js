// The diagram as its author drew it: which system is open, what its blocks mean for the selected class, values on its lines.
//
// An open system becomes a picture like any other, so that looking around, walking by keys and printing are the same.

/** @type {any} */
const DRAWING = REPORT.drawing || null;

const diagram = { isOn: Boolean(DRAWING), system: 0, inquiry: null, models: new Map(), roles: null, rolesOf: null };

// Room around the blocks for their names.
const MARGIN = 24;

function isDiagram() {
  return Boolean(picture.model) && picture.model.kind === 'diagram';
}

/** An open system as a picture: everything moved so that it begins at the corner. */
function diagramModel(index) {
  if (!diagram.models.has(index)) diagram.models.set(index, modelOf(DRAWING.systems[index]));
  return diagram.models.get(index);
}

function modelOf(system) {
  const points = [...system.blocks.flatMap(({ position: [l, t, r, b] }) => [[l, t], [r, b]]), ...system.lines.flatMap((line) => line.parts.flatMap((p) => p.points)), ...system.notes ? system.notes.map((n) => n.at) : []];
  const all = boundsOf(points.length ? points : [[0, 0]]);
  const [dx, dy] = [MARGIN - all.x, MARGIN - all.y];
  const moved = ([x, y]) => [x + dx, y + dy];
  const node = (block) => {
    const [l, t, r, b] = block.position;
    return { ...block, label: block.name, detail: '', x: l + dx, y: t + dy, w: Math.max(4, r - l), h: Math.max(4, b - t), parent: null, shape: 'block', place: null, suspect: null };
  };
  const edge = (line) => {
    const parts = line.parts.map((p) => ({ ...p, points: p.points.map(moved) }));
    return { ...line, label: line.name || '', parts, points: parts.flatMap((p) => p.points), source: line.from };
  };
  const notes = (system.notes || []).map((n) => ({ text: n.text, at: moved(n.at) }));
  return { kind: 'diagram', system, width: all.right - all.x + 2 * MARGIN, height: all.bottom - all.y + 2 * MARGIN, nodes: system.blocks.map(node), edges: system.lines.map(edge), notes, ways: [], left_out: 0 };
}

/** The picture of a property: the diagram, or the blocks that it was taken apart into. */
function pictureOf(inquiry) {
  if (!DRAWING || !diagram.isOn || !inquiry.classes.length) return inquiry.picture;
  if (diagram.inquiry !== inquiry) {
    diagram.inquiry = inquiry;
    diagram.system = homeSystem(selection.way);
  }
  return diagramModel(diagram.system);
}

/** The system in which all that matters of a class can be seen or opened: the innermost around all of it. */
function homeSystem(way) {
  const paths = way ? Array.from(rolesOf(way).keys()) : [];
  const chains = paths.map(findBlock).filter(Boolean).map(({ system }) => around(system));
  if (!chains.length) return 0;
  return chains[0].filter((s) => chains.every((chain) => chain.includes(s))).pop() || 0;
}

/** A system and those around it, the outermost first. */
function around(index) {
  const { parent } = DRAWING.systems[index];
  return parent === null ? [index] : [...around(parent), index];
}

function findBlock(path) {
  for (let system = 0; system < DRAWING.systems.length; system += 1) {
    const block = DRAWING.systems[system].blocks.findIndex((b) => b.path === path);
    if (block >= 0) return { system, block };
  }
  return null;
}

/** What blocks are for a class, by path: on the cause, suspects, edited by the first fix, what fails. */
function rolesOf(way) {
  if (diagram.rolesOf === way) return diagram.roles;
  const roles = new Map();
  const add = (place, role) => {
    const path = place && place.block && place.block.path;
    if (path) roles.set(path, { ...roles.get(path), ...role });
  };
  (way.explanation.marked || []).forEach((p) => add(p, { cause: true }));
  way.inquiry.suspects.filter((s) => s.rank <= MARKED_RANKS).slice().reverse().forEach((s) => add(s.span || s.element_span, { suspect: s.rank }));
  const first = REPORT.fixes && (REPORT.fixes.ranked || [])[0];
  ((first && first.edits) || []).forEach((e) => add(e.place, { fix: true }));
  add(way.inquiry.raw.span, { fails: true });
  Object.assign(diagram, { roles, rolesOf: way });
  return roles;
}

/** What a block is, and what lies inside of it. */
function roleOf(way, path) {
  const roles = rolesOf(way);
  const inside = {};
  for (const [other, role] of roles) if (other.startsWith(`${path}/`)) Object.assign(inside, role);
  return { own: roles.get(path) || {}, inside };
}

/** Opens a system, and goes to a block of it if one is given. */
function openSystem(index, block) {
  const left = diagram.system;
  diagram.system = index;
  diagram.isOn = true;
  openPicture();
  highlightWay();
  legendOfPicture();
  homeView();
  const owner = DRAWING.systems[left];
  const came = owner.parent === index ? owner.owner : null;
  const target = block === undefined ? came : block;
  walk.wantsFocus = true;
  walk.box = target === null ? 0 : target;
  if (target !== null) requestAnimationFrame(() => { if (picture.model === diagramModel(index)) { walkTo(target); pickBlock(picture.items.get(`b${target}`)); } });
  announce(`${systemName(index)} is open: ${count(DRAWING.systems[index].blocks.length, 'block')}`);
}

/** Shows a block wherever it stands. */
function showBlock(path) {
  const found = findBlock(path);
  if (found) openSystem(found.system, found.block);
  return Boolean(found);
}

function systemName(index) {
  return DRAWING.systems[index].name || DRAWING.model;
}

/** The system around the open one. */
function leaveSystem() {
  const { parent } = DRAWING.systems[diagram.system];
  if (parent !== null) openSystem(parent);
  return parent !== null;
}

/** The way from the outermost system to the open one. */
function drawCrumbs() {
  const line = document.getElementById('crumbs');
  const isShown = isDiagram();
  line.hidden = !isShown;
  const toggle = document.getElementById('diagram-toggle');
  toggle.hidden = !DRAWING || !selection.inquiry.classes.length || !selection.inquiry.picture;
  toggle.textContent = isShown ? 'Logic' : 'Diagram';
  toggle.title = isShown ? 'What the diagram was taken apart into' : 'The diagram as it was drawn';
  if (!isShown) return put(line);
  const chain = around(diagram.system);
  const item = (index, i) => el('li', null, i + 1 === chain.length ? el('strong', { 'aria-current': 'page' }, name(systemName(index), 30)) : button(el('bdi', null, shorten(inline(systemName(index)), 24)), () => openSystem(index), { class: 'link' }));
  return put(line, el('ol', null, chain.map(item)));
}

function toggleDiagram() {
  diagram.isOn = !isDiagram();
  openPicture();
  highlightWay();
  highlightTick();
  legendOfPicture();
  homeView();
}

/** The value on a line at a step; empty if it is not known. */
function signalAt(way, signal, tick) {
  const changes = way && way.raw.trace && way.raw.trace.signals && way.raw.trace.signals[signal];
  let value = '';
  for (const [step, text] of changes || []) if (step <= tick) value = text;
  return value;
}

/** The outputs of a block with their values at a step. */
function outputsOf(index, tick) {
  return picture.model.edges.filter((e) => e.from && e.from[0] === index).map((e) => [e.from[1] + 1, e.label, signalAt(selection.way, e.signal, tick)]).filter(([, , value]) => value !== '');
}

function showSignals() {
  const { way, tick } = selection;
  for (const [key, group] of picture.items) {
    const index = Number(key.slice(1));
    if (key[0] === 'b') { group.setAttribute('aria-label', blockWords(group, index)); continue; }
    const { signal } = picture.model.edges[index];
    const [now, before] = [signalAt(way, signal, tick), tick > 0 ? signalAt(way, signal, tick - 1) : ''];
    const text = group.lastChild;
    const shown = shorten(inline(now), Number(text.dataset.room));
    if (text.textContent !== shown) text.textContent = shown;
    group.classList.toggle('changed', tick > 0 && now !== before);
    group.classList.toggle('on', now === 'TRUE');
  }
}

/** What is read out of a block. */
function blockWords(group, index) {
  const node = picture.model.nodes[index];
  const { own, inside } = selection.way ? roleOf(selection.way, node.path) : { own: {}, inside: {} };
  const outputs = outputsOf(index, selection.tick).map(([, , value]) => shorten(inline(value), 30));
  const can = node.inside === undefined ? '' : 'a system that opens';
  const texts = Array.from(group.querySelectorAll('text'), (t) => t.textContent);
  const whole = inline(shorten(node.label, 200));
  return [texts.join(' '), texts.includes(whole) ? '' : whole, kindWords(node), can, ...signsOf(own, ''), ...signsOf(inside, ' inside'), outputs.length ? `output ${outputs.join(', ')}` : ''].filter(Boolean).join(', ');
}

/** What a block is, in short words that stand on it. */
function signsOf(role, where) {
  return [role.fails && `fails${where}`, role.cause && `cause${where}`, role.suspect && `S${role.suspect}${where}`, role.fix && `fix${where}`].filter(Boolean);
}

function kindWords(node) {
  return node.kind === 'SubSystem' ? 'subsystem' : node.kind;
}

/** Marks what the blocks and lines are for the selected class. */
function highlightDiagram() {
  const { way } = selection;
  const isCause = picture.model.nodes.map(() => false);
  for (const [key, group] of picture.items) if (key[0] === 'b') group.classList.remove('cause', 'suspected', 'fails', 'fixed', 'holds');
  const signs = [];
  picture.model.nodes.forEach((node, index) => {
    if (!way) return;
    const { own, inside } = roleOf(way, node.path);
    isCause[index] = Boolean(own.cause || own.fails || inside.cause || inside.fails);
    const group = picture.items.get(`b${index}`);
    if (!group) return;
    const both = { ...inside, ...own };
    group.classList.toggle('cause', Boolean(both.cause));
    group.classList.toggle('suspected', Boolean(both.suspect));
    group.classList.toggle('fixed', Boolean(both.fix));
    group.classList.toggle('fails', Boolean(both.fails));
    group.classList.toggle('holds', !Object.keys(own).length && Object.keys(inside).length > 0);
    blockBadges(signs, node, own, inside);
  });
  for (const [key, group] of picture.items) {
    if (key[0] !== 'a') continue;
    const edge = picture.model.edges[Number(key.slice(1))];
    group.classList.toggle('cause', Boolean(edge.from) && isCause[edge.from[0]] && edge.parts.some((p) => p.to !== undefined && isCause[p.to]));
  }
  const layer = document.getElementById('badges');
  if (layer) put(layer, signs);
}

function blockBadges(signs, node, own, inside) {
  let x = node.x;
  const add = (words, kind) => { x += badge(signs, x, node.y - 9, words, kind); };
  if (own.fails) add('fails', 'blame');
  else if (inside.fails) add('fails inside', 'blame');
  if (own.cause && !own.fails) add('cause', 'because');
  else if (inside.cause && node.inside !== undefined) add('cause inside', 'because');
  if (own.suspect) add(`S${own.suspect}`, `suspect rank${own.suspect}`);
  else if (inside.suspect) add(`S${inside.suspect} inside`, 'suspect');
  if (own.fix) add('fix', 'fix');
  else if (inside.fix) add('fix inside', 'fix');
}

/** Opens what was clicked on, or says what it is. */
function pickDiagram(group) {
  const node = group.dataset.box === undefined ? null : picture.model.nodes[Number(group.dataset.box)];
  if (node && node.inside !== undefined) openSystem(node.inside);
  else pickBlock(group);
}

function pickBlock(group) {
  if (!group) return;
  for (const item of document.querySelectorAll('#world .picked')) item.classList.remove('picked');
  group.classList.add('picked');
  const isBlock = group.dataset.box !== undefined;
  if (isBlock) stopAt(Number(group.dataset.box));
  put(document.getElementById('picked'), isBlock ? pickedBlock(Number(group.dataset.box)) : pickedLine(picture.model.edges[Number(group.dataset.arrow)]));
}

function pickedBlock(index) {
  const node = picture.model.nodes[index];
  const value = ([port, label, text], n) => [n ? ', ' : ' \u00b7 ', label ? [name(label, 30), ' = '] : node.outputs > 1 ? `output ${port} = ` : 'output ', el('strong', null, shorten(inline(text), 60))];
  const closed = node.kind === 'SubSystem' && node.inside === undefined ? el('span', { class: 'muted' }, ' \u00b7 nothing inside has a part in a violated property') : null;
  return [name(node.path, 70), node.sid ? el('span', { class: 'muted' }, ` SID ${inline(node.sid)}`) : null, ' \u00b7 ', kindWords(node), node.symbol ? [' ', code(node.symbol, 80)] : null, outputsOf(index, selection.tick).map(value), closed, ' ', copyButton(matlabCommand(node), 'copy for MATLAB')];
}

function pickedLine(edge) {
  const value = signalAt(selection.way, edge.signal, selection.tick);
  const ends = Array.from(new Set(edge.parts.map((p) => p.to).filter((t) => t !== undefined)));
  const label = (i) => name(picture.model.nodes[i].label, 30);
  return [edge.label ? name(edge.label, 60) : 'line', edge.from ? [el('span', { class: 'muted' }, ' from '), label(edge.from[0])] : null, ends.length ? [el('span', { class: 'muted' }, ' to '), ends.slice(0, 6).map((e, n) => [n ? ', ' : '', label(e)])] : null, value === '' ? null : [' = ', el('strong', null, shorten(inline(value), 60))]];
}

/** A command that shows a block in MATLAB. */
function matlabCommand(node) {
  const quoted = (text) => `'${String(text).replace(/'/g, "''")}'`;
  return node.sid ? `Simulink.ID.hilite(${quoted(`${DRAWING.model}:${node.sid}`)})` : `hilite_system(${quoted(`${DRAWING.model}/${node.path}`)})`;
}

function legendOfDiagram() {
  const { way } = selection;
  const all = way ? Array.from(rolesOf(way).values()) : [];
  const has = (role) => all.some((r) => r[role]);
  const valued = Boolean(way && way.raw.trace && way.raw.trace.signals);
  const items = [
    has('fails') && ['blame', 'what fails'], has('cause') && ['cause', 'on the cause'], has('suspect') && ['suspect', 'S1 to S3: first suspects'], has('fix') && ['avoided', 'what the first fix edits'],
    valued && ['on-line', 'values at this step, bold where they changed'], ['opens', 'opens'],
  ];
  const left = DRAWING.left_out ? el('span', { id: 'not-drawn' }, `${count(DRAWING.left_out, 'system')} not drawn`) : null;
  return [items.filter(Boolean).map(([kind, words]) => el('span', null, el('i', { class: `swatch ${kind}` }), words)), left];
}

/** The part of a system in which what matters lies; all of it if nothing does. */
function homeArea() {
  const { nodes, width, height } = picture.model;
  const matters = selection.way ? nodes.filter((n) => { const { own, inside } = roleOf(selection.way, n.path); return Object.keys(own).length || Object.keys(inside).length; }) : [];
  if (!matters.length) return { x: 0, y: 0, right: width, bottom: height };
  const all = boundsOf(matters.flatMap((n) => [[n.x, n.y], [n.x + n.w, n.y + n.h]]));
  return { x: all.x - MARGIN, y: all.y - MARGIN, right: all.right + MARGIN, bottom: all.bottom + MARGIN };
}

/** Values stay legible from farther away. */
function scaleLabels() {
  const size = Math.min(20, Math.max(9, 9.5 / picture.k));
  document.getElementById('world').style.setProperty('--value-size', `${round(size)}px`);
}

/** The place that a system opens at if it cannot be seen whole: what fails there, else the cause, else its first block. */
function homeBlock() {
  const { nodes } = picture.model;
  const is = (role) => nodes.find((n) => { const { own, inside } = selection.way ? roleOf(selection.way, n.path) : { own: {}, inside: {} }; return own[role] || inside[role]; });
  return is('fails') || is('cause') || nodes[0] || null;
}
