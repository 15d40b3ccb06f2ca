// Draws the places of numbers in tables of scripts anew in each thread, so that nobody can choose
// keys that fall together; see key-places.ts.

import { randomInt } from 'node:crypto';
import { scatterKeys } from '#lua/runtime/key-places.ts';

const WORD = 2 ** 32;

/** Before the first script of the thread. */
export function drawKeyPlaces(): void {
  scatterKeys([randomInt(WORD), randomInt(WORD), randomInt(WORD)]);
}
