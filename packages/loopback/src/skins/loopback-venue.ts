// Loopback venue with a skin: rules and markets of its exchange, its limit, its paths.

import type { Exchange, VenueRules } from '#loopback/exchange/exchange.ts';
import type { MarketTerms } from '#loopback/exchange/market.ts';
import type { WeightCounter, WeightLimit } from '#loopback/skins/request-weights.ts';
import type { Skin } from '#loopback/skins/skin.ts';
import type { FieldSpelling } from '#loopback/values/field-spelling.ts';

export type LoopbackVenue = {
  readonly rules: VenueRules;
  readonly markets: readonly MarketTerms[];
  /** Of one address, as documented; a `max` of 0: the skin counts by itself. */
  readonly limit: WeightLimit;
  /** Whom the trouble `rate_limited` is about. */
  readonly tooManyBy: 'address' | 'account';
  /** By how much a time stamp may be ahead of the venue; null: requests have none. */
  readonly timeStampAheadMsMax: number | null;
  /** What its values look like beside the form that its skin gives them. */
  readonly spellings: readonly FieldSpelling[];
  /** Of requests that name no host. */
  readonly paths: RegExp;
  readonly createSkin: (exchange: Exchange, limits: SkinLimits) => Skin;
};

export type SkinLimits = {
  readonly counter: WeightCounter;
  readonly accounts: { areAccountsLimited: boolean };
};
