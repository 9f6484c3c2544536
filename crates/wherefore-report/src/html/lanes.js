// A run of several processes or regions as a sequence: a lane for each, a row for each step, and in it what each one did.

const LANE_ROWS = 300;
const LANE_CHANGES = 4;

/** The lanes of a way: regions of a machine, components of a system, instances of modules. Fewer than two are none. */
function lanesOf(way) {
  const model = way.inquiry.picture;
  if (!model || !way.scene) return [];
  const found = model.kind === 'machine' ? regionLanes(model) : model.kind === 'components' ? componentLanes(model, way.run) : [];
  const lanes = found.length > 1 ? found : instanceLanes(way.run);
  return lanes.length > 1 ? withVariables(lanes, way.run) : [];
}

/** The innermost frame around each box, or nothing. */
function framesAround(model) {
  const inside = (i) => (i === null || i === undefined ? null : model.nodes[i].shape === 'frame' ? i : inside(model.nodes[i].parent));
  return model.nodes.map((n) => inside(n.parent));
}

function regionLanes(model) {
  const around = framesAround(model);
  const used = Array.from(new Set(around.filter((f) => f !== null))).sort((a, b) => a - b);
  const labels = used.map((f) => model.nodes[f].label);
  const whole = (f) => (f === null || f === undefined ? '' : [whole(model.nodes[f].parent), model.nodes[f].label].filter(Boolean).join(' \u203a '));
  const title = (f) => (labels.filter((l) => l === model.nodes[f].label).length > 1 ? whole(f) : model.nodes[f].label);
  return used.map((f) => ({ title: title(f), word: model.nodes[f].label, holds: (box) => around[box] === f }));
}

/** Components that own variables of the run. */
function componentLanes(model, run) {
  const owns = (n) => run.variables.some((v) => v.name.startsWith(`${n.label}.`));
  return model.nodes.filter((n) => n.shape === 'component' && owns(n)).map((n) => ({ title: n.label, word: n.label, holds: () => false }));
}

/** Instances of modules, by the first part of the names of variables. */
function instanceLanes(run) {
  const words = run.variables.filter((v) => v.name.includes('.')).map((v) => v.name.split('.')[0]);
  return Array.from(new Set(words)).map((word) => ({ title: word, word, holds: () => false }));
}

/** Every variable goes to the lane that has its name, or the name of its instance; the rest, inputs and what is shared, to the last. */
function withVariables(lanes, run) {
  const instance = (word) => (word.includes('.') ? word.slice(0, word.lastIndexOf('.')) : word);
  const isOf = (lane, variable) => variable === lane.word || variable.startsWith(`${instance(lane.word)}.`);
  const rest = { title: 'others', word: '', holds: () => false, variables: [] };
  lanes.forEach((lane) => { lane.variables = []; });
  run.variables.forEach((v, i) => (lanes.find((lane) => isOf(lane, v.name)) || rest).variables.push(i));
  return rest.variables.length ? [...lanes, rest] : lanes;
}

/** What one of them does in a step. */
function laneCell(way, lane, tick) {
  const { run, inquiry: { picture: model } } = way;
  const shot = (t) => way.scene.shots[Math.min(t, way.scene.shots.length - 1)] || { boxes: [], arrows: [] };
  const at = (t) => shot(t).boxes.filter((b) => lane.holds(b) && !picture.hasParts.has(b)).map((b) => model.nodes[b].label);
  const taken = tick === 0 ? [] : shot(tick).arrows.map((a) => model.edges[a]).filter((e) => lane.holds(e.from));
  const [now, before] = [at(tick), tick > 0 ? at(tick - 1) : []];
  const isMoved = taken.length > 0 || tick === 0 || now.join() !== before.join();
  // At the beginning there is no change; what is not in a state then says its values.
  const isNews = (i) => (tick === 0 ? !now.length && run.value(i, 0) !== null : run.changes(i, tick)) && !now.includes(valueText(run.value(i, tick)));
  const changes = lane.variables.filter(isNews);
  const own = (i) => shorten(inline(run.variables[i].name.startsWith(`${lane.word}.`) ? run.variables[i].name.slice(lane.word.length + 1) : run.variables[i].name), 24);
  const change = (i) => el('div', null, el('bdi', null, own(i)), tick === 0 ? ' = ' : ' \u2192 ', el('strong', null, inline(shorten(valueText(run.value(i, tick)), 20))));
  const more = changes.length > LANE_CHANGES ? el('div', { class: 'muted' }, `${changes.length - LANE_CHANGES} more`) : null;
  const did = [taken.map((e) => el('span', { class: 'tag now', title: tooltip(e.detail || e.label) }, shorten(inline(e.label || 'moves'), 24))), now.length && isMoved ? el('div', { class: 'lane-state' }, now.map((l, n) => [n ? ', ' : '', name(l, 24)])) : null, changes.slice(0, LANE_CHANGES).map(change), more];
  const isIdle = !taken.length && !changes.length && !(now.length && isMoved);
  return el('td', { class: isIdle ? 'idle' : null }, isIdle ? el('span', { class: 'unseen' }, 'nothing') : el('div', { class: 'lane-box' }, did));
}

/** The sequence as a table. */
function lanesTable(way, lanes) {
  const { inquiry } = way;
  const ticks = Array.from({ length: Math.min(way.run.length, LANE_ROWS) }, (_, t) => t);
  const row = (t) => el('tr', { 'data-tick': t }, el('th', { scope: 'row' }, stepLink(inquiry, t, String(inquiry.stepNumber(t)))), lanes.map((lane) => laneCell(way, lane, t)));
  const cut = way.run.length > LANE_ROWS ? el('p', { class: 'muted' }, `${way.run.length - LANE_ROWS} later steps are not shown.`) : null;
  return [table([inquiry.stepNoun, ...lanes.map((l) => name(l.title, 30))], ticks.map(row), { class: 'lanes' }), cut];
}

/** Puts the sequence in place of the picture, or takes it away. */
function toggleLanes() {
  const isOn = document.getElementById('picture').classList.toggle('with-lanes');
  const control = document.getElementById('lanes-toggle');
  control.setAttribute('aria-pressed', String(isOn));
  control.textContent = isOn ? 'Picture' : 'Lanes';
  showLanes();
}

function showLanes() {
  const { way } = selection;
  const lanes = way ? lanesOf(way) : [];
  const control = document.getElementById('lanes-toggle');
  control.hidden = !lanes.length;
  const section = document.getElementById('picture');
  if (!lanes.length && section.classList.contains('with-lanes')) toggleLanes();
  const isOn = section.classList.contains('with-lanes');
  put(document.getElementById('lanes'), isOn && lanes.length ? lanesTable(way, lanes) : null);
  showLaneStep();
}

function showLaneStep() {
  for (const row of document.querySelectorAll('#lanes tbody tr')) {
    const isNow = Number(row.dataset.tick) === selection.tick;
    row.classList.toggle('now', isNow);
    if (isNow) keepInside(document.getElementById('lanes'), row);
  }
}

function listenToLanes() {
  listen('way', showLanes);
  listen('tick', showLaneStep);
}
