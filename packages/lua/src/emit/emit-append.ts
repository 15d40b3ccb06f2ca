// Stores that may make a list longer. Each place in the script has a function of its own, so that
// V8 learns what this list holds: one function for all would have all lists hold anything.

import type { FunctionEmission } from '#lua/emit/emission.ts';

/** Beyond this length the runtime looks after the list; it refuses ever longer ones. */
const QUICK_LENGTH_MAX = 1_000_000;

function defineAppend(
  f: FunctionEmission,
  letter: string,
  define: (name: string) => string,
): string {
  f.module.labelCount += 1;
  const name = `${letter}${f.module.labelCount}`;
  f.module.head.push(define(name));
  return name;
}

const IS_PLAIN = `o.meta === null && o.map === null && v !== undefined && l.length < ${QUICK_LENGTH_MAX}`;
const APPEND = 'if ((M[2] -= 16) < 0) R.outOfBytes(); if (l === A) o.list = [v]; else l.push(v);';

/** The function that does `o[#o + 1] = v` at this place. */
export function pushing(f: FunctionEmission): string {
  return defineAppend(f, 'P', (name) =>
    [
      `function ${name}(o, v, s) { let l;`,
      `if (o !== undefined && (l = o.list) !== undefined && ${IS_PLAIN}) { ${APPEND} }`,
      'else R.push(o, v, s); }',
    ].join(' '),
  );
}

/**
 * The function that does `o[k] = v` at this place where the list has no such place yet. The kind of
 * the key need not be known, so it is compared as it is: `k - 1` would read a text as a number.
 */
export function storing(f: FunctionEmission): string {
  return defineAppend(f, 'W', (name) =>
    [
      `function ${name}(o, k, v, s) { let l;`,
      `if (o !== undefined && (l = o.list) !== undefined && k === l.length + 1 && ${IS_PLAIN}) { ${APPEND} }`,
      'else R.setIndex(o, k, v, s); }',
    ].join(' '),
  );
}
