// Runs machines in XState itself. Reads {"machine", "steps"} from standard input, one object a line, and writes for each what the
// machine does: the active states and the context after the start and after every step.
// Functions are texts in the file and become functions here; named guards have the values that a step gives them; what is
// invoked ends when a step says so; time goes on only from one timer to the next.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.resolve(process.env.WHEREFORE_XSTATE);
const require = createRequire(path.join(folder, 'index.js'));
const { createMachine, createActor, assign, raise, cancel, and, or, not, stateIn } = require('xstate');

const isFunction = (text) => typeof text === 'string' && (text.includes('=>') || text.startsWith('function'));
const evaluated = (text) => (isFunction(text) ? (0, eval)(`(${text})`) : text);
const list = (value) => (value === undefined || value === null ? [] : Array.isArray(value) ? value : [value]);
const mapValues = (object, change) => Object.fromEntries(Object.entries(object).map(([k, v]) => [k, change(v)]));

function guard(value) {
  if (value === undefined) return undefined;
  if (typeof value === 'string') return evaluated(value);
  switch (value.type) {
    case 'and': return and(value.guards.map(guard));
    case 'or': return or(value.guards.map(guard));
    case 'not': return not(guard(value.guard));
    case 'stateIn': return stateIn(value.stateValue);
    default: return value;
  }
}

function action(value) {
  if (typeof value === 'string') return evaluated(value);
  switch (value.type) {
    case 'xstate.assign':
      return assign(typeof value.assignment === 'string' ? evaluated(value.assignment) : mapValues(value.assignment, evaluated));
    case 'xstate.raise': return raise(isFunction(value.event) ? evaluated(value.event) : value.event, { delay: value.delay, id: value.id });
    case 'xstate.cancel': return cancel(value.sendId);
    default: return value;
  }
}

function transition(value) {
  if (typeof value === 'string' || value === null) return value;
  const { guard: condition, actions, ...rest } = value;
  return { ...rest, guard: guard(condition), actions: list(actions).map(action) };
}

const transitions = (value) => (Array.isArray(value) ? value.map(transition) : transition(value));

function state(node) {
  const result = { ...node, entry: list(node.entry).map(action), exit: list(node.exit).map(action) };
  for (const key of ['always', 'onDone']) if (node[key] !== undefined) result[key] = transitions(node[key]);
  for (const key of ['on', 'after']) if (node[key] !== undefined) result[key] = mapValues(node[key], transitions);
  if (node.output !== undefined) result.output = typeof node.output === 'object' ? mapValues(node.output, evaluated) : evaluated(node.output);
  if (node.invoke !== undefined) {
    result.invoke = list(node.invoke).map((invoke) => {
      const changed = { ...invoke };
      for (const key of ['onDone', 'onError', 'onSnapshot']) if (invoke[key] !== undefined) changed[key] = transitions(invoke[key]);
      return changed;
    });
  }
  if (node.states !== undefined) result.states = mapValues(node.states, state);
  return result;
}

// Logic that runs until it is told to end.
const service = {
  getInitialSnapshot: () => ({ status: 'active', output: undefined, error: undefined }),
  getPersistedSnapshot: (snapshot) => snapshot,
  transition(snapshot, event) {
    if (event.type === 'finish') return { ...snapshot, status: 'done', output: event.output };
    if (event.type === 'fail') return { ...snapshot, status: 'error', error: event.error };
    return snapshot;
  },
};

class Clock {
  now = 0;
  timers = [];
  setTimeout(fn, delay) {
    const timer = { fn, due: this.now + delay };
    const place = this.timers.findIndex((other) => other.due > timer.due);
    this.timers.splice(place < 0 ? this.timers.length : place, 0, timer);
    return timer;
  }
  clearTimeout(timer) {
    this.timers = this.timers.filter((other) => other !== timer);
  }
  fire() {
    const timer = this.timers.shift();
    if (timer) {
      this.now = timer.due;
      timer.fn();
    }
  }
}

function run({ machine, steps }) {
  // The first configuration is entered as soon as there is an actor.
  const given = { ...steps.guards };
  const { guards = {}, actions = {}, delays = {}, ...config } = machine;
  const everything = new Proxy(mapValues(guards, guard), {
    get: (known, name) => known[name] ?? (() => Boolean(given[name])),
    has: () => true,
  });
  const nothing = new Proxy(mapValues(actions, (a) => action(a)), { get: (known, name) => known[name] ?? (() => {}), has: () => true });
  const services = new Proxy({}, { get: () => service, has: () => true });
  const built = createMachine({ ...state(config), options: { maxIterations: 300 } }, { delays });
  built.implementations = { guards: everything, actions: nothing, actors: services, delays };
  const clock = new Clock();
  let failed;
  const actor = createActor(built, { clock });
  actor.subscribe({ error: (error) => { failed = String(error?.message ?? error); } });
  const seen = () => {
    const snapshot = actor.getSnapshot();
    if (failed !== undefined) return { failed };
    return { states: snapshot._nodes.map((n) => n.id).sort(), context: snapshot.context ?? {}, status: snapshot.status, timers: clock.timers.length };
  };
  actor.start();
  const trace = [seen()];
  for (const step of steps.list) {
    if (failed !== undefined) break;
    Object.assign(given, step.guards);
    const child = actor.getSnapshot().children?.[step.finish ?? step.fail];
    if (step.event) actor.send(step.event);
    else if (step.fire) clock.fire();
    else if (step.finish && child) child.send({ type: 'finish', output: step.output });
    else if (step.fail && child) child.send({ type: 'fail', error: 'failed' });
    trace.push(seen());
  }
  actor.stop();
  return trace;
}

console.warn = () => {};
for await (const line of createInterface({ input: process.stdin })) {
  let answer;
  try {
    answer = run(JSON.parse(line));
  } catch (error) {
    answer = { error: String(error?.stack ?? error) };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
