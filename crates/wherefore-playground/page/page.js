// The playground: a model is edited, checked by a worker, and its report is shown.

import { fragment, model as linked } from './link.js';

const $ = (id) => document.getElementById(id);
/** Time that a worker has beyond its limit before it is ended: a single step cannot be interrupted. */
const GRACE = 10_000;

let module = null;
let running = null;
let answer = null;
let shown = null;
let examples = [];
/** Texts that the model may include, by their names. */
let beside = {};

const current = () => ({ name: $('name').value.trim(), text: $('text').value, formula: $('formula').value, beside });
const same = (a, b) => a && b && a.name === b.name && a.text === b.text && a.formula === b.formula;

function say(words, kind = '') {
  $('state').textContent = words;
  $('state').className = kind;
}

/** What was found, in a line. */
function summary(properties) {
  if (!properties.length) return ['The model makes sense. It has no property to check.', 'undetermined'];
  const of = (verdict) => properties.filter((p) => p.verdict === verdict);
  const plural = (n, one, more) => `${n} ${n === 1 ? one : more}`;
  const broken = of('violated');
  const ways = broken.reduce((sum, p) => sum + p.ways, 0);
  const least = broken.every((p) => p.complete) ? '' : 'at least ';
  const parts = [];
  if (broken.length) parts.push(`${plural(broken.length, 'property is', 'properties are')} violated, in ${least}${plural(ways, 'distinct way', 'distinct ways')}`);
  for (const [verdict, words] of [['holds', 'hold'], ['vacuous', 'hold vacuously'], ['undetermined', 'undetermined']]) {
    if (of(verdict).length) parts.push(`${of(verdict).length} ${of(verdict).length === 1 ? words.replace('hold', 'holds') : words}`);
  }
  return [parts.join('; '), broken.length ? 'violated' : of('undetermined').length ? 'undetermined' : 'holds'];
}

function show(asText) {
  $('as-text').setAttribute('aria-pressed', String(asText));
  $('words').hidden = !asText;
  $('report').hidden = asText;
}

/** Shows an answer, or why there is none. */
function tell(found, seconds) {
  answer = found.error === undefined ? found : null;
  $('words').classList.toggle('error', !answer);
  $('words').textContent = answer ? answer.text : found.error;
  $('as-text').hidden = $('save').hidden = !answer;
  if (!answer) {
    say(found.title || 'The text is no model that can be checked', 'error');
    return show(true);
  }
  const [words, kind] = summary(answer.properties);
  say(`${words} (${seconds.toFixed(1)} s)`, kind);
  $('report').srcdoc = answer.html;
  show($('as-text').getAttribute('aria-pressed') === 'true');
}

function finish() {
  if (!running) return;
  running.worker.terminate();
  clearInterval(running.timer);
  clearTimeout(running.last);
  running = null;
  $('stop').hidden = true;
  $('check').hidden = false;
}

/** Checks the model as it is now. What runs is ended first. */
function check() {
  if (!module) return;
  finish();
  const asked = current();
  const limit = Number($('seconds').value);
  const begin = performance.now();
  const passed = () => (performance.now() - begin) / 1000;
  const ended = (found) => {
    finish();
    shown = asked;
    tell(found, passed());
  };
  const worker = new Worker('worker.js');
  worker.onmessage = ({ data }) => ended(data.error === undefined ? JSON.parse(data.answer) : { title: 'There is no answer', error: data.error });
  worker.onerror = (event) => ended({ title: 'There is no answer', error: event.message || 'the worker could not be started' });
  const wait = () => say(`checking: ${Math.round(passed())} s of at most ${limit} s`);
  const late = () => ended({ title: 'There is no answer', error: `The search did not end within ${limit} s and has been stopped. A smaller model, more time, or the program for the command line may help.` });
  running = { worker, timer: setInterval(wait, 1000), last: setTimeout(late, limit * 1000 + GRACE) };
  say('checking');
  $('stop').hidden = false;
  $('check').hidden = true;
  worker.postMessage({ module, question: JSON.stringify({ ...asked, seconds: limit }) });
}

function stop() {
  finish();
  shown = null;
  say('stopped; what is shown below is an earlier answer', 'old');
  $('check').focus();
}

/** Line numbers, and a word if the report is about an earlier text. */
function edited() {
  const count = $('text').value.split('\n').length;
  $('lines').textContent = Array.from({ length: count }, (_, i) => i + 1).join('\n') + '\n\n';
  $('lines').scrollTop = $('text').scrollTop;
  $('formula-part').hidden = !/\.(aut|dot|gv|fsm)$/.test($('name').value.trim());
  if (shown && !running && !same(shown, current())) say('The model has changed: press Check, or Ctrl+Enter', 'old');
}

function put(model, tip = '') {
  $('name').value = model.name;
  $('text').value = model.text;
  $('formula').value = model.formula || '';
  beside = model.beside || {};
  $('text').scrollTop = 0;
  $('try').replaceChildren(...tip.split('`').map((part, i) => (i % 2 ? Object.assign(document.createElement('code'), { textContent: part }) : part)));
  $('try').hidden = !tip;
  edited();
}

async function open(index) {
  const { file, formula, tip, includes = [] } = examples[index];
  const read = async (path) => (await fetch(`examples/${path}`)).text();
  const included = await Promise.all(includes.map(async (name) => [name, await read(name)]));
  put({ name: file.split('/').pop(), text: await read(file), formula: formula ? await read(formula) : '', beside: Object.fromEntries(included) }, tip);
  check();
}

async function share() {
  const hash = await fragment(current());
  history.replaceState(null, '', hash);
  const done = await navigator.clipboard?.writeText(location.href).then(() => true, () => false);
  $('share').textContent = done ? 'Link copied' : 'The link is in the address bar';
  setTimeout(() => { $('share').textContent = 'Copy link'; }, 3000);
}

function save() {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([answer.html], { type: 'text/html' }));
  link.download = `${shown.name.replace(/\.[^.]*$/, '') || 'model'}.html`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The module; a server may have taken its compression off. */
async function load() {
  const response = await fetch('wherefore.wasm.gz');
  if (!response.ok) throw new Error(`wherefore.wasm.gz: ${response.status}`);
  const bytes = await response.arrayBuffer();
  const isPacked = new Uint8Array(bytes)[0] === 0x1f;
  return WebAssembly.compile(isPacked ? await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer() : bytes);
}

async function main() {
  $('check').onclick = check;
  $('stop').onclick = stop;
  $('share').onclick = share;
  $('save').onclick = save;
  $('as-text').onclick = () => show($('as-text').getAttribute('aria-pressed') !== 'true');
  $('examples').onchange = () => { if ($('examples').value !== '') open(Number($('examples').value)); };
  $('text').oninput = $('name').oninput = $('formula').oninput = edited;
  $('text').onscroll = () => { $('lines').scrollTop = $('text').scrollTop; };
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) { event.preventDefault(); check(); }
  });
  try {
    [module, examples] = await Promise.all([load(), fetch('examples/examples.json').then((r) => r.json())]);
  } catch (error) {
    return tell({ title: 'The playground could not be loaded', error: String(error.message || error) });
  }
  $('examples').append(...examples.map(({ title }, i) => new Option(title, i)));
  const given = location.hash.length > 2 ? await linked(location.hash) : null;
  if (!given) return open(0);
  $('examples').prepend(new Option('from the link', '', true, true));
  put(given);
  return check();
}

main();
