// The items of the picture: boxes, arrows, and what they mean for the selected class and step.

const LABEL = 24;

// Marking every suspect would mark everything.
const MARKED_RANKS = 3;

/** The parts of the picture that lie in an area; or outlines of everything. */
function drawItems(area, distance) {
  const world = document.getElementById('world');
  const hadFocus = document.getElementById('canvas').contains(document.activeElement);
  picture.items.clear();
  picture.drawn = { ...area, distance };
  if (distance === 'far') {
    put(world, outlines());
  } else {
    const { nodes, edges } = picture.model;
    const boxes = nodes.map((n, i) => i).filter((i) => touches(area, { x: nodes[i].x, y: nodes[i].y, right: nodes[i].x + nodes[i].w, bottom: nodes[i].y + nodes[i].h }));
    const arrows = edges.map((e, i) => i).filter((i) => touches(area, picture.bounds[i]));
    const frames = boxes.filter((i) => picture.hasParts.has(i) || nodes[i].shape === 'frame');
    const leaves = boxes.filter((i) => !(picture.hasParts.has(i) || nodes[i].shape === 'frame'));
    const isDrawn = isDiagram();
    put(world, isDrawn ? drawNotes() : null, frames.map(drawBox), arrows.map(isDrawn ? drawWire : drawArrow), leaves.map(isDrawn ? drawBlock : drawBox), svg('g', { id: 'badges' }));
  }
  highlightWay();
  highlightTick();
  restoreStop(hadFocus);
}

function outlines() {
  const { nodes, edges } = picture.model;
  const box = (n) => `M${n.x} ${n.y}h${n.w}v${n.h}h${-n.w}z`;
  const kind = (shapes) => nodes.filter((n) => shapes(n.shape)).map(box).join('');
  const plain = (shape) => shape !== 'bad' && shape !== 'good';
  return [
    svg('path', { class: 'far edges', d: edges.map((e) => (e.parts ? e.parts.map((p) => squarePath(p.points)).join('') : linePath(e.points))).join('') }), svg('path', { class: 'far boxes', d: kind(plain) }),
    svg('path', { class: 'far bad', d: kind((s) => s === 'bad') }), svg('path', { class: 'far good', d: kind((s) => s === 'good') }),
    svg('path', { class: 'far path', id: 'far-path' }), svg('path', { class: 'far now', id: 'far-now' }),
  ];
}

/** A line through points with its corners rounded. */
function linePath(points) {
  if (!points.length) return '';
  let path = `M${points[0][0]} ${points[0][1]}`;
  for (let i = 1; i < points.length - 1; i += 1) {
    const [p, c, n] = [points[i - 1], points[i], points[i + 1]];
    const before = toward(c, p, 8);
    const after = toward(c, n, 8);
    path += `L${before[0]} ${before[1]}Q${c[0]} ${c[1]} ${after[0]} ${after[1]}`;
  }
  const last = points[points.length - 1];
  return points.length > 1 ? `${path}L${last[0]} ${last[1]}` : path;
}

function toward(from, to, most) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const share = Math.min(most, length / 2) / length;
  return [round(from[0] + (to[0] - from[0]) * share), round(from[1] + (to[1] - from[1]) * share)];
}

function round(x) {
  return Math.round(x * 10) / 10;
}

/** The head of an arrow, at its last point. */
function headPath(points) {
  const tip = points[points.length - 1];
  let from = points[points.length - 2] || tip;
  for (let i = points.length - 2; i >= 0 && Math.hypot(tip[0] - from[0], tip[1] - from[1]) < 2; i -= 1) from = points[i];
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1;
  const [dx, dy] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
  const corner = (side) => `${round(tip[0] - 9 * dx - side * 4 * dy)} ${round(tip[1] - 9 * dy + side * 4 * dx)}`;
  return `M${tip[0]} ${tip[1]}L${corner(1)}L${corner(-1)}Z`;
}

