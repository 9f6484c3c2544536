#!/usr/bin/env node
// Runs the program: the one that WHEREFORE_BINARY names, one that was put into this package, or one on the path.
'use strict';
const { spawnSync } = require('node:child_process');
const { binary } = require('../lib/index.js');

const program = binary();
if (program === undefined) {
  console.error('wherefore: the program is not here. Install it (cargo install wherefore), or say where it is with WHEREFORE_BINARY.');
  process.exit(127);
}
const { status, signal, error } = spawnSync(program, process.argv.slice(2), { stdio: 'inherit' });
if (error) {
  console.error(`wherefore: ${program}: ${error.message}`);
  process.exit(126);
}
if (signal) process.kill(process.pid, signal);
process.exit(status ?? 1);
