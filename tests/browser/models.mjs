// Models that are unkind to a report: hostile names, a long run, a large graph.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARKUP = '<img src=x onerror="window.__pwned=1">';
const CLOSES = '</script><script>window.__pwned=1</script><!--';
const TURNS = 'a\u202Eb\u2066c\u200Fd';
const LONG = 'n'.repeat(10000);

/** A name that XML can hold, as an attribute. */
function attribute(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}

/** Labels with markup, quotes, control characters, marks that turn the direction, and 10,000 letters; in a file named alike. */
export function hostileGraph(folder) {
  const labels = [MARKUP, CLOSES, "'\"`${window.__pwned=1}", 'bell\u0007tab\tdel\u007f', TURNS, LONG, 'javascript:window.__pwned=1', 'BAD'];
  const quoted = (label) => `"${label.replace(/\\/g, '\\\\').replace(/"/g, '\\"')}"`;
  const lines = labels.map((label, i) => `(${i}, ${quoted(label)}, ${i + 1})`);
  const file = join(folder, `<img src=x onerror=window.__pwned=1>${'\u202E'}"quote'.aut`);
  writeFileSync(file, `des (0, ${labels.length + 1}, ${labels.length + 1})\n${lines.join('\n')}\n(2, "SAFE", 2)\n`);
  return ['why', file, '-p', '[true* . "BAD"] false'];
}

/** A statechart whose states, transitions and events have such names. */
export function hostileChart(folder) {
  const [one, two] = [attribute(MARKUP), attribute(`${CLOSES}${TURNS}`)];
  const file = join(folder, 'hostile.scxml');
  writeFileSync(file, `<?xml version="1.0"?>
<!-- ${CLOSES.replace(/--/g, '- -')} ${MARKUP} -->
<scxml xmlns="http://www.w3.org/2005/07/scxml" xmlns:wf="urn:wherefore:scxml:1" version="1.0" datamodel="ecmascript" initial="s0">
  <wf:event name="go"/>
  <state id="s0"><transition wf:name="${one}" event="go" target="s1"/></state>
  <state id="s1"><transition wf:name="${two}" event="go" target="s2"/></state>
  <state id="s2"/>
  <wf:invariant name="${one}">!In('s2')</wf:invariant>
</scxml>
`);
  return ['why', file];
}

/** A program with names of 10,000 letters. */
export function longNames(folder) {
  const file = join(folder, 'long.smv');
  writeFileSync(file, `MODULE main\nVAR\n  ${LONG} : {${LONG}_a, ${LONG}_b};\n  s : 0..3;\nASSIGN\n  init(s) := 0;\n  next(s) := s < 3 & ${LONG} = ${LONG}_b ? s + 1 : s;\nINVARSPEC NAME ${LONG}_p := s < 3;\n`);
  return ['why', file];
}

/** A run of 1,000 steps with 200 variables: a counter, and definitions over it. */
export function longRun(folder) {
  const file = join(folder, 'long_run.smv');
  const defines = Array.from({ length: 199 }, (_, i) => (i % 2 ? `  d${i} := c mod ${i + 2} < ${1 + (i >> 1)};` : `  d${i} := c mod ${i + 2};`));
  writeFileSync(file, `MODULE main\nVAR c : 0..999;\nASSIGN\n  init(c) := 0;\n  next(c) := c < 999 ? c + 1 : c;\nDEFINE\n${defines.join('\n')}\nINVARSPEC NAME below := c < 999;\n`);
  return ['check', file, '--engine', 'bdd', '--defines'];
}

/** A graph of about 2,000 states: a binary tree whose leaves lead on to one end. */
export function largeGraph(folder) {
  const file = join(folder, 'large.aut');
  const states = 1900;
  const lines = [];
  for (let s = 0; s < states; s += 1) {
    for (const [label, to] of [['L', 2 * s + 1], ['R', 2 * s + 2]]) if (to < states) lines.push(`(${s}, "${label}${s % 7}", ${to})`);
    if (2 * s + 1 >= states) lines.push(`(${s}, "${s % 3 ? 'END' : 'BAD'}", ${states})`);
  }
  writeFileSync(file, `des (0, ${lines.length}, ${states + 1})\n${lines.join('\n')}\n`);
  return ['why', file, '-p', '[true* . "BAD"] false', '--max-classes', '5'];
}

/** Two free choices that exclude each other: a run needs that neither is made. */
export function restricted(folder) {
  const file = join(folder, 'restricted.smv');
  writeFileSync(file, 'MODULE main\nVAR\n  go : boolean;\n  stop : boolean;\n  s : 0..3;\nINVAR !(go & stop);\nASSIGN\n  init(s) := 0;\n  next(s) := !go & !stop & s < 3 ? s + 1 : s;\nINVARSPEC NAME low := s < 2;\n');
  return ['why', file];
}
