// The three ways in which a check of the doctor can end.

import type { Check } from '#cli/host.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { explainFailure, SEE_DOCTOR } from '#main/explain-failure.ts';

/** Check that passed. */
export function ok(name: string, detail: string): Check {
  return { name, result: 'ok', detail, advice: null };
}

/** Check that passed with advice. */
export function warn(name: string, detail: string, advice: string): Check {
  return { name, result: 'warn', detail, advice };
}

/** Check that failed, with advice on how to mend it. */
export function fail(name: string, detail: string, advice: string): Check {
  return { name, result: 'fail', detail, advice };
}

/** A check that ended in an error of the world. Throws defects on. */
export function failed(name: string, error: unknown): Check {
  const { message, advice } =
    error instanceof CommandFailed ? error : (explainFailure(error) ?? rethrown(error));
  return { name, result: 'fail', detail: message, advice: advice === SEE_DOCTOR ? null : advice };
}

function rethrown(error: unknown): never {
  throw error;
}
