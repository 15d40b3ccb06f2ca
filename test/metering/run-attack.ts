// Runs one program, read from the standard input, with so many steps, and prints what it took.

import { text } from 'node:stream/consumers';
import { runUpdate } from './attack-bench.ts';

const [, , steps = ''] = process.argv;
const source = await text(process.stdin);
// Once without measuring: modules are loaded when they are first needed.
runUpdate('local x = ClosePrices() + 1', 1_000_000);
console.log(JSON.stringify(runUpdate(source, Number(steps))));
