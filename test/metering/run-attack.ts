// Runs one program, read from the standard input, with so many steps, and prints what it took.

import { text } from 'node:stream/consumers';
import { COST_LANGUAGES } from './cost-languages.ts';

const [, , steps = ''] = process.argv;
const source = await text(process.stdin);
const { run, simple } = source.startsWith('//@version=') ? COST_LANGUAGES.pine : COST_LANGUAGES.lua;
// Once without measuring: modules are loaded when they are first needed.
run(simple, 1_000_000);
console.log(JSON.stringify(run(source, Number(steps))));
