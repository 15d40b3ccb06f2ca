// The simulated exchange's records as rows of its tables, and back. In JSON, whole numbers beyond
// what a double holds are strings; inside a working order they end in "n", so that they come back
// as such.

import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, unitsFromDecimal } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import type { LedgerBook } from '#domain/ledger/ledger.ts';
import type { MarketType } from '#domain/market/market.ts';
import type { Units } from '#domain/money/currency.ts';
import type { Position } from '#domain/position/position.ts';
import type { Booking } from '#domain/venue/venue-effects.ts';
import type { MinuteUse, OpenPosition, WorkingOrder } from '#domain/venue/venue-state.ts';
import type { SimAccount, SimFill, SimOrder } from '#adapters/sim/sim-account.ts';
import { dueAtMs } from '#adapters/sim/sim-account.ts';
import type { OrderUpdate, SimCommit } from '#adapters/sim/sim-commit.ts';

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

/** A wallet as a row of texts: the currency, then its nine balances. */
export const WALLET_COLUMNS = ['currency', ...WALLET_NAMES] as const;

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

/** What is null or text or a small number in JSON. */
type Cell = string | number | boolean | null | object;
type Row = { readonly [column: string]: Cell };

export function accountToRow(account: SimAccount): Row {
  const { minuteUse, nextSequence } = account.state;
  return {
    account_id: account.accountId,
    market_type: account.marketType,
    leverage: formatDecimal(account.leverage),
    margin_mode: account.marginMode,
    version: account.version,
    settled_until_ms: account.settledUntilMs,
    due_at_ms: dueAtMs(account),
    next_sequence: nextSequence,
    minute_use: minuteUse.map(({ usedLots, ...use }) => ({ ...use, usedLots: `${usedLots}` })),
    updated_at_ms: account.updatedAtMs,
  };
}

export function walletToRow(accountId: string, { currency, balances }: LedgerBook): Row {
  const cells = WALLET_NAMES.map((name) => [name, `${balances[name]}`] as const);
  return { account_id: accountId, currency, ...Object.fromEntries(cells) };
}

/** From texts in the order of WALLET_COLUMNS. */
export function bookFromCells([currency, ...units]: readonly string[]): LedgerBook {
  assert(
    currency !== undefined && units.length === WALLET_NAMES.length,
    'a wallet has ten columns',
  );
  const cells = WALLET_NAMES.map((name, index) => [name, BigInt(units[index] ?? '0') as Units]);
  return { currency, balances: Object.fromEntries(cells) as LedgerBook['balances'] };
}

export function orderToRow(accountId: string, order: SimOrder, working: WorkingOrder | null): Row {
  return {
    account_id: accountId,
    client_order_id: order.clientOrderId,
    market_tag: order.marketTag,
    side: order.side,
    type: order.type,
    limit_ticks: order.limitTicks === null ? null : `${order.limitTicks}`,
    lots: `${order.lots}`,
    placed_at_ms: order.placedAtMs,
    ...updateToRow({ ...order, working }),
  };
}

export function updateToRow(update: OrderUpdate): Row {
  return {
    venue_order_id: update.venueOrderId,
    filled_lots: `${update.filledLots}`,
    average_fill_price: formatDecimal(update.averageFillPrice),
    state: update.state,
    reason: update.reason,
    updated_at_ms: update.updatedAtMs,
    working: update.working === null ? null : (withMarkedIntegers(update.working) as object),
  };
}

/** As read: bigint columns are numbers, numeric ones text. */
export type OrderRow = {
  readonly venue_order_id: string;
  readonly client_order_id: string;
  readonly market_tag: string;
  readonly side: SimOrder['side'];
  readonly type: SimOrder['type'];
  readonly limit_ticks: string | null;
  readonly lots: string;
  readonly filled_lots: string;
  readonly average_fill_price: string;
  readonly state: SimOrder['state'];
  readonly reason: string | null;
  readonly placed_at_ms: number;
  readonly updated_at_ms: number;
};

