// Start-up time of slow-start.ts's thread.

export const SLOW_START_MS = 3_000;
