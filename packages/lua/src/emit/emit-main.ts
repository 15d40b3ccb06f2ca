// The chunk, within a loop over rows: each passage is one update with the whole budget. It ends
// when the host has requests, and gives the next row to run.
//
// There are two such loops. The first one computes cached values where they are first reached. When
// all of those in the chunk's own block are there, it hands over to the second, for which they are
// constants: V8 then reads a series as fast as a hand-written loop does. In front of each of its
// passages the second one goes through as many pure updates as follow (emit-pure.ts).

import type { FunctionEmission, ModuleEmission } from '#lua/emit/emission.ts';
import { emitEntry, newEmission } from '#lua/emit/emit-function.ts';
import { emitPure } from '#lua/emit/emit-pure.ts';
import { blockSteps } from '#lua/emit/measure.ts';
import type { FunctionScope } from '#lua/semantics/scope.ts';

/** Nodes of a chunk above which it is written only once. */
const TWICE_NODES_MAX = 3_000;

type Additions = {
  /** What goes through pure updates in front of each passage. */
  readonly pure: string;
  /** What stands behind each passage. */
  readonly behind: string;
};

function emitLoop(f: FunctionEmission, name: string, { pure, behind }: Additions): string {
  const { block, isVararg } = f.scope.body;
  const entry = emitEntry(f);
  const statements = f.module.emitBlock(f, block);
  const temporaries = Array.from({ length: f.temporariesMax }, (_, index) => `t${index + 1}`);
  const cached = [...f.quickCached].map((field) => `${field} = k.${field}`);
  const warm = [...(f.warm?.fields ?? [])].map((field) => `${field} = k.${field}`);
  const arrays = [...(f.warm?.arrays ?? [])].map((field) => `n${field.slice(1)} = ${field}.newest`);
  const declared = [...f.standing.keys()];
  const standing = declared.length === 0 ? [] : ['limits', ...declared];
  const stretch =
    declared.length === 0
      ? []
      : ['isFlat = h.isFlat === true', 'closes = h.closes', 'wished = h.wished'];
  const constants = [
    'h = H',
    'k = K',
    'takenMax = K.takenMax',
    ...(isVararg ? ['va = E'] : []),
    ...warm,
    ...arrays,
    ...stretch,
  ];
  const place = pure === '' ? [] : ['at = 0'];
  return [
    `function ${name}(from, to, steps, slots, bytes, coroutines) {`,
    // V8 then knows for the whole loop that these are machine integers.
    'from |= 0; to |= 0; steps |= 0; slots |= 0; bytes |= 0; coroutines |= 0;',
    `const ${constants.join(', ')};`,
    `let ${['row = from', 'taken = k.taken', ...place, ...standing, ...temporaries, ...cached].join(', ')};`,
    // A loop with its test at the end takes half as long as one with a test in front.
    'if (row < to) do {',
    pure,
    'h.row = row;',
    `main: { ${entry} ${statements} }`,
    // The meter was full when the loop was entered.
    'taken += bytes - M[2]; k.taken = taken; M[4] = M[0];',
    // Stack slots were given back by whoever took them.
    `M[0] = steps; M[2] = bytes; ${f.module.hasCoroutines ? 'M[3] = coroutines;' : ''}`,
    `row += 1; ${behind}`,
    // When much was taken since memory was counted last, the loop ends for counting it.
    '} while (row < to && h.hasRequests !== true && taken <= takenMax);',
    'return row; }',
  ].join('\n');
}

/** The functions `main` and `warm`; the second is null where it would be of no use. */
export function emitMain(module: ModuleEmission, scope: FunctionScope): string {
  const first = newEmission(module, scope, 'plain');
  const { outerCached } = first;
  // What the hand-over reads is known when the loop is written.
  const mark = '/*hand over*/';
  const text = emitLoop(first, 'main', { pure: '', behind: mark });
  const isTwice = outerCached.size > 0 && blockSteps(scope.body.block) <= TWICE_NODES_MAX;
  if (!isTwice) return `${text.replace(mark, '')}\nconst warm = null;`;
  const arrays = new Set<string>();
  const second = { ...newEmission(module, scope, 'plain'), warm: { fields: outerCached, arrays } };
  const warm = emitLoop(second, 'warm', { pure: emitPure(second), behind: '' });
  const tests = [
    ...[...outerCached].map((field) => `${field} !== undefined`),
    // A transient series has another value in each update, so it must be asked in each.
    ...[...arrays].map((field) => `${field}.rowMask === -1`),
  ];
  const handOver = `if (${tests.join(' && ')}) { k.isWarm = true; return row; }\n`;
  return `${text.replace(mark, () => handOver)}\n${warm}`;
}
