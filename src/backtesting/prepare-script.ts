// A backtest's script made ready to run: compiled with all commands, or refused with the first of
// its mistakes.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { LIMITS } from '#lib/limits.ts';
import type { BacktestFailure, BacktestInput } from '#backtesting/backtest.ts';
import { failureOfMistakes } from '#backtesting/failure-of-mistakes.ts';
import { RECORD_COMMAND } from '#domain/visual/write-lua.ts';
import { offeredNames, RECORD_OFFER } from '#commands/binding/offered-names.ts';
import { customCommandNames } from '#commands/binding/custom-command-names.ts';
import { COMPILE_DEFAULTS, compileScript } from '#lua/compile-script.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import { loadScript } from '#lua/load-script.ts';

/** Scripts that were loaded before in this thread, by name and source; the oldest go first. */
const loaded = new Map<string, LoadedScript>();
const LOADED_MAX = 32;
/** How many times as long a script is with its recording calls, at most. */
const TRACED_GROWTH_MAX = 16;

/**
 * Loads a script, from a small cache where it can; a traced script may be larger than the limit for
 * sources.
 */
export function prepareScript(
  { name, source }: BacktestInput['script'],
  libraries: BacktestInput['libraries'],
  isTraced = false,
): Result<LoadedScript, BacktestFailure> {
  const customCommands = customCommandNames(libraries);
  const key = `${name}\n${isTraced} ${customCommands.join(' ')}\n${source}`;
  const known = loaded.get(key);
  if (known !== undefined) return accepted(known);
  const offered = offeredNames(customCommands);
  const host = isTraced ? new Map([...offered, [RECORD_COMMAND, RECORD_OFFER]]) : offered;
  // What is traced stood within the limit before.
  const sourceBytesMax = LIMITS.scriptSourceBytesMax * (isTraced ? TRACED_GROWTH_MAX : 1);
  const options = { ...COMPILE_DEFAULTS, chunkName: name, host, sourceBytesMax };
  const compiled = compileScript(source, options);
  if (!compiled.ok) return rejected(failureOfMistakes(compiled.rejection));
  const script = loadScript(compiled.value);
  if (loaded.size >= LOADED_MAX) loaded.delete(loaded.keys().next().value ?? '');
  loaded.set(key, script);
  return accepted(script);
}
