// The picture of the model: where it is looked at from, and what of it is drawn.
//
// The layout comes with the report; here it is only shown. A small picture is drawn once and then gets classes. Of a large one
// only the part around the view is drawn, and from afar a single outline of everything: two thousand boxes stay as quick as twenty.

const LARGE = 500;
const NEAR = 0.22;
const MOST_NEAR = 700;
const LEGIBLE = 0.52;
// Of a diagram the whole says more than its texts, which grow when it is seen from afar.
const OVERVIEW = 0.33;

const picture = { model: null, k: 1, x: 0, y: 0, drawn: null, items: new Map(), isLarge: false };

function drawPicture() {
  const tools = el('div', { class: 'tools over' },
    button('+', () => zoomBy(1.3), { title: 'Zoom in (+)', 'aria-label': 'Zoom in', id: 'zoom-in', class: 'zoom' }), button('\u2212', () => zoomBy(1 / 1.3), { title: 'Zoom out (-)', 'aria-label': 'Zoom out', class: 'zoom' }),
    button('Fit', fitPicture, { title: 'Show all (0)', id: 'fit', class: 'zoom' }), button('Logic', toggleDiagram, { id: 'diagram-toggle', hidden: true }), button('Lanes', toggleLanes, { title: 'What each process or region does, step by step', id: 'lanes-toggle', 'aria-pressed': 'false', hidden: true }), button('Larger', enlargePicture, { title: 'More room for the picture', 'aria-pressed': 'false' }));
  const canvas = svg('svg', { id: 'canvas', role: 'group', tabindex: '-1' }, svg('g', { id: 'world' }));
  put(document.getElementById('picture'), el('div', { class: 'stage', id: 'stage' }, canvas, el('div', { id: 'lanes', class: 'scroll', tabindex: '0', role: 'group', 'aria-label': 'Sequence of the run' }), el('nav', { id: 'crumbs', 'aria-label': 'Open system', hidden: true }), tools), el('div', { id: 'picked', class: 'words', role: 'status' }), el('div', { id: 'picture-legend', class: 'legend' }));
  canvas.addEventListener('wheel', onWheel, { passive: false });
  canvas.addEventListener('pointerdown', onDrag);
  listenToWalk(canvas);
  new ResizeObserver(eachFrame(() => { if (picture.model) { if (picture.isFitted) fitPicture(); else moved(); } })).observe(canvas);
  listen('inquiry', openPicture);
  listen('way', () => { highlightWay(); legendOfPicture(); homeView(); });
  listen('tick', () => { highlightTick(); follow(); });
  listenToLanes();
}

function openPicture() {
  const { inquiry } = selection;
  picture.model = pictureOf(inquiry);
  drawCrumbs();
  document.getElementById('app').classList.toggle('no-picture', !picture.model);
  put(document.getElementById('picked'));
  picture.items.clear();
  picture.drawn = null;
  walk.box = null;
  put(document.getElementById('world'));
  if (!picture.model) return;
  const { nodes, edges } = picture.model;
  picture.isLarge = nodes.length + edges.length > LARGE;
  picture.hasParts = new Set(nodes.map((n) => n.parent).filter((p) => p !== null && p !== undefined));
  picture.bounds = edges.map((e) => boundsOf(e.points));
  const [boxes, arrows] = isDiagram() ? [['block'], ['line']] : [['box', 'boxes'], ['arrow']];
  document.getElementById('canvas').setAttribute('aria-label', `${isDiagram() ? `Diagram of ${systemName(diagram.system)}` : 'Picture of the model'}: ${count(nodes.length, boxes[0], boxes[1])}, ${count(edges.length, arrows[0])}`);
}

