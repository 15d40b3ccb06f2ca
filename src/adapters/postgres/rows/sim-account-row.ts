// Accounts of the simulated exchange with their wallets and positions as rows of its tables, and
// back.

import { formatDecimal } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { LedgerBook } from '#domain/ledger/ledger.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { Position } from '#domain/position/position.ts';
import type { MinuteUse, OpenPosition } from '#domain/venue/venue-state.ts';
import { FEES_IN_QUOTE } from '#domain/money/fees-in.ts';
import type { SimAccount } from '#adapters/sim/sim-account.ts';
import { dueAtMs } from '#adapters/sim/sim-account.ts';
import type { SimRow } from '#adapters/sim/sim-cell.ts';
import { decimalFromNumeric } from '#adapters/sim/sim-cell.ts';
import { workingFromRow } from '#adapters/postgres/rows/sim-order-row.ts';

const WALLET_NAMES = [
  'available',
  'reserved',
  'margin',
  'venue',
  'profit',
  'fees',
  'funding',
  'insurance',
  'deposit',
] as const;

const POSITION_NUMBERS = {
  lots: 'lots',
  cost_units: 'costUnits',
  margin_units: 'marginUnits',
  used_margin_units: 'usedMarginUnits',
  entry_weight: 'entryWeight',
  entered_lots: 'enteredLots',
  entered_weight: 'enteredWeight',
  gross_units: 'grossUnits',
  fee_units: 'feeUnits',
  funding_units: 'fundingUnits',
  liquidation_fee_units: 'liquidationFeeUnits',
  insured_units: 'insuredUnits',
} as const satisfies { readonly [column: string]: keyof Position };

export const POSITION_NUMBER_COLUMNS = Object.keys(POSITION_NUMBERS);

/** Row of an account with its wallets, for a function of the database; integers as text. */
export function accountToRow(account: SimAccount): SimRow {
  const { minuteUse, nextSequence } = account.state;
  return {
    account_id: account.accountId,
    market_type: account.marketType,
    leverage: formatDecimal(account.leverage),
    margin_mode: account.marginMode,
    fees_in: account.feesIn,
    version: account.version,
    settled_until_ms: account.settledUntilMs,
    funded_until_ms: account.fundedUntilMs,
    due_at_ms: dueAtMs(account),
    next_sequence: nextSequence,
    minute_use: minuteUse.map(({ usedLots, ...use }) => ({ ...use, usedLots: `${usedLots}` })),
    updated_at_ms: account.updatedAtMs,
    wallets: account.state.ledger.books.map(cellsFromBook),
  };
}

/** A wallet as a row of texts: the currency, then its nine balances. */
function cellsFromBook({ currency, balances }: LedgerBook): readonly string[] {
  return [currency, ...WALLET_NAMES.map((name) => `${balances[name]}`)];
}

/** From texts as `cellsFromBook` makes them. */
export function bookFromCells([currency, ...units]: readonly string[]): LedgerBook {
  assert(currency !== undefined && units.length === WALLET_NAMES.length, 'a wallet has ten cells');
  const cells = WALLET_NAMES.map((name, index) => [name, BigInt(units[index] ?? '0') as Units]);
  return { currency, balances: Object.fromEntries(cells) as LedgerBook['balances'] };
}

/** Row of a position; integers as text. */
export function positionToRow(accountId: string, position: OpenPosition): SimRow {
  const numbers = Object.entries(POSITION_NUMBERS);
  return {
    account_id: accountId,
    position_id: position.positionId,
    market_tag: position.marketTag,
    currency: position.currency,
    direction: position.direction,
    margin_mode: position.marginMode,
    leverage: formatDecimal(position.leverage),
    opened_at_ms: position.openedAtMs,
    updated_at_ms: position.updatedAtMs,
    ...Object.fromEntries(numbers.map(([column, name]) => [column, `${position[name]}`])),
  };
}

export type PositionRow = {
  readonly position_id: string;
  readonly market_tag: string;
  readonly currency: string;
  readonly direction: Position['direction'];
  readonly margin_mode: Position['marginMode'];
  readonly leverage: string;
  readonly opened_at_ms: number;
  readonly updated_at_ms: number;
} & { readonly [column in keyof typeof POSITION_NUMBERS]: string };

function positionFromRow(row: PositionRow): OpenPosition {
  const numbers = Object.entries(POSITION_NUMBERS) as [keyof typeof POSITION_NUMBERS, string][];
  return {
    positionId: row.position_id,
    marketTag: row.market_tag,
    currency: row.currency,
    direction: row.direction,
    marginMode: row.margin_mode,
    leverage: decimalFromNumeric(row.leverage),
    openedAtMs: row.opened_at_ms,
    updatedAtMs: row.updated_at_ms,
    closedAtMs: null,
    ...Object.fromEntries(numbers.map(([column, name]) => [name, BigInt(row[column])])),
  } as OpenPosition;
}

export type AccountRow = {
  readonly account_id: string;
  readonly market_type: MarketType;
  readonly leverage: string;
  readonly margin_mode: SimAccount['marginMode'];
  /** Null on accounts that are older than the choice. */
  readonly fees_in: string | null;
  readonly version: number;
  readonly settled_until_ms: number;
  readonly funded_until_ms: number;
  readonly next_sequence: number;
  readonly minute_use: readonly (Omit<MinuteUse, 'usedLots'> & { readonly usedLots: string })[];
  readonly updated_at_ms: number;
  readonly wallets: readonly (readonly string[])[];
  readonly orders: readonly unknown[];
  readonly positions: readonly PositionRow[];
};

/** Account of a row, with books, orders and positions in their fixed orders. */
export function accountFromRow(row: AccountRow): SimAccount {
  const books = row.wallets.map(bookFromCells);
  const orders = row.orders.map(workingFromRow);
  return {
    accountId: row.account_id,
    marketType: row.market_type,
    leverage: decimalFromNumeric(row.leverage),
    marginMode: row.margin_mode,
    feesIn: row.fees_in ?? FEES_IN_QUOTE,
    version: row.version,
    settledUntilMs: row.settled_until_ms,
    fundedUntilMs: row.funded_until_ms,
    updatedAtMs: row.updated_at_ms,
    state: {
      ledger: { owner: row.account_id, books: sortedBy(books, (book) => book.currency) },
      orders: orders.sort((left, right) => left.resting.sequence - right.resting.sequence),
      positions: row.positions.map(positionFromRow),
      minuteUse: row.minute_use.map((use) => ({
        ...use,
        usedLots: BigInt(use.usedLots) as MinuteUse['usedLots'],
      })),
      nextSequence: row.next_sequence,
    },
  };
}

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...items].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
