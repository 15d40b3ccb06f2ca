// The chunk, within a loop over rows: each passage is one update with the whole budget. It ends
// when the host has requests, and gives the next row to run.
//
// There are two such loops. The first one computes kept values where they are first reached. When
// all of those in the chunk's own block are there, it hands over to the second, for which they are
// constants: V8 then reads a series as fast as a hand-written loop does. In front of each of its
// passages the second one goes through as many quiet updates as follow (emit-quiet.ts).

import type { FunctionEmission, ModuleEmission } from '#script/emit/emission.ts';
import { emitEntry, newEmission } from '#script/emit/emit-function.ts';
import { emitQuiet } from '#script/emit/emit-quiet.ts';
import { blockSteps } from '#script/emit/measure.ts';
import type { FunctionScope } from '#script/semantics/scope.ts';

/** Nodes of a chunk above which it is written only once. */
const TWICE_NODES_MAX = 3_000;

type Additions = {
  /** What goes through quiet updates in front of each passage. */
  readonly quiet: string;
  /** What stands behind each passage. */
  readonly behind: string;
};

function emitLoop(f: FunctionEmission, name: string, { quiet, behind }: Additions): string {
  const { block, isVararg } = f.scope.body;
  const entry = emitEntry(f);
  const statements = f.module.emitBlock(f, block);
  const temporaries = Array.from({ length: f.temporariesMax }, (_, index) => `t${index + 1}`);
  const kept = [...f.quickKept].map((field) => `${field} = k.${field}`);
  const settled = [...(f.settled?.fields ?? [])].map((field) => `${field} = k.${field}`);
  const arrays = [...(f.settled?.arrays ?? [])].map(
    (field) => `n${field.slice(1)} = ${field}.newest`,
  );
  const constants = [
    'h = H',
    'k = K',
    'takenMax = K.takenMax',
    ...(isVararg ? ['va = E'] : []),
    ...settled,
    ...arrays,
  ];
  const place = quiet === '' ? [] : ['at = 0'];
  return [
    `function ${name}(from, to, steps, slots, bytes, coroutines) {`,
    // V8 then knows for the whole loop that these are machine integers.
    'from |= 0; to |= 0; steps |= 0; slots |= 0; bytes |= 0; coroutines |= 0;',
    `const ${constants.join(', ')};`,
    `let ${['row = from', 'taken = k.taken', ...place, ...temporaries, ...kept].join(', ')};`,
    // A loop with its test at the end takes half as long as one with a test in front.
    'if (row < to) do {',
    quiet,
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

/** The functions `main` and `settled`; the second is null where it would be of no use. */
export function emitMain(module: ModuleEmission, scope: FunctionScope): string {
  const first = newEmission(module, scope, 'plain');
  const { outerKept } = first;
  // What the handing over looks at is known when the loop is written.
  const mark = '/*hand over*/';
  const text = emitLoop(first, 'main', { quiet: '', behind: mark });
  const isTwice = outerKept.size > 0 && blockSteps(scope.body.block) <= TWICE_NODES_MAX;
  if (!isTwice) return `${text.replace(mark, '')}\nconst settled = null;`;
  const arrays = new Set<string>();
  const second = { ...newEmission(module, scope, 'plain'), settled: { fields: outerKept, arrays } };
  const settled = emitLoop(second, 'settled', { quiet: emitQuiet(second), behind: '' });
  const tests = [
    ...[...outerKept].map((field) => `${field} !== undefined`),
    // A series of the moment has another value in each update, so it must be asked in each.
    ...[...arrays].map((field) => `${field}.rowMask === -1`),
  ];
  const handOver = `if (${tests.join(' && ')}) { k.isSettled = true; return row; }\n`;
  return `${text.replace(mark, () => handOver)}\n${settled}`;
}
