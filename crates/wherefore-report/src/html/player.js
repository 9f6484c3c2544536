// The module that plays runs: the evaluator of the program itself. It is unpacked when a run that can be played is first shown; a
// browser that does not take it shows the page without it.

const player = { module: null, doors: null, opened: null };

/** Unpacks the module, once. */
async function unpackModule() {
  const packed = Uint8Array.from(atob(DATA.whatif.module), (c) => c.charCodeAt(0));
  const plain = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(plain).arrayBuffer());
}

/** Makes the module ready; whether it is. */
async function startPlayer() {
  try {
    if (!player.module) player.module = unpackModule();
    /** @type {WebAssembly.Module} */
    const module = await player.module;
    if (!player.doors) player.doors = (await WebAssembly.instantiate(module)).exports;
    return true;
  } catch {
    // No WebAssembly here: everything else works without it.
    return false;
  }
}

/** The answer to a question. A module that breaks down is not asked again. */
function askPlayer(question) {
  /** @type {any} */
  const { put: write, ask, get } = player.doors;
  try {
    for (const byte of new TextEncoder().encode(JSON.stringify(question))) write(byte);
    const answer = new Uint8Array(ask());
    for (let i = 0; i < answer.length; i += 1) answer[i] = get(i);
    return JSON.parse(new TextDecoder().decode(answer));
  } catch {
    player.doors = null;
    return { error: 'this could not be worked out' };
  }
}

/** What the page knows about the system and the whole run of a class; null if it cannot be played. */
function playable(way) {
  const found = DATA.whatif && way && DATA.whatif.properties[way.inquiry.index];
  const run = found && found.runs[way.index];
  return run ? { ...found, run, system: DATA.whatif.systems[found.system] } : null;
}

/** Opens the run of a class; gives its choices and the run as the module plays it, or null. */
function openPlayed(way) {
  const found = playable(way);
  const opened = askPlayer({ system: found.system.text, property: found.name, run: found.run });
  const played = opened.choices && askPlayer({ changes: [] });
  if (!played || played.error || !sameRun(way.run, played)) return null;
  const choices = opened.choices.filter((c) => way.run.places.has(c.variable));
  return { choices, played, rest: found.rest, places: found.system.places };
}

/** Whether the module plays the run that is shown. */
function sameRun(run, played) {
  const same = (v, i) => !played.values[v.name] || run.columns[i].every((value, tick) => value === played.values[v.name][tick]);
  return run.length === played.steps && run.variables.every(same);
}
