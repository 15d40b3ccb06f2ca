// Runs one of the attacks, by its name and with so many steps, and prints what it took.

import assert from 'node:assert/strict';
import { runUpdate } from './attack-bench.ts';
import { ATTACKS } from './attacks.ts';

const [, , name = '', steps = ''] = process.argv;
const source = ATTACKS[name];
assert.ok(source !== undefined, `"${name}" is an attack`);
// Once without measuring: modules are loaded when they are first needed.
runUpdate('local x = ClosePrices() + 1', 1_000_000);
console.log(JSON.stringify(runUpdate(source, Number(steps))));
