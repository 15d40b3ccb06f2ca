// A spot market's charges and matching rules in small integers: trading-terms.ts and
// matching-rules.ts, prepared for the single-order fast path.

import type { SmallRatio } from '#lib/small-integer.ts';
import { smallFrom, smallRatio } from '#lib/small-integer.ts';
import type { Ratio } from '#lib/integers.ts';
import { HUNDRED } from '#venue-port/market/market-grid.ts';
import type { SpotRates } from '#domain/position/settle-spot.ts';
import { spotRates } from '#domain/position/spot-rates.ts';
import { MARKET_HOLD_PERCENT } from '#domain/venue/place-order.ts';
import type { VenueMarket } from '#domain/venue/venue-state.ts';

export type FastSpotTerms = {
  readonly market: VenueMarket;
  /** Fee weights are over a denominator that all fees have in common. */
  readonly rates: SpotRates<number>;
  /** Parts of 10^-20 in one part of that denominator. */
  readonly feeWeightPart: bigint;
  /** Of a price: how much of it a market order is held for. */
  readonly marketHold: SmallRatio;
  readonly throughTicks: number;
  readonly halfSpreadTicks: number;
  /** Whether a limit order that takes pays slippage. */
  readonly limitsSlip: boolean;
  readonly impact: SmallRatio;
  readonly priceShare: SmallRatio;
  /** Of a minute's volume; null: any size fills. */
  readonly participation: SmallRatio | null;
  /** Whether slipped prices stay within the candle. */
  readonly keepsToCandle: boolean;
};

const termsOfMarkets = new WeakMap<VenueMarket, FastSpotTerms | null>();

/** The terms of a spot market; null where they do not fit into small integers. */
export function fastSpotTerms(market: VenueMarket): FastSpotTerms | null {
  return market.tiers === null ? fastTerms(market) : null;
}

/**
 * The terms by which orders of a linear contract fill: prices, values and fees are those of spot.
 * What they hold and what a position needs is another matter. Null as above.
 */
export function fastContractTerms(market: VenueMarket): FastSpotTerms | null {
  return market.tiers === null || market.terms.feePayment !== undefined ? null : fastTerms(market);
}

function fastTerms(market: VenueMarket): FastSpotTerms | null {
  const known = termsOfMarkets.get(market);
  if (known !== undefined) return known;
  const made = makeTerms(market);
  const terms = made !== null && isSmall(made) ? made : null;
  termsOfMarkets.set(market, terms);
  return terms;
}

/** A lot counts for itself where nothing but contracts changes hands. */
const ONE_TO_ONE: Ratio<bigint> = { numerator: 1n, denominator: 1n };

function makeTerms(market: VenueMarket): FastSpotTerms | null {
  const { terms, rules, tiers } = market;
  const { grid, makerFeePercent, takerFeePercent } = terms;
  const { slippage, participationPercentMax } = rules;
  if (grid.shape !== 'linear' || terms.charges !== undefined) return null;
  if (rules.opensTradeThrough === true) return null;
  if (makerFeePercent < 0n || takerFeePercent < 0n) return null;
  const rates = spotRates(terms);
  const baseUnitsPerLot = tiers === null ? rates.baseUnitsPerLot : ONE_TO_ONE;
  if (baseUnitsPerLot.denominator !== 1n) return null;
  const part = divisorOf(makerFeePercent, divisorOf(takerFeePercent, HUNDRED));
  return {
    market,
    rates: {
      unitsPerLotTick: smallParts(rates.unitsPerLotTick),
      baseUnitsPerLot: smallParts(baseUnitsPerLot),
      makerFee: smallFrom(rates.makerFee / part),
      takerFee: smallFrom(rates.takerFee / part),
      worstFee: smallFrom(rates.worstFee / part),
      charges: null,
      weightPerUnit: smallFrom(rates.weightPerUnit / part),
    },
    feeWeightPart: part,
    marketHold: smallRatio(HUNDRED + MARKET_HOLD_PERCENT, HUNDRED),
    throughTicks: smallFrom(rules.limitTradeThroughTicks),
    halfSpreadTicks: smallFrom(slippage.halfSpreadTicks),
    limitsSlip: rules.limitsSlip,
    impact: smallRatio(slippage.impactPercentAtFullVolume, HUNDRED),
    priceShare: smallRatio(slippage.pricePercent, HUNDRED),
    participation:
      participationPercentMax === null ? null : smallRatio(participationPercentMax, HUNDRED),
    keepsToCandle: rules.keepsToCandle,
  };
}

/** The greatest number that divides both; the second is above zero. */
function divisorOf(left: bigint, right: bigint): bigint {
  let [larger, smaller] = [right, left];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

function isSmall(terms: FastSpotTerms): boolean {
  const { rates, marketHold, impact, priceShare, participation } = terms;
  const { unitsPerLotTick, baseUnitsPerLot } = rates;
  const ratios = [unitsPerLotTick, baseUnitsPerLot, marketHold, impact, priceShare, participation];
  const parts = ratios.flatMap((ratio) =>
    ratio === null ? [] : [ratio.numerator, ratio.denominator],
  );
  return ![...Object.values(terms), ...Object.values(rates), ...parts].some(Number.isNaN);
}

function smallParts({ numerator, denominator }: Ratio<bigint>): SmallRatio {
  return { numerator: smallFrom(numerator), denominator: smallFrom(denominator) };
}
