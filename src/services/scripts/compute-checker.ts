// Checks scripts by compute, so that nothing a user wrote runs where requests are served.

import { Failure } from '#ports/failure.ts';
import type { Compute, ComputeFault } from '#ports/compute.ts';
import type { ScriptChecker } from '#ports/script-checker.ts';
import type { ScriptCheck, ScriptLibrary } from '#ports/script-store.ts';

/** What a check is told. */
export type CheckRequest = {
  readonly source: string;
  readonly libraries: readonly ScriptLibrary[];
};

/** Is told what only the service's log may say of a defect; answers the id that stands for it. */
export type OnDefect = (cause: string) => string;

/** At most `openMax` checks at once, those that wait included; more are told that it is busy. */
export function computeChecker(
  compute: Compute<CheckRequest, ScriptCheck>,
  openMax: number,
  onDefect: OnDefect,
): ScriptChecker {
  let openCount = 0;
  return {
    async check(source, libraries) {
      if (openCount >= openMax) {
        throw new Failure('unavailable', 'too many scripts are being checked');
      }
      openCount += 1;
      try {
        const call = { signal: new AbortController().signal, onProgress: () => undefined };
        const checked = await compute.run({ source, libraries }, call);
        return checked.ok ? checked.value : failedCheck(checked.rejection, onDefect);
      } finally {
        openCount -= 1;
      }
    },
  };
}

/** A source that cannot be checked is not one to run. */
function failedCheck(fault: ComputeFault, onDefect: OnDefect): ScriptCheck {
  const errors = [{ message: faultText(fault, onDefect), line: null, column: null }];
  return { isValid: false, errors, warnings: [], inputs: [], commandName: null };
}

function faultText({ kind, message }: ComputeFault, onDefect: OnDefect): string {
  switch (kind) {
    case 'too_long':
      return 'the check took too long';
    case 'out_of_memory':
      return 'the script used up its memory when it was tried';
    case 'crashed':
      return `the check ended by a defect of the service, not of the script (${onDefect(message)})`;
    case 'cancelled':
      throw new Failure('unavailable', 'the service is stopping');
  }
}
