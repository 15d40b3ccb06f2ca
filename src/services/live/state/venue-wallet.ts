// The account as its exchange last showed it. It is an input of the run, retained with its events.

import type { Decimal } from '#lib/decimal.ts';
import type { VenuePosition } from '#venue-port/exchange/exchange.ts';

type HeldBalance = {
  readonly currency: string;
  readonly available: Decimal;
  readonly locked: Decimal;
  readonly margin: Decimal;
};

export type HeldPosition = Pick<
  VenuePosition,
  'marketTag' | 'direction' | 'amount' | 'averagePrice' | 'leverage' | 'marginMode'
>;

export type VenueWallet = {
  readonly balances: readonly HeldBalance[];
  readonly positions: readonly HeldPosition[];
};
