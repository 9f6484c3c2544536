// The report as the page uses it: one inquiry per property, or one for two models that are compared; each with classes,
// each class with a run. Runs arrive as changes from step to step and are unfolded when they are first looked at.

const DATA = JSON.parse(document.getElementById('data').textContent);
const REPORT = DATA.report;

// What the steps of a run are called and the number of the first, as in the text report.
const STEPS = {
  machine: ['state', 1],
  dataflow: ['tick', 1],
  contract: ['state', 1],
  lts: ['step', 0],
  equivalence: ['step', 0],
};

/** A value as the model writes it. */
function valueText(value) {
  if (value === true) return 'TRUE';
  if (value === false) return 'FALSE';
  return value === null || value === undefined ? '' : String(value);
}

/** A run: columns of values by variable. */
class Run {
  constructor(trace) {
    this.variables = trace.variables;
    this.length = trace.steps.length;
    this.loop = trace.loop;
    this.claims = trace.claims || [];
    this.elements = trace.steps.map((s) => s.element);
    this.transient = trace.steps.map((s) => Boolean(s.transient));
    this.showActions(trace);
    this.places = new Map(this.variables.map((v, i) => [v.name, i]));
    this.columns = this.unfold(trace.steps);
  }

  /** The action of a labelled transition system stands at the step that it leads from; what is shown is the one taken. */
  showActions(trace) {
    const [action, state] = trace.variables;
    if (!action || !state || action.type !== 'label' || this.elements.some(Boolean)) return;
    let last = null;
    trace.steps.forEach((step, tick) => {
      if (tick > 0) this.elements[tick] = last;
      if (step.values[action.name] !== undefined) last = step.values[action.name];
    });
    this.variables = trace.variables.slice(1);
  }

  unfold(steps) {
    const columns = this.variables.map(() => new Array(steps.length));
    const last = new Array(this.variables.length);
    steps.forEach((step, tick) => {
      for (const [key, value] of Object.entries(step.values)) {
        const place = this.places.get(key);
        if (place !== undefined) last[place] = value;
      }
      for (let v = 0; v < last.length; v += 1) columns[v][tick] = last[v] === undefined ? null : last[v];
    });
    return columns;
  }

  value(variable, tick) {
    const column = this.columns[variable];
    return column && tick < this.length ? column[tick] : null;
  }

  /** Whether a variable has another value than at the tick before. */
  changes(variable, tick) {
    return tick > 0 && this.value(variable, tick) !== this.value(variable, tick - 1);
  }

  /** Whether it ever changes. */
  isConstant(variable) {
    const column = this.columns[variable];
    return column.every((v) => v === column[0]);
  }
}

/** A class: one way to fail. */
class Way {
  constructor(inquiry, index, raw) {
    this.inquiry = inquiry;
    this.index = index;
    this.raw = raw;
    this.id = raw.id;
    this.key = raw.key;
    this.title = raw.title || raw.key;
    this.path = raw.path || [];
    this.length = raw.length;
    this.explanation = inquiry.lens === 'lts' ? intoSteps(raw.explanation || {}) : raw.explanation || {};
    const since = inquiry.raw.since;
    this.isNew = Boolean(since && since.compared && since.new.includes(raw.id));
  }

  /** The run, unfolded once. */
  get run() {
    if (!this.unfolded) this.unfolded = new Run(this.raw.trace);
    return this.unfolded;
  }

  get number() {
    return this.index + 1;
  }

  /** What the picture shows of it. */
  get scene() {
    const drawn = this.inquiry.picture;
    const found = (drawn && drawn.ways[this.index]) || null;
    if (!found || !this.raw.difference) return found;
    if (!this.atRest) this.atRest = sceneAtRest(drawn, found, this.raw.difference);
    return this.atRest;
  }
}

