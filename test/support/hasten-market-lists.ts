// Preloaded into the processes of a service: what it does every five minutes, such as reading lists
// of markets, it does every five seconds.

const FIVE_MINUTES_MS = 300_000;
const HASTENED_MS = 5_000;

const real = globalThis.setInterval;
const hastened = (run: () => void, delayMs?: number): NodeJS.Timeout =>
  real(run, delayMs === FIVE_MINUTES_MS ? HASTENED_MS : delayMs);
Object.assign(globalThis, { setInterval: hastened });
