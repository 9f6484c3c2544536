// The grammars, by the engine with which VS Code colours texts.

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const test = require('node:test');
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');

const folder = path.join(__dirname, '../syntaxes');
const wasm = fs.readFileSync(path.join(path.dirname(require.resolve('vscode-oniguruma')), 'onig.wasm'));

async function grammar(name) {
  await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength)).catch(() => {});
  const onigLib = Promise.resolve({
    createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
    createOnigString: text => new oniguruma.OnigString(text),
  });
  const file = path.join(folder, `${name}.tmLanguage.json`);
  const loadGrammar = async () => textmate.parseRawGrammar(fs.readFileSync(file, 'utf8'), file);
  return new textmate.Registry({ onigLib, loadGrammar }).loadGrammar(`source.${name}`);
}

/** The innermost scope of each piece of a text that is one of these. */
function scopes(grammar, text, wanted) {
  const found = [];
  let state = textmate.INITIAL;
  for (const line of text.split('\n')) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      const piece = line.slice(startIndex, endIndex).trim();
      if (wanted.includes(piece)) found.push(`${piece} ${scopes.at(-1).split('.').slice(0, 2).join('.')}`);
    }
  }
  return found;
}

const cases = {
  smv: ['MODULE main -- VAR\n/-- x\n TRUE --/\nVAR x : boolean;\nINVARSPEC NAME safe := x -> TRUE', ['main', 'VAR', 'boolean', 'TRUE', '->'],
    ['main entity.name', 'TRUE comment.block', 'VAR keyword.control', 'boolean storage.type', '-> keyword.operator', 'TRUE constant.language']],
  lustre: ['node f (x : bool) returns (y : bool);\nlet (* tel *) y = x -> pre x; --%PROPERTY y;\ntel', ['f', 'bool', '->', 'pre', '--%PROPERTY', 'tel'],
    ['f entity.name', 'bool storage.type', 'bool storage.type', 'tel comment.block', '-> keyword.operator', 'pre keyword.control', '--%PROPERTY keyword.other', 'tel keyword.control']],
  oss: ['COMPONENT A system -- PORT\n INPUT PORT p: boolean;\n CONTRACT c assume: true; guarantee: always (p);', ['A', 'PORT', 'c', 'true', 'always'],
    ['A entity.name', 'PORT keyword.control', 'c entity.name', 'true constant.language', 'always keyword.operator']],
  mcl: ['(* mu *) nu X . ["a" . not \'b.*\'] X % mu', ['nu', '"', 'not', 'mu'], ['mu comment.block', 'nu keyword.control', 'not keyword.operator']],
};

for (const [name, [text, wanted, expected]] of Object.entries(cases)) {
  test(`${name} is coloured`, async () => {
    const found = scopes(await grammar(name), text, wanted).filter(line => !line.startsWith('"'));
    assert.deepStrictEqual(found, expected);
  });
}