/** What was found about one property. */
class Inquiry {
  constructor(index, raw, lens) {
    this.index = index;
    this.raw = raw;
    this.lens = lens;
    this.name = raw.name;
    this.verdict = raw.verdict;
    this.picture = (DATA.pictures && DATA.pictures[index]) || null;
    this.suspects = raw.suspects || [];
    this.classes = this.rawClasses().map((c, i) => new Way(this, i, c));
  }

  rawClasses() {
    if (this.raw.classes && this.raw.classes.length) return this.raw.classes;
    if (!this.raw.trace) return [];
    const { trace, evidence_graph: evidence } = this.raw;
    const explanation = evidence && evidence.choices ? { choice_points: evidence.choices.choice_points } : null;
    return [{ id: '', key: 'counterexample', path: [], length: trace.steps.length - 1, trace, explanation, guards: [] }];
  }

  /** What a heading calls it. */
  get title() {
    const asked = this.raw.contract;
    if (!asked) return this.name;
    const local = this.name.startsWith(asked.component + '/') ? this.name.slice(asked.component.length + 1) : this.name;
    return `${asked.component}: ${local}`;
  }

  /** What a step is called: "state 3". */
  step(tick) {
    const [noun, first] = STEPS[this.lens];
    return `${noun} ${tick + first}`;
  }

  get stepNoun() {
    return STEPS[this.lens][0];
  }

  stepNumber(tick) {
    return tick + STEPS[this.lens][1];
  }
}

/** Of a graph, what is told about an action stands at the tick where it is chosen; the page shows it in the step that it leads into. */
function intoSteps(explanation) {
  const later = (list) => (list || []).map((item) => ({ ...item, tick: item.tick + 1 }));
  const { failed, key_events: events, nearest } = explanation;
  const isAction = (mark) => mark.variable === 'action';
  const acts = Boolean(failed && failed.marks.some(isAction));
  return {
    ...explanation,
    failed: failed && { ...failed, ticks: failed.ticks.map((t) => t + Number(acts)), marks: failed.marks.filter((m) => !isAction(m)) },
    key_events: events && events.map((e) => (e.input ? { ...e, tick: e.tick + 1 } : e)),
    nearest: nearest && { ...nearest, differs: later(nearest.differs) },
  };
}

/** What is known about a difference of two models, in the form of an explanation: inputs that are enough, and the nearest on which they agree. */
function explanationOf(difference, failed, ports) {
  const input = (row, spot) => row[spot.reaction].inputs[spot.input];
  const { enough, nearest, reactions, missing } = difference;
  const choices = reactions.reduce((sum, r) => sum + Object.keys(r.inputs).length, 0);
  const kept = (enough || []).map((s) => ({ variable: s.input, tick: s.reaction + 1, relation: '=', value: input(reactions, s) }));
  const differs = ((nearest && nearest.differs) || []).map((s) => ({ variable: s.input, tick: s.reaction + 1, failing: input(reactions, s), passing: input(nearest.reactions, s) }));
  return {
    failed, missing,
    cause: enough && enough.length ? { kept, choices, minimal: true, rechecked_by: '' } : null,
    nearest: nearest ? { differs, choices: nearest.choices, minimal: true, rechecked_by: '', trace: mergedRun({ ...difference, reactions: nearest.reactions }, ports) } : null,
  };
}

/** Which lens a property was looked at through. */
function lensOf(property) {
  if (property.contract || property.diagnosis) return 'contract';
  if (property.kind === 'mcl' || property.lts) return 'lts';
  return ['lustre', 'simulink'].includes(REPORT.model.language) ? 'dataflow' : 'machine';
}

/** The steps of a run at which a machine is at rest. */
function rests(trace) {
  return trace ? trace.steps.flatMap((s, tick) => (s.transient ? [] : [tick])) : [];
}

/** The picture of two models goes from tick to tick, their comparison from rest to rest; a model may need more ticks than the other.
    What each does between two rests is shown as one step. */
