// Standing of a bracket as the column of JSON that it is stored in; its decimals are strings.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';

type Amounts = 'enteredAmount' | 'heldAmount' | 'uncoveredAmount';

export type BracketColumn = Omit<BracketStanding, Amounts | 'enterPrice'> & {
  readonly [name in Amounts]: string;
} & { readonly enterPrice: string | null };

/** Column of a standing; null where a bot is no bracket. */
export function bracketToColumn(standing: BracketStanding | null): BracketColumn | null {
  if (standing === null) return null;
  const { enterPrice } = standing;
  return {
    phase: standing.phase,
    enteredAmount: formatDecimal(standing.enteredAmount),
    heldAmount: formatDecimal(standing.heldAmount),
    enterPrice: enterPrice === null ? null : formatDecimal(enterPrice),
    uncoveredAmount: formatDecimal(standing.uncoveredAmount),
    reason: standing.reason,
    outcome: standing.outcome,
  };
}

/** Column as the text that a statement takes; null where a bot is no bracket. */
export function bracketText(standing: BracketStanding | null): string | null {
  const column = bracketToColumn(standing);
  return column === null ? null : JSON.stringify(column);
}

/** Standing of a column; null where a bot is no bracket. */
export function bracketFromColumn(column: BracketColumn | null): BracketStanding | null {
  if (column === null) return null;
  const { enterPrice } = column;
  return {
    phase: column.phase,
    enteredAmount: decimalFromColumn(column.enteredAmount),
    heldAmount: decimalFromColumn(column.heldAmount),
    enterPrice: enterPrice === null ? null : decimalFromColumn(enterPrice),
    uncoveredAmount: decimalFromColumn(column.uncoveredAmount),
    reason: column.reason,
    outcome: column.outcome,
  };
}
