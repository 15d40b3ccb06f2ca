// Capabilities of an exchange for one type of its markets: a row of the table from which documents,
// console and API follow.

import type { MarketType } from '#venue-port/market/market.ts';
import type { OrderType } from '#venue-port/order/order.ts';
import type { AccountMode } from '#venue-port/exchange/exchange.ts';

export type MarketCapabilities = {
  readonly marketType: MarketType;
  /** Types that it holds where their owner wants that. */
  readonly stops: readonly OrderType[];
  /** Why not all of them, in words; null: all are. */
  readonly stopsLeftOut: string | null;
  /** Whether an entry at market may bring its stop at market. */
  readonly attachedStops: boolean;
  readonly reduceOnly: boolean;
  /** In which positions are traded; none on spot. */
  readonly positionModes: readonly 'one_way'[];
  /** Those that its accounts may have, also ones that are refused; none: there is one alone. */
  readonly accountModes: readonly AccountMode[];
  /** What is reported without being requested. */
  readonly streams: readonly MarketStream[];
};

export const MARKET_STREAMS = ['account', 'minutes', 'best_prices'] as const;
export type MarketStream = (typeof MARKET_STREAMS)[number];
