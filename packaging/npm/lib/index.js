// Where the program is, and machines as the JSON that it reads.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const NAME = process.platform === 'win32' ? 'wherefore.exe' : 'wherefore';

const isFile = (file) => {
  try {
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
};

/** The path of the program, if it is found. The script of this package is not it. */
function binary() {
  const given = process.env.WHEREFORE_BINARY;
  if (given) return given;
  const own = path.join(__dirname, '..', 'bin', `${process.platform}-${process.arch}`, NAME);
  if (isFile(own)) return own;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => folder && !folder.includes('node_modules'));
  return folders.map((folder) => path.join(folder, NAME)).find((file) => isFile(file) && !isScript(file));
}

/** Whether a file is a script, such as the one that npm puts on the path for this package. */
function isScript(file) {
  const start = Buffer.alloc(2);
  const open = fs.openSync(file, 'r');
  try {
    fs.readSync(open, start, 0, 2, 0);
  } finally {
    fs.closeSync(open);
  }
  return start.toString() === '#!';
}

/**
 * The configuration of a machine as JSON, with functions as texts: what `wherefore check` reads. Takes a machine, or the
 * configuration that createMachine is given; `implementations` are the guards, actions and delays that it names.
 * A machine of version 6 is written as its serializeMachine does it.
 */
function toJSON(machine, implementations = machine?.implementations ?? {}) {
  if (isSix(machine)) return JSON.stringify({ '@exprLang': 'ts', ...(machine._json ?? coded(machine.config)) }, null, 2);
  const config = machine?.config ?? machine;
  const { guards = {}, actions = {}, delays = {} } = implementations;
  return JSON.stringify({ ...config, guards: { ...guards }, actions: { ...actions }, delays: { ...delays } }, replacer, 2);
}

/** Whether a machine was made by version 6, which has `sources` where version 5 has `implementations`. */
const isSix = (machine) => machine?.config !== undefined && machine.implementations === undefined && machine.sources !== undefined;

/** A value as version 6 writes it: functions with their code, without what is no data. */
function coded(value) {
  if (typeof value === 'function') return { '@code': value.toString(), '@lang': 'ts' };
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(coded);
  const plain = value.constructor === Object || value.constructor === undefined;
  if (!plain || '~standard' in value || typeof value.transition === 'function') return undefined;
  const inner = (key, part) => (key === 'src' && typeof part !== 'string' ? part?.id ?? 'inline' : coded(part));
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inner(key, part)]).filter(([, part]) => part !== undefined));
}

/** Functions that XState made are objects with a type; all others are their texts. */
function replacer(_key, value) {
  if (typeof value !== 'function') return value;
  switch (value.type) {
    case 'xstate.assign':
      return { type: value.type, assignment: value.assignment };
    case 'xstate.raise':
      return { type: value.type, event: value.event, delay: value.delay, id: value.id };
    case 'xstate.cancel':
      return { type: value.type, sendId: value.sendId };
    default:
  }
  if (typeof value.type === 'string' && value.type.startsWith('xstate.')) return { type: value.type };
  if (typeof value.check === 'function') {
    if (value.stateValue !== undefined) return { type: 'stateIn', stateValue: value.stateValue };
    const guards = value.guards;
    if (guards === undefined) return value.toString();
    return guards.length === 1 && value.name === 'not' ? { type: 'not', guard: guards[0] } : { type: value.name, guards };
  }
  return value.toString();
}

module.exports = { binary, toJSON };
