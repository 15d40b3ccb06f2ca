// A day of a bot that differs from its backtest by each cause, as its page is made from it.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, decimalFromUnits, multiplyDecimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import { compareOrders } from '#domain/parity/compare-orders.ts';
import { comparedOrder } from '#domain/parity/compared-order.fixture.ts';
import { feeRoundingOf, gainOfMarket, valueOfMarket } from '#domain/parity/gain-of-market.ts';
import type { ComparedOrder, OrderPair } from '#domain/parity/pair-orders.ts';
import type { FinishedComparison } from '#services/comparisons/get-comparison.ts';

const DAY_START_MS = Date.UTC(2026, 10, 20);
const FEE_RATE = decimal('0.001');

/** The market rises by a quarter a minute. */
function openOf(startMs: number): Decimal {
  return decimalFromUnits(6_000_000n + BigInt(startMs - DAY_START_MS) / 2_400n, 2);
}

/** A market order of a minute of the day, at the minute's open. */
function order(minute: number, changes: Partial<ComparedOrder> = {}): ComparedOrder {
  const atMs = DAY_START_MS + minute * MINUTE_MS;
  const averagePrice = changes.averagePrice ?? openOf(atMs);
  const amount = decimal('0.05');
  const filled = changes.filledAmount ?? amount;
  const fees = multiplyDecimal(multiplyDecimal(filled, averagePrice, 'ceil'), FEE_RATE, 'ceil');
  return {
    ...comparedOrder(minute),
    side: minute % 2 === 0 ? 'buy' : 'sell',
    placedAtMs: atMs,
    endedAtMs: atMs,
    filledAtMs: atMs,
    amount,
    filledAmount: amount,
    averagePrice,
    fees,
    ...changes,
  };
}

function late(minute: number, byMinutes: number): ComparedOrder {
  const atMs = DAY_START_MS + (minute + byMinutes) * MINUTE_MS;
  return order(minute, { filledAtMs: atMs, endedAtMs: atMs, averagePrice: openOf(atMs) });
}

const PAIRS: readonly OrderPair[] = [
  { live: order(60), backtest: order(60) },
  { live: order(121, { averagePrice: decimal('60028.11') }), backtest: order(121) },
  { live: late(240, 12), backtest: order(240) },
  { live: null, backtest: order(301) },
  {
    live: order(422, {
      filledAmount: decimal('0.02'),
      reason: 'The exchange ended it after a part.',
    }),
    backtest: order(422),
  },
  { live: order(537, { fees: decimal('3.5') }), backtest: order(537) },
  { live: order(700, { type: 'stop_market' }), backtest: null },
  { live: order(821), backtest: order(821) },
];

/** `pairs`: others than the usual ones. */
export function sampleComparison(pairs = PAIRS, notes: readonly string[] = []): FinishedComparison {
  const market = spotMarket();
  const report = compareOrders(pairs, {
    closingPrice: openOf(DAY_START_MS + DAY_MS - MINUTE_MS),
    openOf,
    gainOf: gainOfMarket(market),
    valueOf: valueOfMarket(market),
    feeRounding: feeRoundingOf(market),
  });
  const backtestId = 'bt_01jd3f8k2m5q7r9t1v3x5z7b9c';
  return {
    botId: 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c',
    isPaper: false,
    dayMs: DAY_START_MS,
    backtestId,
    runs: [{ fromMs: DAY_START_MS, toMs: DAY_START_MS + DAY_MS, backtestId }],
    market,
    currency: market.quote,
    report,
    notes,
  };
}
