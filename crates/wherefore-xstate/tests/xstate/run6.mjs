// Runs machines in version 6 of XState. Reads {"machine", "steps"} from standard input, one object a line, and writes for each what
// the machine does: the active states and the context after the start and after every step. A machine is JSON as serializeMachine
// writes it, which is checked; what says `@exprLang` is one for createMachineFromConfig.
// Named guards have the values that a step gives them; what is invoked ends when a step says so; time goes on only from one timer
// to the next.
import { createInterface } from 'node:readline';
import { createRequire } from 'node:module';
import { isDeepStrictEqual } from 'node:util';
import path from 'node:path';

const folder = path.resolve(process.env.WHEREFORE_XSTATE);
const require = createRequire(path.join(folder, 'index.js'));
const { createMachine, createMachineFromConfig, serializeMachine, createActor, createLogic } = require('xstate');

// With a version of the library that has no such function, nothing here is what it should be.
if (typeof serializeMachine !== 'function') throw new Error('this is not version 6 of XState');

/** A function from its text, which may be that of a method. */
function evaluated(text) {
  try {
    return (0, eval)(`(${text})`);
  } catch {
    return Object.values((0, eval)(`({${text}})`))[0];
  }
}

/** A value with its functions. */
function revived(value) {
  if (Array.isArray(value)) return value.map(revived);
  if (value === null || typeof value !== 'object') return value;
  if (typeof value['@code'] === 'string') return evaluated(value['@code']);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revived(inner)]));
}

// Logic that runs until it is told to end.
const service = createLogic({
  context: undefined,
  run({ event }) {
    if (event.type === 'finish') return { status: 'done', output: event.output };
    if (event.type === 'fail') return { status: 'error', error: event.error };
    return undefined;
  },
});

class Clock {
  time = 0;
  timers = [];
  now() {
    return this.time;
  }
  setTimeout(fn, delay) {
    const timer = { fn, due: this.time + delay };
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
      this.time = timer.due;
      timer.fn();
    }
  }
}

/** The machine, with guards that ask what is given. */
function build(machine, given) {
  const names = ['g0', 'g1', 'g2'];
  const guards = Object.fromEntries(names.map((name) => [name, () => Boolean(given[`guards.${name}()`] ?? given[name])]));
  const actors = { x: service };
  const actions = { log: () => {} };
  if (machine['@exprLang']) {
    const ts = ({ source, scope }) => evaluated(source)(scope, scope.enq);
    return createMachineFromConfig(machine, { guards, actors, actions, evaluators: { ts } });
  }
  const config = revived(machine);
  const written = JSON.parse(JSON.stringify(serializeMachine(createMachine(config))));
  if (!isDeepStrictEqual(written, machine)) throw new Error(`serializeMachine writes ${JSON.stringify(written)}`);
  return createMachine({ ...revived(machine), guards, actors, actions, options: { maxIterations: 300 } });
}

function run({ machine, steps }) {
  const given = { ...steps.guards };
  const clock = new Clock();
  let failed;
  const actor = createActor(build(machine, given), { clock, logger: () => {} });
  actor.subscribe({ error: (error) => { failed = String(error?.message ?? error); } });
  const seen = () => {
    if (failed !== undefined) return { failed };
    const snapshot = actor.getSnapshot();
    return { states: snapshot.nodes.map((n) => n.id).sort(), context: snapshot.context ?? {}, status: snapshot.status, timers: clock.timers.length };
  };
  try {
    actor.start();
  } catch (error) {
    failed = String(error?.message ?? error);
  }
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
