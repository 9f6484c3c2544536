// The blocks and lines of a diagram, drawn as engineers know them.

const BARS = ['Mux', 'Demux', 'BusCreator', 'BusSelector'];

/** The outline of a block. */
function outline(node) {
  const { x, y, w, h } = node;
  const [right, bottom, cx, cy] = [x + w, y + h, x + w / 2, y + h / 2];
  if (node.round) return `M${x} ${cy}a${w / 2} ${h / 2} 0 1 1 ${w} 0a${w / 2} ${h / 2} 0 1 1 ${-w} 0z`;
  if (node.kind === 'Gain') {
    return { right: `M${x} ${y}L${right} ${cy}L${x} ${bottom}z`, left: `M${right} ${y}L${x} ${cy}L${right} ${bottom}z`, up: `M${x} ${bottom}L${cx} ${y}L${right} ${bottom}z`, down: `M${x} ${y}L${cx} ${bottom}L${right} ${y}z` }[node.facing];
  }
  const isPort = ['Inport', 'InportShadow', 'Outport'].includes(node.kind);
  const r = isPort ? Math.min(w, h) / 2 : ['From', 'Goto'].includes(node.kind) ? Math.min(5, h / 2) : 1.5;
  return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
}

/** A text with a size of its own, cut to a width. */
function fitted(text, attributes, width, size) {
  const whole = inline(text);
  const least = Math.max(6, Math.min(size, (width / Math.max(1, whole.length)) * 1.62));
  const item = svg('text', attributes, shorten(whole, Math.max(2, Math.floor(width / (least * 0.61)))));
  item.style.fontSize = `${round(least)}px`;
  return item;
}

/** A block: its outline, what stands in it, its name below, the names of its ports if it opens. */
function drawBlock(index) {
  const node = picture.model.nodes[index];
  const opens = node.inside !== undefined;
  const [cx, bottom] = [node.x + node.w / 2, node.y + node.h];
  const shift = node.kind === 'Gain' ? { right: -node.w / 6, left: node.w / 6 }[node.facing] || 0 : 0;
  const symbol = node.symbol && !BARS.includes(node.kind) ? fitted(node.symbol, { class: 'symbol', x: cx + shift, y: node.y + node.h / 2 + 3.5 }, node.w * (node.kind === 'Gain' ? 0.6 : 0.94), Math.min(11, node.h * 0.8)) : null;
  const title = node.unnamed ? null : fitted(node.label, { class: 'under', x: cx, y: bottom + 9 }, Math.max(90, node.w * 1.3), 8.5);
  const group = svg('g', { class: `box drawn${opens ? ' opens' : ''}${BARS.includes(node.kind) ? ' bar-block' : ''}`, 'data-box': index, role: 'button', tabindex: '-1' },
    svg('title', null, tooltip(`${node.path}\n${kindWords(node)} ${node.symbol}${node.sid ? `\nSID ${node.sid}` : ''}${opens ? '\nclick to open' : ''}`)),
    svg('path', { class: 'shape', d: outline(node) }), opens ? svg('path', { class: 'sign', d: `M${node.x + 4} ${bottom - 9}h6v6h-6zM${node.x + 7} ${bottom - 8}v4M${node.x + 5} ${bottom - 6}h4` }) : null, title, ' ', symbol, ' ', opens ? portNames(node) : null);
  picture.items.set(`b${index}`, group);
  return group;
}

/** The names of the ports of a system, at its sides. */
function portNames(node) {
  if (node.facing !== 'right' && node.facing !== 'left') return null;
  const { blocks } = DRAWING.systems[node.inside];
  const side = (kind, total, isRight) => blocks.filter((b) => b.kind === kind && Number(b.symbol) <= total).map((b) => {
    const y = node.y + (node.h * (2 * Number(b.symbol) - 1)) / (2 * Math.max(1, total)) + 3;
    return fitted(b.name, { class: isRight ? 'port right' : 'port', x: isRight ? node.x + node.w - 3 : node.x + 3, y }, node.w * 0.46, 8);
  });
  const isMirrored = node.facing === 'left';
  return [...side('Inport', node.inputs, isMirrored), ...side('Outport', node.outputs, !isMirrored)].flatMap((label) => [label, ' ']);
}

/** A line with its branches, the name of its signal, and room for its value. */
function drawWire(index) {
  const edge = picture.model.edges[index];
  const path = edge.parts.map((p) => squarePath(p.points)).join('');
  const heads = edge.parts.filter((p) => p.to !== undefined && p.points.length > 1).map((p) => smallHead(p.points)).join('');
  const dots = edge.parts.slice(1).map((p) => p.points[0]).filter((p, i, all) => all.findIndex((o) => o[0] === p[0] && o[1] === p[1]) === i).map(([cx, cy]) => svg('circle', { class: 'dot', cx, cy, r: 2 }));
  const spot = valueSpot(edge);
  const label = edge.label && spot.room > 20 ? fitted(edge.label, { class: 'under start', x: spot.x, y: spot.y + 12 }, Math.max(40, spot.room), 8) : null;
  const value = svg('text', { class: 'value', x: spot.x, y: spot.y - 2.5, 'data-room': Math.max(6, Math.min(24, Math.floor(spot.room / 5))) });
  const group = svg('g', { class: 'arrow wire', 'data-arrow': index }, svg('title', null, tooltip(edge.label || 'line')), svg('path', { class: 'hit', d: path }), svg('path', { class: 'line', d: path }), svg('path', { class: 'head', d: heads }), dots, label, value);
  picture.items.set(`a${index}`, group);
  return group;
}

function squarePath(points) {
  return points.map(([x, y], i) => `${i ? 'L' : 'M'}${x} ${y}`).join('');
}

function smallHead(points) {
  const [tip, from] = [points[points.length - 1], points[points.length - 2]];
  const length = Math.hypot(tip[0] - from[0], tip[1] - from[1]) || 1;
  const [dx, dy] = [(tip[0] - from[0]) / length, (tip[1] - from[1]) / length];
  const corner = (side) => `${round(tip[0] - 6 * dx - side * 3 * dy)} ${round(tip[1] - 6 * dy + side * 3 * dx)}`;
  return `M${tip[0]} ${tip[1]}L${corner(1)}L${corner(-1)}Z`;
}

/** Where the value of a line stands: at its first level stretch. */
function valueSpot(edge) {
  for (const part of edge.parts.slice(0, 3)) {
    for (let i = 1; i < part.points.length; i += 1) {
      const [a, b] = [part.points[i - 1], part.points[i]];
      if (a[1] === b[1] && Math.abs(a[0] - b[0]) >= 14) return { x: Math.min(a[0], b[0]) + 3, y: a[1], room: Math.abs(a[0] - b[0]) - 6 };
    }
  }
  const [x, y] = edge.points[0] || [0, 0];
  return { x: x + 2, y, room: 0 };
}

/** The words that stand between the blocks. */
function drawNotes() {
  return picture.model.notes.map((note) => {
    const lines = visible(note.text).replace(/<[^>]*>/g, ' ').split('\n').slice(0, 12);
    return svg('text', { class: 'note' }, lines.map((line, i) => svg('tspan', { x: note.at[0], y: note.at[1] + 10 + 12 * i }, shorten(line.trim(), 90))));
  });
}
