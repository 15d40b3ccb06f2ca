// A Pine script made ready to run, or refused with the first of its mistakes.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BacktestFailure, BacktestInput } from '#backtesting/backtest.ts';
import { failureOfMistakes } from '#backtesting/failure-of-mistakes.ts';
import { compilePine } from '#pine/program/compile-pine.ts';
import type { LoadedPine } from '#pine/program/load-pine.ts';
import { loadPine } from '#pine/program/load-pine.ts';

const IMPORT = /^import\s/m;

/** Scripts that were loaded before in this thread, by name and source; the oldest go first. */
const loaded = new Map<string, LoadedPine>();
const LOADED_MAX = 32;

/**
 * Loads a Pine script, from a small cache where it can; rejects what does not compile, and
 * libraries.
 */
export function preparePine(
  { name, source }: BacktestInput['script'],
  libraries: BacktestInput['libraries'],
): Result<LoadedPine, BacktestFailure> {
  const imported = IMPORT.test(source) ? libraries : [];
  const key = JSON.stringify([name, source, imported]);
  const known = loaded.get(key);
  if (known !== undefined) return accepted(known);
  const compiled = compilePine(source, imported);
  if (!compiled.ok) return rejected(failureOfMistakes(compiled.rejection));
  const { declaration } = compiled.value;
  if (declaration.kind === 'library') {
    const { line, column } = declaration;
    const message = 'a library does not run by itself';
    return rejected(failureOfMistakes([{ kind: 'reference', line, column, message }]));
  }
  const script = loadPine(compiled.value, name);
  if (loaded.size >= LOADED_MAX) loaded.delete(loaded.keys().next().value ?? '');
  loaded.set(key, script);
  return accepted(script);
}
