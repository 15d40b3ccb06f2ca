// The rules by which orders meet prices, as plain data: three named sets, each field free to be set
// otherwise. Each rule is one field; match-minute.ts and match-arrival.ts
// do what they say.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';

export const RULE_SETS = ['realistic', 'tradingview', 'touch'] as const;
export type RuleSetName = (typeof RULE_SETS)[number];

/** What an order that takes liquidity pays beyond the price it meets; all zero for none. */
export type Slippage = {
  readonly halfSpreadTicks: Ticks;
  /**
   * Percent of the price by which an order as large as the minute's whole volume moves it; smaller
   * ones pro rata.
   */
  readonly impactPercentAtFullVolume: Decimal;
  /** Percent of the price, whatever the order's size. */
  readonly pricePercent: Decimal;
};

export type MatchingRules = {
  readonly name: RuleSetName;
  /**
   * `minute`: candles of one minute whatever the chart shows; `chart`: the chart's own. The caller
   * picks them.
   */
  readonly resolution: 'minute' | 'chart';
  /**
   * How far the price must go beyond a resting limit order's price to fill it; 0: touching it is
   * enough.
   */
  readonly limitTradeThroughTicks: Ticks;
  /** Whether an open that is better must be so far beyond it too; left out: any that is better. */
  readonly opensTradeThrough?: boolean;
  readonly slippage: Slippage;
  /**
   * Whether a limit order whose limit the price has passed when it arrives, or when its trigger is
   * met, pays slippage, at most to its limit; otherwise it gets the price that it meets.
   */
  readonly limitsSlip: boolean;
  /**
   * Share of a minute's volume that all orders of one run or account may take together; null: any
   * size fills.
   */
  readonly participationPercentMax: Decimal | null;
  /**
   * When a stop and a target of one position both lie inside a candle: `stop_first` fills the stop
   * and not the target,
   * `path` fills whichever the assumed path meets first. Both mark the fill as ambiguous.
   */
  readonly exitPriority: 'stop_first' | 'path';
  /**
   * Whether stops that an open has passed go before all else that fills there: buys first, and of
   * those on one side entries first. Otherwise the earlier order goes first.
   */
  readonly passedStopsFirst: boolean;
  /**
   * Whether the exits of an entry that has not filled rest beside it, targets too, and all begin
   * where it fills. Otherwise targets and trailing stops at a distance from it are sent once it has
   * filled, as a bot sends them, and other trailing stops follow the price from their arrival.
   */
  readonly exitsRestWithEntry: boolean;
  /**
   * Whether a trailing stop of an open position has seen the close at which it was requested,
   * before the open at which it arrives.
   */
  readonly trailsSeeClose: boolean;
  /** A slipped price stays within the candle: nothing was traded outside of it. */
  readonly keepsToCandle: boolean;
  /**
   * Whether funding, margin and liquidation are reckoned with; for the ledger, not used by
   * matching.
   */
  readonly appliesMargin: boolean;
};

const NO_SLIPPAGE: Slippage = {
  halfSpreadTicks: 0n as Ticks,
  impactPercentAtFullVolume: ZERO,
  pricePercent: ZERO,
};

export const MATCHING_RULES: { readonly [name in RuleSetName]: MatchingRules } = {
  realistic: {
    name: 'realistic',
    resolution: 'minute',
    limitTradeThroughTicks: 1n as Ticks,
    slippage: {
      halfSpreadTicks: 1n as Ticks,
      impactPercentAtFullVolume: decimal('0.5'),
      pricePercent: ZERO,
    },
    limitsSlip: true,
    participationPercentMax: decimal('10'),
    exitPriority: 'stop_first',
    passedStopsFirst: false,
    exitsRestWithEntry: false,
    trailsSeeClose: false,
    keepsToCandle: true,
    appliesMargin: true,
  },
  tradingview: {
    name: 'tradingview',
    resolution: 'chart',
    limitTradeThroughTicks: 0n as Ticks,
    slippage: NO_SLIPPAGE,
    limitsSlip: false,
    participationPercentMax: null,
    exitPriority: 'path',
    passedStopsFirst: true,
    exitsRestWithEntry: true,
    trailsSeeClose: true,
    keepsToCandle: false,
    appliesMargin: false,
  },
  touch: {
    name: 'touch',
    resolution: 'minute',
    limitTradeThroughTicks: 0n as Ticks,
    slippage: NO_SLIPPAGE,
    limitsSlip: false,
    participationPercentMax: null,
    exitPriority: 'stop_first',
    passedStopsFirst: false,
    exitsRestWithEntry: false,
    trailsSeeClose: false,
    keepsToCandle: true,
    appliesMargin: false,
  },
};
