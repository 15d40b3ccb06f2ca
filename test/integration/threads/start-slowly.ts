// How long the thread of slow-start.ts takes to start.

export const SLOW_START_MS = 3_000;
