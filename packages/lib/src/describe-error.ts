// An error as text for the log: where it was thrown, and everything that led to it.

const CAUSES_MAX = 5;

/** With the stack of the error and of each of its causes. */
export function describeError(error: unknown): string {
  const texts = [textOf(error)];
  let cause = causeOf(error);
  while (cause !== undefined && texts.length < CAUSES_MAX) {
    texts.push(textOf(cause));
    cause = causeOf(cause);
  }
  return texts.join('\ncaused by ');
}

function textOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}