function boundsOf(points) {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  return { x: Math.min(...xs), y: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

function canvasSize() {
  const canvas = document.getElementById('canvas');
  return { width: canvas.clientWidth || 600, height: canvas.clientHeight || 300 };
}

function fitPicture() {
  if (!picture.model) return;
  const { width, height } = canvasSize();
  // Above lie the tools.
  const [margin, top] = [16, 42];
  const k = Math.min((width - 2 * margin) / picture.model.width, (height - margin - top) / picture.model.height, 1.3);
  picture.isFitted = true;
  lookAt(k, picture.model.width / 2, picture.model.height / 2 - (top - margin) / 2 / k);
}

/** The view a class opens with: all of the picture if that is legible, else the place where the run is; of blocks the end where
    the property reads them. */
function homeView() {
  if (!picture.model) return;
  fitPicture();
  if (picture.k >= (isDiagram() ? OVERVIEW : LEGIBLE)) return;
  if (isDiagram()) return homeOfDiagram();
  const sink = picture.model.nodes.find((n) => n.shape === 'sink');
  const spot = spotOf(selection.tick);
  const k = Math.max(picture.k, 0.75);
  picture.isFitted = !sink && !spot;
  if (sink) lookAt(k, sink.x + sink.w + 20 - canvasSize().width / 2 / k, sink.y + sink.h / 2);
  else if (spot) lookAt(k, spot.x, spot.y);
}

/** A system that is too large to be seen whole: the part around what matters. */
function homeOfDiagram() {
  const { width, height } = canvasSize();
  const area = homeArea();
  const k = Math.min((width - 40) / (area.right - area.x), (height - 110) / (area.bottom - area.y), 1.2);
  const block = k < OVERVIEW ? homeBlock() : null;
  picture.isFitted = false;
  if (block) lookAt(0.9, block.x + block.w / 2, block.y + block.h / 2);
  else lookAt(k, (area.x + area.right) / 2, (area.y + area.bottom) / 2 - 15 / k);
}

/** Gives the picture the room of the panels at the right, or takes it back. */
function enlargePicture(event) {
  const isLarge = document.getElementById('app').classList.toggle('large');
  event.currentTarget.textContent = isLarge ? 'Smaller' : 'Larger';
  event.currentTarget.setAttribute('aria-pressed', String(isLarge));
  picture.isFitted = true;
}

/** The middle of what is active at a step. */
function spotOf(tick) {
  const shot = shotAt(tick);
  if (!shot || !shot.boxes.length) return null;
  const leaves = shot.boxes.filter((b) => !picture.hasParts.has(b));
  const boxes = (leaves.length ? leaves : shot.boxes).map((b) => picture.model.nodes[b]).filter(Boolean);
  if (!boxes.length) return null;
  const middle = (low, size) => (Math.min(...boxes.map((b) => b[low])) + Math.max(...boxes.map((b) => b[low] + b[size]))) / 2;
  return { x: middle('x', 'w'), y: middle('y', 'h'), boxes };
}

/** Moves the view if nothing of what is active now can be seen. */
function follow() {
  const spot = picture.model && spotOf(selection.tick);
  if (!spot) return;
  const { width, height } = canvasSize();
  const seen = spot.boxes.some((b) => {
    const [x, y] = [b.x * picture.k + picture.x, b.y * picture.k + picture.y];
    return x + b.w * picture.k > 0 && y + b.h * picture.k > 0 && x < width && y < height;
  });
  if (!seen) lookAt(picture.k, spot.x, spot.y);
}

function lookAt(k, x, y) {
  const { width, height } = canvasSize();
  Object.assign(picture, { k, x: width / 2 - x * k, y: height / 2 - y * k });
  moved();
}

/** Zooms around a point of the canvas, by default its middle. */
function zoomBy(factor, at) {
  if (!picture.model) return;
  const { width, height } = canvasSize();
  const point = at || { x: width / 2, y: height / 2 };
  const k = Math.min(6, Math.max(0.02, picture.k * factor));
  const ratio = k / picture.k;
  picture.isFitted = false;
  Object.assign(picture, { k, x: point.x - (point.x - picture.x) * ratio, y: point.y - (point.y - picture.y) * ratio });
  moved();
}

function onWheel(event) {
  event.preventDefault();
  const box = event.currentTarget.getBoundingClientRect();
  const pace = event.deltaMode === 1 ? 20 : 1;
  zoomBy(Math.exp(-event.deltaY * pace * 0.0015), { x: event.clientX - box.left, y: event.clientY - box.top });
}

function onDrag(event) {
  if (event.button !== 0 || !picture.model) return;
  const start = { x: event.clientX, y: event.clientY, left: picture.x, top: picture.y };
  const canvas = event.currentTarget;
  let isDragged = false;
  const move = (e) => {
    const [dx, dy] = [e.clientX - start.x, e.clientY - start.y];
    if (!isDragged && Math.hypot(dx, dy) < 4) return;
    isDragged = true;
    picture.isFitted = false;
    Object.assign(picture, { x: start.left + dx, y: start.top + dy });
    moved();
  };
  const end = (e) => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    canvas.classList.remove('dragged');
    if (!isDragged) pickAt(e);
  };
  canvas.classList.add('dragged');
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
}

/** Shows the view; of a large picture draws what has come into it. */
const moved = eachFrame(() => {
  if (!picture.model) return;
  document.getElementById('world').setAttribute('transform', `translate(${picture.x.toFixed(2)} ${picture.y.toFixed(2)}) scale(${picture.k.toFixed(4)})`);
  const { width, height } = canvasSize();
  const seen = { x: -picture.x / picture.k, y: -picture.y / picture.k };
  Object.assign(seen, { right: seen.x + width / picture.k, bottom: seen.y + height / picture.k });
  if (isDiagram()) scaleLabels();
  if (!picture.isLarge) {
    if (!picture.drawn) drawItems({ x: -Infinity, y: -Infinity, right: Infinity, bottom: Infinity }, 'near');
    return;
  }
  const distance = isNear(seen) ? 'near' : 'far';
  const drawn = picture.drawn;
  const holds = drawn && drawn.distance === distance && (distance === 'far' || (drawn.x <= seen.x && drawn.y <= seen.y && drawn.right >= seen.right && drawn.bottom >= seen.bottom));
  if (holds) return;
  const [dx, dy] = [(seen.right - seen.x) * 0.4, (seen.bottom - seen.y) * 0.4];
  drawItems({ x: seen.x - dx, y: seen.y - dy, right: seen.right + dx, bottom: seen.bottom + dy }, distance);
});

function isNear(seen) {
  if (picture.k < NEAR) return false;
  return picture.model.nodes.filter((n) => touches(seen, { x: n.x, y: n.y, right: n.x + n.w, bottom: n.y + n.h })).length <= MOST_NEAR;
}

function touches(a, b) {
  return a.x <= b.right && b.x <= a.right && a.y <= b.bottom && b.y <= a.bottom;
}
