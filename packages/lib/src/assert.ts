// Assertions that stay on in production. A failed one is our own mistake: it is never caught to go
// on.

/** Thrown by `assert` and `unreachable`; the process logs it and ends. */
export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed';
}

/** States what must hold. `message` says the invariant in words. */
export function assert(condition: unknown, message: string): asserts condition {
  if (condition) return;
  throw new AssertionFailed(`Invariant: ${message}`);
}

/** Marks a branch that the types exclude; reached only when data broke its type. */
export function unreachable(value: never): never {
  throw new AssertionFailed(`Invariant: unexpected value ${JSON.stringify(value)}`);
}

/** The value, asserted to be present. */
export function present<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}
