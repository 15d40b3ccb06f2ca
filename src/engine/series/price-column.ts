// The prices that a script can ask for, as columns: what is taken of each candle, of which style,
// and whether the candle that still forms is left out.

import type { SeriesRequest } from '#engine/run-api/series-api.ts';
import { barColumn } from '#engine/series/bar-column.ts';
import { closedColumn } from '#engine/series/closed-column.ts';
import type { ColumnHolder, HeldColumn } from '#engine/series/column-holder.ts';
import type { StoredMarket } from '#engine/series/column-store.ts';
import { indicatorColumns } from '#engine/series/indicator-column.ts';
import { operationColumn } from '#engine/series/operation-column.ts';
import { OPERATIONS } from '#engine/run-api/operation.ts';
import type { Operation } from '#engine/run-api/operation.ts';
import { shiftedColumn } from '#engine/series/shifted-column.ts';

type Candle = readonly [open: HeldColumn, high: HeldColumn, low: HeldColumn, close: HeldColumn];

/** What prices are taken from; `marketTag` and the bot's interval are already settled. */
export type PriceColumnRequest = Pick<SeriesRequest, 'source' | 'style' | 'isClosedOnly'> & {
  readonly market: StoredMarket;
  readonly intervalMinutes: number;
};

/** Null when the run's quota is used up. */
export function priceColumn(holder: ColumnHolder, request: PriceColumnRequest): HeldColumn | null {
  const forming = formingColumn(holder, request);
  if (forming === null || !request.isClosedOnly || request.intervalMinutes === 1) return forming;
  return closedColumn(holder, forming);
}

function formingColumn(holder: ColumnHolder, request: PriceColumnRequest): HeldColumn | null {
  const { market, source, intervalMinutes, style } = request;
  if (source === 'volume') return barColumn(holder, market, 'volume', intervalMinutes);
  const isPlain = style === 'candle';
  // Without a book, the last price is the best that is known of both sides.
  if (isPlain && (source === 'close' || source === 'buy' || source === 'sell')) {
    return barColumn(holder, market, 'close', intervalMinutes);
  }
  if (isPlain && (source === 'open' || source === 'high' || source === 'low')) {
    return barColumn(holder, market, source, intervalMinutes);
  }
  const candle = candleColumns(holder, request);
  return candle === null ? null : takenOf(holder, candle, source);
}

function takenOf(
  holder: ColumnHolder,
  [open, high, low, close]: Candle,
  source: Exclude<SeriesRequest['source'], 'volume'>,
): HeldColumn | null {
  switch (source) {
    case 'open':
      return open;
    case 'high':
      return high;
    case 'low':
      return low;
    case 'close':
    case 'buy':
    case 'sell':
      return close;
    case 'hl':
      return operationColumn(holder, OPERATIONS.mean2, [high, low]);
    case 'hlc':
      return operationColumn(holder, OPERATIONS.mean3, [high, low, close]);
    case 'ohlc':
      return meanOfFour(holder, [open, high, low, close]);
    case 'oc':
      return operationColumn(holder, OPERATIONS.mean2, [open, close]);
    case 'body_high':
      return operationColumn(holder, OPERATIONS.greater, [open, close]);
    case 'body_low':
      return operationColumn(holder, OPERATIONS.lesser, [open, close]);
  }
}

function meanOfFour(holder: ColumnHolder, candle: Candle): HeldColumn | null {
  return indicatorColumns(holder, 'AVGPRICE', candle, [])?.[0] ?? null;
}

function candleColumns(holder: ColumnHolder, request: PriceColumnRequest): Candle | null {
  const { market, intervalMinutes, style } = request;
  const plain = (['open', 'high', 'low', 'close'] as const).map((figure) =>
    barColumn(holder, market, figure, intervalMinutes),
  );
  const [open, high, low, close] = plain;
  if (!open || !high || !low || !close) return null;
  const candle: Candle = [open, high, low, close];
  switch (style) {
    case 'candle':
      return candle;
    case 'hlc':
      return joinedCandle(holder, candle);
    case 'heikin_ashi':
      return heikinAshiCandle(holder, candle);
  }
}

function heikinAshiCandle(holder: ColumnHolder, candle: Candle): Candle | null {
  const columns = indicatorColumns(holder, 'HEIKINASHI', candle, []);
  const [open, high, low, close] = columns ?? [];
  return open && high && low && close ? [open, high, low, close] : null;
}

/** Opens where the candle before closed, and reaches as far as that. */
function joinedCandle(holder: ColumnHolder, [first, high, low, close]: Candle): Candle | null {
  const join = (operation: Operation, a: HeldColumn | null, b: HeldColumn): HeldColumn | null =>
    a === null ? null : operationColumn(holder, operation, [a, b]);
  const open = join(OPERATIONS.otherwise, shiftedColumn(holder, close, 2), first);
  const higher = join(OPERATIONS.greater, open, high);
  const lower = join(OPERATIONS.lesser, open, low);
  return open && higher && lower ? [open, higher, lower, close] : null;
}