function drawBox(index) {
  const node = picture.model.nodes[index];
  const isFrame = picture.hasParts.has(index) || node.shape === 'frame';
  const round = { state: 8, initial: 8, 'choice-point': 12, bad: 8, good: 8, input: 12, constant: 12 }[node.shape] || 3;
  const text = shorten(inline(node.label), Math.min(LABEL, Math.max(4, Math.floor((node.w - 8) / 6.6))));
  const label = isFrame
    ? svg('text', { class: 'title', x: node.x + 9, y: node.y + 16 }, text)
    : svg('text', { class: 'label', x: node.x + node.w / 2, y: node.y + node.h / 2 + 4 }, text);
  const extras = node.shape === 'initial' ? [svg('path', { class: 'initial', d: `M${node.x - 13} ${node.y - 9}l11 8` }), svg('circle', { class: 'start', cx: node.x - 14, cy: node.y - 10, r: 4 })] : null;
  const bar = node.shape === 'memory' ? svg('path', { class: 'bar', d: `M${node.x + 4} ${node.y + 1}v${node.h - 2}` }) : null;
  const group = svg('g', { class: `box ${node.shape}${isFrame ? ' frame' : ''}`, 'data-box': index, role: 'button', tabindex: '-1' },
    svg('title', null, tooltip(node.detail ? `${node.label}: ${node.detail}` : node.label)),
    svg('rect', { x: node.x, y: node.y, width: node.w, height: node.h, rx: round }), extras, bar, label, ' ', node.more ? stub(node) : null, ' ',
    svg('text', { class: 'value', x: node.x + node.w / 2, y: node.y + node.h / 2 + 15 }));
  picture.items.set(`b${index}`, group);
  return group;
}

/** What follows a box and is not drawn, below it. */
function stub(node) {
  const words = `+${node.more.toLocaleString('en')} more`;
  const width = words.length * 5.6 + 8;
  const [x, y] = [node.x + node.w / 2, node.y + node.h];
  return svg('g', { class: 'stub' }, svg('rect', { x: x - width / 2, y: y - 2, width, height: 12, rx: 6 }), svg('text', { x, y: y + 7 }, words));
}

function drawArrow(index) {
  const edge = picture.model.edges[index];
  const label = edge.label && edge.label_at ? svg('text', { class: 'label', x: edge.label_at[0], y: edge.label_at[1] + 4 }, shorten(inline(edge.label), LABEL)) : null;
  const consequence = `${edge.consequence ? ` ${edge.consequence}` : ''}${edge.gap ? ' gap' : ''}`;
  const line = linePath(edge.points);
  const group = svg('g', { class: `arrow${consequence}`, 'data-arrow': index },
    svg('title', null, tooltip([edge.label, edge.detail].filter(Boolean).join(': ') || 'arrow')),
    svg('path', { class: 'hit', d: line }), svg('path', { class: 'line', d: line }), svg('path', { class: 'head', d: edge.points.length > 1 ? headPath(edge.points) : '' }), label);
  picture.items.set(`a${index}`, group);
  return group;
}

/** What is active at a step. */
function shotAt(tick) {
  const scene = selection.way && !isDiagram() && selection.way.scene;
  return scene ? scene.shots[Math.min(tick, scene.shots.length - 1)] || null : null;
}

/** The steps at which arrows and boxes of the selected run are active. */
function pathOf(scene) {
  const [boxes, arrows] = [new Set(), new Map()];
  scene.shots.forEach((shot, tick) => {
    shot.boxes.forEach((b) => boxes.add(b));
    shot.arrows.forEach((a) => { if (!arrows.has(a)) arrows.set(a, []); arrows.get(a).push(tick); });
  });
  return { boxes, arrows };
}

