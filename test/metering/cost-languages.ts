// Languages of scripts, whose steps cost alike: how programs of each are drawn and run.

import { runUpdate } from './attack-bench.ts';
import type { Update } from './attack-bench.ts';
import { drawProgram, mutateProgram, programText } from './cost-pieces.ts';
import type { CostProgram, Draw } from './cost-pieces.ts';
import { drawPine, mutatePine, pineText } from './pine-pieces.ts';
import { runPineUpdate } from './pine-bench.ts';

export type CostLanguage = {
  /** Null: what the compiler refuses. */
  readonly run: (source: string, steps: number) => Update | null;
  readonly draw: (draw: Draw) => CostProgram;
  readonly mutate: (draw: Draw, program: CostProgram) => CostProgram;
  /** The program, and the same with what it raises caught, where the language can. */
  readonly texts: (program: CostProgram) => readonly string[];
  /** A program that loads what programs need. */
  readonly simple: string;
};

export const COST_LANGUAGES = {
  lua: {
    run: runUpdate,
    draw: drawProgram,
    mutate: mutateProgram,
    texts: (program) => [programText(program, false), programText(program, true)],
    simple: 'local x = ClosePrices() + 1',
  },
  pine: {
    run: runPineUpdate,
    draw: drawPine,
    mutate: mutatePine,
    texts: (program) => [pineText(program)],
    simple: pineText({ before: [], body: ['break'] }),
  },
} as const satisfies Readonly<Record<string, CostLanguage>>;
