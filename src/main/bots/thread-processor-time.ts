// The processor time of the thread that asks.

const MICROSECONDS = 1_000;

/** Read when the module is loaded: a thread of scripts has no `process` later. */
const measure = process.threadCpuUsage.bind(process);

/** In milliseconds. What collects its garbage on other threads is not counted. */
export function threadProcessorMs(): number {
  const { user, system } = measure();
  return (user + system) / MICROSECONDS;
}
