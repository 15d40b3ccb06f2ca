// Rows that a list lacks because they cannot be sent: noted on what is sent, where the edge finds
// them and says so.

/** Of a list, or of what has one. */
const LEFT_OUT = Symbol('rows that are left out');

export type LeftOut = {
  readonly count: number;
  /** Why the first one is. */
  readonly cause: string;
};

type Mark = { readonly [LEFT_OUT]?: LeftOut };

/** Null: nothing is left out. */
export function leftOutOf(sent: unknown): LeftOut | null {
  return typeof sent === 'object' && sent !== null ? ((sent as Mark)[LEFT_OUT] ?? null) : null;
}

/** It does not go over the wire. */
export function markLeftOut<Sent extends object>(sent: Sent, leftOut: LeftOut | null): Sent {
  if (leftOut === null) return sent;
  // One that is marked already has more of it.
  return Object.defineProperty(sent, LEFT_OUT, { value: leftOut, configurable: true });
}

/** What is left out of either. */
export function addLeftOut(first: LeftOut | null, second: LeftOut | null): LeftOut | null {
  if (first === null || second === null) return first ?? second;
  return { count: first.count + second.count, cause: first.cause };
}

/** What is sent, with what was left out before it became that. */
export function alsoLeftOut<Sent extends object>(sent: Sent, before: LeftOut | null): Sent {
  return markLeftOut(sent, addLeftOut(before, leftOutOf(sent)));
}
