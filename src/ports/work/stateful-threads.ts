// Threads that keep state between requests: what runs strangers' scripts. A request that runs too
// long, or needs too much memory, costs its thread, which is replaced by an empty one; whoever asks
// can make its state anew, so nothing is lost by it. Every implementation passes
// stateful-threads.contract.ts.

import type { Result } from '#lib/result.ts';

/** Why a request got no response. In all cases the thread was replaced and its state is gone. */
export type ThreadFault = {
  /** `lost`: the thread ended for another request, or nobody wanted this one any more. */
  readonly kind: 'too_long' | 'out_of_memory' | 'crashed' | 'lost';
  readonly message: string;
};

export type ThreadCall = {
  /** Asked now and then while it runs: a request that nobody wants any more ends its thread. */
  isWanted(this: void): boolean;
};

/** Requests and replies are plain data. */
export type StatefulThread<Request, Reply> = {
  /** Grows whenever the thread was replaced. */
  generation(this: void): number;
  /** Requests are served one at a time, in the order in which they were made. */
  ask(this: void, request: Request, call: ThreadCall): Promise<Result<Reply, ThreadFault>>;
  /** For how long the request under way has been running; zero when there is none. */
  runningMs(this: void): number;
  /**
   * Calls it while a request has been running for `botThreadStuckMs`. The returned function ends
   * that.
   */
  onStuck(this: void, listener: () => void): () => void;
  /** The same while it has been at work for so long, with one request after the other. */
  onBusy(this: void, listener: () => void): () => void;
};

export type StatefulThreads<Request, Reply> = {
  readonly threads: readonly StatefulThread<Request, Reply>[];
  /** Threads that were replaced so far. */
  endedCount(this: void): number;
  close(this: void): Promise<void>;
};
