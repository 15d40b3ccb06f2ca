// Time as a port: nothing inside the service reads the machine's clock by itself.

export type Clock = {
  /** Milliseconds since 1970 UTC. May be driven by hand in tests. */
  nowMs(): number;
};
