// Chance as a port.

export type Random = {
  /** `count` unpredictable bytes. */
  bytes(count: number): Uint8Array;
};
