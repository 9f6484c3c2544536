// Types of the page's script, without running it: node script.mjs
// The parts are put together as the page has them, in the order of crates/wherefore-report/src/html.rs, and an error is shown with
// the part and line where it stands.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const elements = fileURLToPath(new URL('page.d.ts', import.meta.url));
const source = new URL('../../crates/wherefore-report/src/', import.meta.url);
const list = readFileSync(new URL('html.rs', source), 'utf8');
const names = [...list.matchAll(/include_str!\("(html\/\w+\.js)"\)/g)].map((found) => found[1]);
if (names.length < 10) throw new Error(`only ${names.length} parts of the script are found in html.rs`);

const lines = ['(() => {', "'use strict';"];
const origins = lines.map(() => 'the frame');
for (const name of names) {
  const text = readFileSync(new URL(name, source), 'utf8').replace(/\n$/, '').split('\n');
  text.forEach((line, number) => (lines.push(line), origins.push(`${name}:${number + 1}`)));
}
lines.push('})();', '');

const options = {
  allowJs: true, checkJs: true, noEmit: true, target: ts.ScriptTarget.ES2022, lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [], strict: false, noImplicitThis: true, noImplicitReturns: false, strictBindCallApply: true,
};

/** What is wrong in a text, as lines of words. */
function errors(text) {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  host.getSourceFile = (file, ...rest) =>
    file === 'page.js' ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS) : read.call(host, file, ...rest);
  const found = ts.getPreEmitDiagnostics(ts.createProgram(['page.js', elements], options, host));
  return found.map((error) => {
    const place = error.file?.fileName === 'page.js' ? origins[error.file.getLineAndCharacterOfPosition(error.start).line] : error.file?.fileName;
    return `${place}: TS${error.code}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n  ')}`;
  });
}

const found = errors(lines.join('\n'));
found.forEach((line) => console.error(line));
// The check itself must be able to fail: a name that nobody has.
const planted = errors([...lines.slice(0, 2), 'noSuchFunction();', ...lines.slice(2)].join('\n'));
if (planted.length <= found.length) throw new Error('a planted error is not seen');
console.log(`script: ${names.length} parts, ${lines.length} lines, ${found.length} errors`);
process.exitCode = found.length ? 1 : 0;
