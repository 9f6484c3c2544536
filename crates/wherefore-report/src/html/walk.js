// The picture by keys: one box is a stop of the tabulator, arrow keys go to the next box in their direction, Page up and Page down
// through all boxes in order, Enter picks. Seen from afar the picture has no boxes; there it is one stop, and Enter goes nearer.

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

const walk = { box: null, wantsFocus: false };

function listenToWalk(canvas) {
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !picture.model) return;
    const isFar = event.target === canvas;
    if (!(isFar ? nearer(event.key) : walkBy(event.key, event.target))) return;
    event.preventDefault();
    event.stopPropagation();
  });
  canvas.addEventListener('focusin', (event) => {
    const group = event.target.closest('[data-box]');
    if (group) stopAt(Number(group.dataset.box));
  });
}

/** What a key does to a picture without boxes. */
function nearer(key) {
  if (key !== 'Enter' && key !== ' ') return false;
  const spot = spotOf(selection.tick) || { x: picture.model.width / 2, y: picture.model.height / 2 };
  picture.isFitted = false;
  walk.wantsFocus = true;
  lookAt(0.75, spot.x, spot.y);
  return true;
}

function walkBy(key, target) {
  const group = target.closest('[data-box]');
  if (!group) return false;
  const from = Number(group.dataset.box);
  const last = picture.model.nodes.length - 1;
  if (key === 'Enter' || key === ' ') pick(group);
  else if (key === 'Home') walkTo(0);
  else if (key === 'End') walkTo(last);
  else if (key === 'PageDown') walkTo(Math.min(last, from + 1));
  else if (key === 'PageUp') walkTo(Math.max(0, from - 1));
  else if (key === 'Backspace' && isDiagram()) return leaveSystem();
  else if (DIRECTIONS[key]) walkTo(neighbour(from, DIRECTIONS[key]));
  else return false;
  return true;
}

/** The nearest box in a direction; what lies askew counts as farther. */
function neighbour(from, [dx, dy]) {
  const middle = (n) => [n.x + n.w / 2, n.y + n.h / 2];
  const [x, y] = middle(picture.model.nodes[from]);
  let best = { index: from, cost: Infinity };
  picture.model.nodes.forEach((node, index) => {
    const [a, b] = middle(node);
    const along = (a - x) * dx + (b - y) * dy;
    const askew = Math.abs((a - x) * dy) + Math.abs((b - y) * dx);
    const cost = along + 2 * askew;
    if (along > 1 && cost < best.cost) best = { index, cost };
  });
  return best.index;
}

/** Goes to a box, and moves the view if it cannot be seen whole. */
function walkTo(index) {
  walk.box = index;
  const node = picture.model.nodes[index];
  const { width, height } = canvasSize();
  const [x, y] = [node.x * picture.k + picture.x, node.y * picture.k + picture.y];
  const isSeen = x >= 0 && y >= 0 && x + node.w * picture.k <= width && y + node.h * picture.k <= height;
  if (!isSeen) {
    picture.isFitted = false;
    walk.wantsFocus = true;
    lookAt(picture.k, node.x + node.w / 2, node.y + node.h / 2);
  }
  const group = picture.items.get(`b${index}`);
  if (group) group.focus({ preventScroll: true });
}

function stopAt(index) {
  walk.box = index;
  for (const [key, group] of picture.items) if (key[0] === 'b') group.setAttribute('tabindex', key === `b${index}` ? '0' : '-1');
}

/** After the picture is drawn anew: its stop, and the focus if it was there. */
function restoreStop(hadFocus) {
  const canvas = document.getElementById('canvas');
  const boxes = Array.from(picture.items.keys()).filter((key) => key[0] === 'b');
  canvas.setAttribute('tabindex', boxes.length ? '-1' : '0');
  const isFocused = hadFocus || walk.wantsFocus;
  if (!boxes.length) { if (isFocused) canvas.focus({ preventScroll: true }); return; }
  const active = ((shotAt(selection.tick) || {}).boxes || []).filter((b) => picture.items.has(`b${b}`));
  const isThere = walk.box !== null && picture.items.has(`b${walk.box}`);
  stopAt(isThere ? walk.box : active.length ? active[active.length - 1] : Number(boxes[0].slice(1)));
  walk.wantsFocus = false;
  if (isFocused) picture.items.get(`b${walk.box}`).focus({ preventScroll: true });
}

/** What is read out of a box: what stands in it, its whole name if that is longer, and whether the run is there. */
function boxWords(group, index, isNow) {
  const texts = Array.from(group.querySelectorAll('text'), (t) => t.textContent);
  const whole = inline(shorten(picture.model.nodes[index].label, 200));
  const more = [texts[0] === whole ? '' : whole, isNow ? 'active at this step' : ''].filter(Boolean);
  return [texts.filter(Boolean).join(' ') || 'box', ...more].join(', ');
}
