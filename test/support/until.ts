// Waiting for what other processes bring about.

const POLL_MS = 50;
/** A machine that is four times as slow as usual comes to it too. */
const PATIENCE_MS = 300_000;

/** Waits until the condition holds; throws after five minutes unless stated otherwise. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadlineMs = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadlineMs) throw new Error(`Waited too long until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
