// Endpoint of a skin: its operation, the parameters that it knows, and what it does with a call.
// Shared by the skins; a venue adds its limits.

import type { Account, ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import type { Fill } from '#loopback/book/order.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { shownFills, shownOrders } from '#loopback/exchange/order-as-of.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';

/** Of the path, the query or the body; all values as text. */
export type SkinParameters = ReadonlyMap<string, string>;

export type PublicContext = {
  readonly exchange: Exchange;
  readonly parameters: SkinParameters;
  readonly distortion: Distortion;
};

export type OwnContext = PublicContext & {
  readonly account: Account;
  readonly key: ApiKey;
};

/** `Facts` are those of every endpoint of a venue, `OwnFacts` those of private ones. */
export type SkinEndpoint<
  Facts = unknown,
  OwnFacts = unknown,
  Access extends string = 'trade' | 'read',
> = { readonly operation: Operation } & Facts &
  (
    | { readonly access: 'public'; readonly run: (of: PublicContext) => VenueReply }
    | ({ readonly access: Access; readonly run: (of: OwnContext) => VenueReply } & OwnFacts)
  );

/** What an endpoint knows; another parameter is refused, which no documentation promises. */
export type Takes = { readonly takes: readonly string[] };

type AccountView = Pick<OwnContext, 'exchange' | 'account' | 'distortion'>;

/** Orders of the account as a list shows them, stale ones where the fault says so. */
export function shownOrdersOf({
  exchange,
  account,
  distortion,
}: AccountView): readonly ShownOrder[] {
  return shownOrders(exchange, account, exchange.clock.nowMs() - distortion.staleMs);
}

/** Fills of the account as a list shows them, stale ones where the fault says so. */
export function shownFillsOf({ exchange, account, distortion }: AccountView): readonly Fill[] {
  return shownFills(exchange, account, exchange.clock.nowMs() - distortion.staleMs);
}
