// Work that keeps a processor busy for long and may not be trusted to end: done away from the
// thread that asks, within bounds of time and memory. Every implementation passes
// compute.contract.ts.

import type { Result } from '#lib/result.ts';

/** Why work that was begun gave no response. */
export type ComputeFault = {
  readonly kind: 'cancelled' | 'too_long' | 'out_of_memory' | 'crashed';
  /** Of `too_long`: the machine left it little processor time, which says nothing of the work. */
  readonly isStarved?: boolean;
  readonly message: string;
  /** The process that it was computed in, apart from ours, ended with it. */
  readonly endsProcess?: boolean;
};

export type ComputeCall = {
  /** When it is aborted the work ends soon, whatever it is doing. */
  readonly signal: AbortSignal;
  /** Called now and then with the share that is done, 0 to 1. */
  onProgress(this: void, share: number): void;
};

/** Inputs and outputs are plain data. */
export type Compute<Input, Output> = {
  run(input: Input, call: ComputeCall): Promise<Result<Output, ComputeFault>>;
};
