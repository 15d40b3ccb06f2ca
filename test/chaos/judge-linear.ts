// The judge of histories of keyed orders: whether the operations on one order, as clients of
// several processes saw them, can have happened one after another, each at an instant between its
// request and its response. A search in the manner of Wing and Gong over the operations that may
// be next, with what was tried before remembered. What had no response may have happened at any
// later time, or never. Knows the rules of one order alone: it is made once, and ends once.

export type OrderState = 'absent' | 'working' | 'ended';

export type Operation = {
  readonly kind: 'place' | 'cancel' | 'read';
  /** Of which process, for the report. */
  readonly at: string;
  readonly calledMs: number;
  /** Null: there was no response, and it may have been carried out. */
  readonly returnedMs: number | null;
  /** Of a read: what it saw. */
  readonly saw?: OrderState;
};

/** Null: they can have happened in some order; otherwise the operations, as text. */
export function judgeRegister(operations: readonly Operation[]): string | null {
  const known = operations
    .filter(({ kind, returnedMs }) => kind !== 'read' || returnedMs !== null)
    .toSorted((left, right) => left.calledMs - right.calledMs);
  if (canFollow(known, 0n, 'absent', new Set())) return null;
  return known.map(textOf).join('; ');
}

/** `done`: a bit for each operation that has happened. */
function canFollow(
  operations: readonly Operation[],
  done: bigint,
  state: OrderState,
  tried: Set<string>,
): boolean {
  const name = `${done} ${state}`;
  if (tried.has(name)) return false;
  tried.add(name);
  const left = operations.flatMap((operation, index) =>
    (done >> BigInt(index)) & 1n ? [] : [{ operation, bit: 1n << BigInt(index) }],
  );
  // What is left may be what had no response: it never happened.
  if (left.every(({ operation }) => operation.returnedMs === null)) return true;
  const nextByMs = Math.min(...left.map(({ operation }) => operation.returnedMs ?? Infinity));
  const next = left.filter(({ operation }) => operation.calledMs <= nextByMs);
  // What changes nothing may as well be next: nothing that follows becomes impossible by it.
  const idle = next.find(({ operation }) => stateAfter(operation, state) === state);
  return (idle === undefined ? next : [idle]).some(({ operation, bit }) => {
    const after = stateAfter(operation, state);
    return after !== null && canFollow(operations, done | bit, after, tried);
  });
}

/** Null: it cannot happen in this state. */
function stateAfter({ kind, saw }: Operation, state: OrderState): OrderState | null {
  if (kind === 'read') return saw === state ? state : null;
  if (kind === 'place') return state === 'absent' ? 'working' : state;
  return state === 'absent' ? null : 'ended';
}

function textOf({ kind, at, calledMs, returnedMs, saw }: Operation): string {
  const until = returnedMs === null ? 'no response' : `${Math.round(returnedMs)} ms`;
  return `${kind}${saw === undefined ? '' : ` "${saw}"`} at ${at} (${Math.round(calledMs)} to ${until})`;
}
