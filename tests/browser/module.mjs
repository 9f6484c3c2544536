// The module that pages carry answers as the native code does: node module.mjs
//
// CASES is the program that makes questions with native answers (default: target/debug/examples/cases of this checkout, made by
// `cargo build -p wherefore-wasm --example cases`). WHEREFORE_SEED and WHEREFORE_CASES steer it. Ends with exit code 1 if an answer differs.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const CASES = process.env.CASES || join(ROOT, 'target/debug/examples/cases');
const packed = readFileSync(join(ROOT, 'crates/wherefore-report/src/html/whatif.wasm.gz'));
const module = new WebAssembly.Module(gunzipSync(packed));
const wanted = WebAssembly.Module.imports(module);
if (wanted.length) throw new Error(`the module wants ${wanted.map((i) => i.name).join(', ')}`);

/** An instance of its own for each case: nothing is left over from the one before. */
function answers(questions) {
  const { put, ask, get } = new WebAssembly.Instance(module).exports;
  return questions.map((question) => {
    for (const byte of new TextEncoder().encode(question)) put(byte);
    const length = ask();
    return new TextDecoder().decode(Uint8Array.from({ length }, (_, i) => get(i)));
  });
}

const [head, ...lines] = execFileSync(CASES, { maxBuffer: 1 << 30, encoding: 'utf8' }).trim().split('\n').map((l) => JSON.parse(l));
const [said, kinds] = [[], {}];
lines.forEach((line, number) => {
  const found = answers(line.questions);
  const at = line.answers.findIndex((answer, i) => answer !== found[i]);
  if (at >= 0) said.push(`case ${number}: ${line.questions[at]}\n  native ${line.answers[at]}\n  module ${found[at]}`);
  const last = JSON.parse(found[2]);
  const kind = last.error ? 'error' : last.end ? 'ends early' : last.property.verdict;
  kinds[kind] = (kinds[kind] || 0) + 1;
});
console.log(`${lines.length} random runs, WHEREFORE_SEED=${head.seed}: ${lines.length - said.length} answered alike (${Object.entries(kinds).map(([k, n]) => `${k} ${n}`).join(', ')})`);
if (said.length || !lines.length) {
  console.log(said.slice(0, 3).join('\n'));
  process.exit(1);
}