function sceneAtRest(drawn, found, difference) {
  const sides = drawn.nodes.map((n, i) => (n.parent === null || n.parent === undefined ? Number(i !== 0) : null));
  drawn.nodes.forEach((n, i) => { if (sides[i] === null) sides[i] = sides[n.parent]; });
  const ticks = [rests(difference.reference_run), rests(difference.implementation_run)];
  const shots = Array.from({ length: difference.reactions.length + 1 }, (_, step) => {
    const shot = { boxes: [], arrows: [], values: [] };
    ticks.forEach((list, side) => {
      const to = list[Math.min(step, list.length - 1)];
      const from = step > 0 && list[step] !== undefined ? list[step - 1] + 1 : to;
      const at = (tick) => found.shots[Math.min(tick, found.shots.length - 1)];
      if (to === undefined || !found.shots.length) return;
      shot.boxes.push(...at(to).boxes.filter((b) => sides[b] === side));
      for (let tick = from; tick <= to && step > 0; tick += 1) shot.arrows.push(...at(tick).arrows.filter((a) => sides[drawn.edges[a].from] === side));
    });
    return shot;
  });
  return { ...found, shots };
}

/** A port of two models as a row of the timeline. */
function mergedRun(difference, ports) {
  const rows = [{ inputs: {}, reference: difference.start, implementation: difference.start_implementation }, ...difference.reactions];
  const input = (p) => ({ name: p.name, role: 'input', type: p.type });
  const side = (p, who) => ({ name: `${p.name} (${who})`, role: 'state', type: p.type, output: p.name });
  const variables = [...ports.inputs.map(input), ...ports.outputs.flatMap((p) => [side(p, 'reference'), side(p, 'implementation')])];
  const steps = rows.map((row) => {
    const values = {};
    for (const p of ports.inputs) values[p.name] = row.inputs[p.name] === undefined ? null : row.inputs[p.name];
    for (const p of ports.outputs) {
      values[`${p.name} (reference)`] = row.reference ? row.reference[p.name] : null;
      values[`${p.name} (implementation)`] = row.implementation ? row.implementation[p.name] : null;
    }
    const takes = [...(row.reference_takes || []), ...(row.implementation_takes || [])];
    return { values, element: takes.length ? Array.from(new Set(takes)).join(' ') : null };
  });
  return { variables, steps, loop: null, claims: [] };
}

/** The cells at which the outputs of two models differ. */
function partings(trace, ports) {
  const last = trace.steps.length - 1;
  return trace.steps.flatMap((step, tick) => ports.outputs.flatMap((p) => {
    const [one, two] = [`${p.name} (reference)`, `${p.name} (implementation)`];
    if (step.values[one] === step.values[two]) return [];
    const kind = tick === last ? 'response' : 'trigger';
    return [one, two].map((variable) => ({ step: tick, variable, kind }));
  }));
}

/** Two models that were compared, in the form of a property. */
function comparison(report) {
  const verdict = report.equivalent === true ? 'holds' : report.equivalent === false ? 'violated' : 'undetermined';
  const classes = (report.differences || []).map((d) => {
    const trace = mergedRun(d, report.interface);
    const failed = { parts: [], ticks: [trace.steps.length - 1], marks: partings(trace, report.interface) };
    const explanation = explanationOf(d, failed, report.interface);
    return { id: d.id, key: d.key, path: [], length: d.reactions.length, trace, explanation, guards: [], difference: d };
  });
  const enumeration = verdict === 'violated' ? { complete: report.complete, stopped: report.stopped, classes: classes.length } : null;
  return {
    name: 'equivalence', kind: 'equivalence', text: '', verdict, cause: report.cause, certificate: report.certificate,
    seconds: report.seconds, engine: '', enumeration, classes, suspects: report.suspects, notes: report.notes, fix_sets: [],
    comparison: report,
  };
}

const INQUIRIES = REPORT.command === 'diff'
  ? [new Inquiry(0, comparison(REPORT), 'equivalence')]
  : REPORT.properties.map((p, i) => new Inquiry(i, p, lensOf(p)));

const HAS_INQUIRIES = INQUIRIES.length > 0 && !['tests', 'mutate', 'fix'].includes(REPORT.command);
