// Custom commands for the slow interpreter: each call's place in the text keeps the globals of its
// own, and the n-th call from one place in an update finds those that the n-th one left before.

import type { FunctionBody } from '#lua/syntax/tree.ts';
import type { SlowMarket } from './slow-commands.ts';
import { runSlowly } from './slow-interpreter.ts';
import type { SlowRun } from './slow-interpreter.ts';
import { fault, SlowContainer, SlowTable } from './slow-values.ts';
import type { SlowFunction, SlowValue } from './slow-values.ts';

export type SlowLibrary = { readonly name: string; readonly chunk: FunctionBody };

/** Counts an update's calls from each place, and keeps the runs that were begun for them. */
type Place = { row: number; calls: number; readonly runs: SlowRun[] };

/** A call while it is carried out. */
type Frame = {
  readonly args: readonly SlowValue[];
  parameterCount: number;
  output: SlowValue;
  hasOutput: boolean;
  readonly names: string[];
};

/** The commands of `base` and the libraries' as one script, or one call of a library, has them. */
export function withCustomCommands(
  base: ReadonlyMap<string, SlowFunction>,
  libraries: readonly SlowLibrary[],
  market: SlowMarket,
): Map<string, SlowFunction> {
  const all = new Map(base);
  for (const { name, chunk } of libraries) {
    const places = new Map<object | null, Place>();
    all.set(`CC_${name}`, (args, at) => {
      const place = places.get(at) ?? { row: -1, calls: 0, runs: [] };
      places.set(at, place);
      if (place.row !== market.row) Object.assign(place, { row: market.row, calls: 0 });
      place.calls += 1;
      const known = place.runs[place.calls - 1];
      const run = known ?? beginRun(withCustomCommands(base, libraries, market));
      if (known === undefined) place.runs.push(run);
      return [call(run, chunk, args)];
    });
  }
  return all;
}

type CommandRun = SlowRun & { frame: Frame };

function call(run: SlowRun, chunk: FunctionBody, args: readonly SlowValue[]): SlowValue {
  const frame: Frame = { args, parameterCount: 0, output: undefined, hasOutput: false, names: [] };
  Object.assign(run, { frame });
  const [returned] = runSlowly(run, chunk);
  const { output } = frame;
  if (!frame.hasOutput) return returned;
  if (frame.names.length === 0 || !(output instanceof SlowTable)) return output;
  return new SlowContainer(frame.names.map((name, at) => [name, output.entries.get(at + 1)]));
}

function beginRun(commands: Map<string, SlowFunction>): SlowRun {
  const run: Partial<CommandRun> & SlowRun = { globals: new Map(), commands };
  const frame = (): Frame => run.frame ?? fault('no command runs');
  commands.set('DefineCommand', () => []);
  commands.set('DefineParameter', ([, , , isRequired, otherwise]) => {
    const current = frame();
    const value = current.args[current.parameterCount];
    current.parameterCount += 1;
    if (value === undefined && isRequired === true) return fault('a parameter is missing');
    return [value ?? otherwise];
  });
  commands.set('DefineOutputIndex', ([at, , name]) => {
    if (typeof at === 'number' && typeof name === 'string') frame().names[at - 1] = name;
    return [];
  });
  commands.set('DefineOutput', ([, output]) => {
    Object.assign(frame(), { output, hasOutput: true });
    return [];
  });
  return run;
}