export function orderFromRow(row: OrderRow): SimOrder {
  return {
    venueOrderId: row.venue_order_id,
    clientOrderId: row.client_order_id,
    marketTag: row.market_tag,
    side: row.side,
    type: row.type,
    limitTicks:
      row.limit_ticks === null
        ? null
        : (BigInt(row.limit_ticks) as SimOrder['lots'] & SimOrder['limitTicks']),
    lots: BigInt(row.lots) as SimOrder['lots'],
    filledLots: BigInt(row.filled_lots) as SimOrder['lots'],
    averageFillPrice: decimalFromNumeric(row.average_fill_price),
    state: row.state,
    reason: row.reason,
    placedAtMs: row.placed_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}

export function fillToRow(accountId: string, fill: SimCommit['fills'][number]): Row {
  return {
    account_id: accountId,
    sequence: fill.sequence,
    venue_order_id: fill.venueOrderId,
    market_tag: fill.marketTag,
    side: fill.side,
    price_ticks: `${fill.priceTicks}`,
    lots: `${fill.lots}`,
    fee_units: `${fill.feeUnits}`,
    is_maker: fill.isMaker,
    filled_at_ms: fill.filledAtMs,
  };
}

export type FillRow = {
  readonly sequence: number;
  readonly venue_order_id: string;
  readonly client_order_id: string;
  readonly market_tag: string;
  readonly side: SimFill['side'];
  readonly price_ticks: string;
  readonly lots: string;
  readonly fee_units: string;
  readonly is_maker: boolean;
  readonly filled_at_ms: number;
};

export function fillFromRow(row: FillRow): SimFill {
  return {
    sequence: row.sequence,
    venueOrderId: row.venue_order_id,
    clientOrderId: row.client_order_id,
    marketTag: row.market_tag,
    side: row.side,
    priceTicks: BigInt(row.price_ticks) as SimFill['priceTicks'],
    lots: BigInt(row.lots) as SimFill['lots'],
    feeUnits: BigInt(row.fee_units) as Units,
    isMaker: row.is_maker,
    filledAtMs: row.filled_at_ms,
  };
}

export function bookingToRow(accountId: string, booking: Booking): Row {
  const { units, atMs, ...rest } = booking;
  return { account_id: accountId, ...rest, units: `${units}`, at_ms: atMs };
}

export type BookingRow = Omit<Booking, 'units' | 'atMs'> & {
  readonly units: string;
  readonly at_ms: number;
};

export function bookingFromRow({ units, at_ms: atMs, ...rest }: BookingRow): Booking {
  return { ...rest, units: BigInt(units) as Units, atMs };
}

export function positionToRow(accountId: string, position: OpenPosition): Row {
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

export function positionFromRow(row: PositionRow): OpenPosition {
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
  readonly version: number;
  readonly settled_until_ms: number;
  readonly next_sequence: number;
  readonly minute_use: readonly (Omit<MinuteUse, 'usedLots'> & { readonly usedLots: string })[];
  readonly updated_at_ms: number;
  /** Each in the order of WALLET_COLUMNS. */
  readonly wallets: readonly (readonly string[])[];
  readonly orders: readonly unknown[];
  readonly positions: readonly PositionRow[];
};

export function accountFromRow(row: AccountRow): SimAccount {
  const books = row.wallets.map(bookFromCells);
  const orders = row.orders.map((working) => withReadIntegers(working) as WorkingOrder);
  return {
    accountId: row.account_id,
    marketType: row.market_type,
    leverage: decimalFromNumeric(row.leverage),
    marginMode: row.margin_mode,
    version: row.version,
    settledUntilMs: row.settled_until_ms,
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

/** A numeric column of 18 decimals. */
function decimalFromNumeric(text: string): Decimal {
  const [whole = '0', fraction = ''] = text.split('.');
  const units = BigInt(`${whole}${fraction.padEnd(18, '0').slice(0, 18)}`);
  return unitsFromDecimal(units as Decimal, 18, 'floor') as Decimal;
}

function withMarkedIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withMarkedIntegers(item)]),
  );
}

function withReadIntegers(value: unknown): unknown {
  if (typeof value === 'string' && /^-?\d+n$/.test(value)) return BigInt(value.slice(0, -1));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withReadIntegers(item)]),
  );
}

function sortedBy<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...items].sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}
