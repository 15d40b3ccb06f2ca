// Repetition as a port: what works beside a request at a pace, by the machine's timers or by hand.

export type Timer = {
  /** Calls `run` after each interval until the response is called. Keeps no process alive. */
  every(intervalMs: number, run: () => void): () => void;
};