function highlightWay() {
  if (!picture.model) return;
  if (isDiagram()) return highlightDiagram();
  const scene = selection.way && selection.way.scene;
  const path = scene ? pathOf(scene) : { boxes: new Set(), arrows: new Map() };
  const has = (list, i) => Boolean(scene) && (scene[list] || []).includes(i);
  for (const [key, group] of picture.items) {
    const index = Number(key.slice(1));
    const isBox = key[0] === 'b';
    group.classList.toggle('path', isBox ? path.boxes.has(index) : path.arrows.has(index));
    group.classList.toggle('cause', isBox ? has('cause_boxes', index) : has('cause_arrows', index));
    group.classList.toggle('culprit', isBox && has('culprits', index));
  }
  drawBadges(path, scene);
  const outline = document.getElementById('far-path');
  if (outline) outline.setAttribute('d', [...path.arrows.keys()].map((a) => linePath(picture.model.edges[a].points)).join(''));
}

/** Small signs on the picture: the order of the steps, ranks of suspects, who is to blame. */
function drawBadges(path, scene) {
  const layer = document.getElementById('badges');
  if (!layer) return;
  const flows = picture.model.kind === 'blocks' || picture.model.kind === 'components';
  const found = [];
  for (const [key] of picture.items) {
    const index = Number(key.slice(1));
    const item = key[0] === 'b' ? picture.model.nodes[index] : picture.model.edges[index];
    const at = key[0] === 'b' ? [item.x + item.w - 14, item.y] : spotOnArrow(item);
    if (!at) continue;
    const suspect = item.suspect === null || item.suspect === undefined ? null : selection.inquiry.suspects[item.suspect];
    let x = at[0];
    const y = key[0] === 'a' && flows ? at[1] - 15 : at[1];
    if (key[0] === 'a' && flows) x -= 24;
    if (key[0] === 'a' && !flows && path.arrows.has(index)) x += badge(found, x, y, stepsText(path.arrows.get(index)), 'order');
    if (suspect && suspect.rank <= MARKED_RANKS) x += badge(found, x, y, `S${suspect.rank}`, `suspect rank${Math.min(suspect.rank, 3)}`, `suspect of rank ${suspect.rank}`);
    if (key[0] === 'b' && scene && (scene.culprits || []).includes(index)) badge(found, item.x + 8, item.y, 'to blame', 'blame');
  }
  put(layer, found);
}

function stepsText(ticks) {
  return ticks.length <= 3 ? ticks.join(',') : `${ticks.slice(0, 2).join(',')}\u2026${ticks[ticks.length - 1]}`;
}

/** Where the signs of an arrow begin: above or right of its label, or at its middle. */
function spotOnArrow(edge) {
  if (edge.label_at && edge.label) {
    const [first, last] = [edge.points[0], edge.points[edge.points.length - 1]];
    const isFlat = edge.points.length > 1 && Math.abs(last[0] - first[0]) > Math.abs(last[1] - first[1]);
    // Beside the label of a flat arrow the signs would lie on its line and hide its head; above it they do not.
    if (isFlat) return [edge.label_at[0] - 14, edge.label_at[1] - 15];
    return [edge.label_at[0] + Math.min(edge.label.length, LABEL) * 3.4 + 4, edge.label_at[1]];
  }
  if (!edge.points.length) return null;
  const middle = edge.points[Math.floor(edge.points.length / 2)];
  const other = edge.points[Math.max(0, Math.floor(edge.points.length / 2) - 1)];
  return [(middle[0] + other[0]) / 2 - 8, (middle[1] + other[1]) / 2];
}

/** A badge whose left end is at x; its width. */
function badge(found, x, y, text, kind, title) {
  const width = text.length * 6.2 + 9;
  found.push(svg('g', { class: `badge ${kind}` }, title ? svg('title', null, title) : null,
    svg('rect', { x, y: y - 8, width, height: 16, rx: 8 }), svg('text', { x: x + width / 2, y: y + 4 }, text)));
  return width + 2;
}
