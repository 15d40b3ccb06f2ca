// A thread gave no answer about a run. The run is as it is stored; its thread begins anew.

import { Failure, OutcomeUnknown } from '#ports/failure.ts';
import type { ThreadFault } from '#ports/stateful-threads.ts';

export class RunFault extends Error {
  override readonly name = 'RunFault';
  readonly kind: ThreadFault['kind'];
  constructor({ kind, message }: ThreadFault) {
    super(message);
    this.kind = kind;
  }
}

/** Whether trying again may help. */
export function isPassing(error: unknown): error is Failure | OutcomeUnknown {
  return error instanceof Failure || error instanceof OutcomeUnknown;
}
