// One minute of one market, as the venue advances over it.

import type { Decimal } from '#lib/decimal.ts';
import type { Candle } from '#venue-port/candle/candle.ts';
import type { Ticks } from '#venue-port/market/market-grid.ts';
import type { OpenOf } from '#domain/matching/exit-budgets.ts';
import type { VenueMarket } from '#domain/venue/venue-state.ts';

export type MarketMinute = {
  readonly market: VenueMarket;
  /** Null: the minute is missing; nothing fills in it. */
  readonly candle: Candle | null;
  /**
   * What longs pay shorts at the minute's first instant, as a share of the value; null: not due.
   */
  readonly fundingRate: Decimal | null;
  /** The price that funding is paid at; left out or null: the candle's open. */
  readonly fundingTicks?: Ticks | null;
  /**
   * Orders that the candle may concern, where the caller knows (see resting-book.ts); all when left
   * out.
   */
  readonly affected?: ReadonlySet<string>;
  /** What is open of exits' positions, where the caller knows it better than the orders. */
  readonly openOf?: OpenOf;
};
