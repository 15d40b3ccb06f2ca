// A market inside a run: its exact arithmetic, the same numbers as a script sees them, and its
// minutes.

import { ONE } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import type { CandleColumns } from '#domain/candle/candle-columns.ts';
import { rowOf } from '#domain/candle/candle-columns.ts';
import type { Market } from '#venue-port/market/market.ts';
import { currencyScale } from '#venue-port/money/currency.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { AccountFees, TradingTerms } from '#domain/position/trading-terms.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { StepScale } from '#engine/run/step-scale.ts';
import { fromSteps, stepScale } from '#engine/run/step-scale.ts';

export type RunMarket = {
  readonly index: number;
  readonly market: Market;
  /** With the fees of the account; a script may change the fees of a backtest. */
  terms: TradingTerms;
  /** Replaced by longer ones while a live run goes on. */
  candles: CandleColumns;
  /** The last price during an update between closes; null at a close. */
  intrabarTicks: number | null;
  /** Minutes of a candle of its history, which all its rows show. */
  readonly candleMinutes: number;
  /** Row of this market's candles = row of the run + this. */
  readonly rowOffset: number;
  readonly price: StepScale;
  readonly amount: StepScale;
  readonly isLinear: boolean;
  /** Linear: units that a lot gains per tick. Inverse: units of a lot times its price in ticks. */
  readonly unitsPerLotTick: number;
  readonly unitsPerOne: number;
  readonly contractValue: number;
  /** Lots and quote value between which an order surely breaks no limit of the market. */
  readonly safeSize: SafeSize;
};

type SafeSize = {
  readonly lotsLeast: number;
  readonly lotsMost: number;
  readonly valueLeast: number;
  readonly valueMost: number;
};

/** `firstOpenMs`: the open time of the run's row 0. */
export function runMarket(
  index: number,
  market: Market,
  candles: CandleColumns,
  firstOpenMs: number,
  fees: AccountFees = market,
  candleMinutes = 1,
): RunMarket {
  const terms = tradingTerms(market, fees);
  const { grid } = terms;
  return {
    index,
    market,
    terms,
    candles,
    intrabarTicks: null,
    candleMinutes,
    rowOffset: rowOf(candles, firstOpenMs),
    price: stepScale(grid.priceStep),
    amount: stepScale(grid.amountStep),
    isLinear: grid.shape === 'linear',
    unitsPerLotTick: Number(grid.factorNumerator) / Number(grid.factorDenominator),
    unitsPerOne: 10 ** currencyScale(grid.settlementCurrency),
    contractValue: floatOf(market.contract?.contractValue ?? ONE),
    safeSize: safeSizeOf(market, grid.amountStep),
  };
}

/** A little inside of the limits, so that the roundings of floats do not matter. */
function safeSizeOf(market: Market, amountStep: Decimal): SafeSize {
  const lots = (amount: Decimal): number => Number(amount) / Number(amountStep);
  const { minOrderAmount, maxOrderAmount, minOrderValue, maxOrderValue, isOpen } = market;
  const nearly = 1e-6;
  return {
    lotsLeast: isOpen ? Math.max(1, lots(minOrderAmount) * (1 + nearly)) : Infinity,
    lotsMost: maxOrderAmount > 0n ? lots(maxOrderAmount) * (1 - nearly) : Infinity,
    valueLeast: floatOf(minOrderValue) * (1 + nearly),
    valueMost: maxOrderValue > 0n ? floatOf(maxOrderValue) * (1 - nearly) : Infinity,
  };
}

/** The last price at a row of the run, in ticks: its newest minute's close. */
export function closeTicks({ candles, rowOffset, intrabarTicks }: RunMarket, row: number): number {
  return (
    intrabarTicks ??
    (candles.close[Math.min(Math.max(row + rowOffset, 0), candles.rowCount - 1)] as number)
  );
}

/** Price as scripts see it. */
export function priceFloat(market: RunMarket, ticks: bigint): number {
  return fromSteps(market.price, Number(ticks));
}

/** Amount as scripts see it, in the market's amount unit. */
export function amountFloat(market: RunMarket, lots: bigint): number {
  return fromSteps(market.amount, Number(lots));
}

/** Money in the settlement currency as scripts see it. */
export function moneyFloat(market: RunMarket, units: Units): number {
  return Number(units) / market.unitsPerOne;
}

/** As a double, rounded twice: the nearest one or its neighbour. Nothing is booked by it. */
export function floatOf(value: Decimal): number {
  return Number(value) / 1e18;
}
