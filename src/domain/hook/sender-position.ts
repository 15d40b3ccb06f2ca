// The position that a sender has after its order, which says what the order was: an entry, an exit,
// or an exit of a part. Placeholders of TradingView's strategies are the names that are read.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, parseDecimal, ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { PartClosed, SignalAction } from '#domain/strategy/signal-action.ts';
import type { SaidField } from '#domain/hook/said-fields.ts';
import { quoted } from '#domain/hook/said-fields.ts';

export type SignalMeaning = {
  readonly action: SignalAction;
  /** Of an exit that leaves a part; null: of all. */
  readonly part: PartClosed | null;
  /** Whether the message says of which position it is the order. */
  readonly isOfPosition: boolean;
};

type Side = 1 | 0 | -1;

/** A side, a size or both; null where nothing is said of it. */
type Position = { readonly side: Side | null; readonly size: Decimal | null };

const SIDES: ReadonlyMap<string, Side> = new Map<string, Side>([
  ['long', 1],
  ['bullish', 1],
  ['short', -1],
  ['bearish', -1],
  ['flat', 0],
]);

const AFTER = {
  side: ['marketposition', 'sentiment'],
  // A side, or a size below zero for a short one.
  either: ['position', 'newposition', 'currentposition'],
  signed: ['positionsize', 'newpositionsize', 'newstrategyposition'],
  size: ['marketpositionsize'],
};
const BEFORE = {
  side: ['prevmarketposition', 'previousmarketposition'],
  either: ['prevposition', 'previousposition'],
  signed: ['prevpositionsize', 'previouspositionsize'],
  size: ['prevmarketpositionsize', 'previousmarketpositionsize'],
};
const CONTRACTS = ['contracts', 'ordercontracts', 'quantity', 'qty'];

/** What the action means beside the position; the rejection is in words. */
export function meaningByPosition(
  action: SignalAction,
  fields: readonly SaidField[],
): Result<SignalMeaning, string> {
  const [after, before] = [positionOf(fields, AFTER), positionOf(fields, BEFORE)];
  if (!after.ok) return after;
  if (!before.ok) return before;
  const { side, size } = after.value;
  if (side === null && size === null) return accepted({ action, part: null, isOfPosition: false });
  if (side === null) return rejected('It says how large the position is, not of which side.');
  if (side === 0) return leavingAll(action);
  if (side === entrySideOf(action)) return accepted({ action, part: null, isOfPosition: true });
  const direction = side === 1 ? 'long' : 'short';
  const leaves = side === 1 ? ['sell', 'exit_long'] : ['buy', 'exit_short'];
  if (!leaves.includes(action))
    return rejected(`"${action}" and a position that is ${direction} after it exclude each other.`);
  const part = partOf(after.value, before.value, contractsOf(fields));
  if (part === null)
    return rejected(
      `"${action}" and a position that is still ${direction} mean that a part is closed; it does not say how much of it.`,
    );
  return accepted({ action: side === 1 ? 'exit_long' : 'exit_short', part, isOfPosition: true });
}

function leavingAll(action: SignalAction): Result<SignalMeaning, string> {
  return action === 'enter_long' || action === 'enter_short'
    ? rejected(`"${action}" and a position that is flat after it exclude each other.`)
    : accepted({ action: 'exit_position', part: null, isOfPosition: true });
}

function entrySideOf(action: SignalAction): Side | null {
  if (action === 'buy' || action === 'enter_long') return 1;
  return action === 'sell' || action === 'enter_short' ? -1 : null;
}

/** Null where it is not said, or cannot be so. */
function partOf(
  after: Position,
  before: Position,
  contracts: Decimal | null | 'unclear',
): PartClosed | null {
  if (after.size === null) return null;
  if (before.side !== null && before.side !== after.side) return null;
  if (before.size === null && (contracts === null || contracts === 'unclear')) return null;
  const of = before.size ?? ((after.size + (contracts as Decimal)) as Decimal);
  const closed = (of - after.size) as Decimal;
  if (closed <= ZERO) return null;
  return { closed: formatDecimal(closed), of: formatDecimal(of) };
}

function contractsOf(fields: readonly SaidField[]): Decimal | null | 'unclear' {
  const said = fields.filter(({ key }) => CONTRACTS.includes(key));
  const sizes = new Set(said.map(({ value }) => numberOf(value)));
  if (sizes.size === 0) return null;
  const [size = null] = sizes;
  return sizes.size === 1 && size !== null && size > ZERO ? size : 'unclear';
}

function numberOf(value: string | boolean): Decimal | null {
  return typeof value === 'string' ? parseDecimal(value) : null;
}

function positionOf(fields: readonly SaidField[], names: typeof AFTER): Result<Position, string> {
  const sides = new Set<Side>();
  const sizes = new Set<Decimal>();
  for (const { name, key, value } of fields) {
    const isSide = names.side.includes(key) || names.either.includes(key);
    const isSigned = names.signed.includes(key) || names.either.includes(key);
    const isSize = isSigned || names.size.includes(key);
    if (!isSide && !isSize) continue;
    const side = isSide ? SIDES.get(String(value).toLowerCase()) : undefined;
    const size = isSize && side === undefined ? numberOf(value) : null;
    if (side === undefined && size === null)
      return rejected(
        `Its ${quoted(name)} is neither long, short or flat nor a number: ${quoted(value)}.`,
      );
    if (side !== undefined) sides.add(side);
    if (size === null) continue;
    sizes.add((size < ZERO ? -size : size) as Decimal);
    if (size === ZERO) sides.add(0);
    else if (size < ZERO) sides.add(-1);
    else if (isSigned) sides.add(1);
  }
  const [[side = null], [size = null]] = [sides, sizes];
  if (sides.size > 1 || sizes.size > 1 || (side === 0 && size !== null && size !== ZERO))
    return rejected('What it says of the position excludes itself.');
  return accepted({ side, size });
}
