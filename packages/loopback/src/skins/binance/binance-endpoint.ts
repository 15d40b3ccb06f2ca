// The shape of one endpoint of the Binance skin.

import type { Account, ApiKey, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import type { ShownOrder } from '#loopback/exchange/order-as-of.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import type { MarketKind } from '#loopback/exchange/market.ts';
import type { Distortion, Operation, VenueReply } from '#loopback/skins/skin.ts';
import { ERRORS } from '#loopback/skins/binance/binance-errors.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import {
  BinanceRefusal,
  optionalId,
  required,
} from '#loopback/skins/binance/binance-parameters.ts';

export type PublicContext = {
  readonly exchange: Exchange;
  readonly parameters: Parameters;
  readonly distortion: Distortion;
};

export type PrivateContext = PublicContext & { readonly account: Account; readonly key: ApiKey };

type EndpointBase = {
  readonly operation: Operation;
  readonly weight: (parameters: Parameters) => number;
  /** What the endpoint reads, beside signature, timestamp and recvWindow. */
  readonly parameters: readonly string[];
};

export type Endpoint =
  | (EndpointBase & {
      readonly access: 'public';
      readonly run: (context: PublicContext) => VenueReply;
    })
  | (EndpointBase & {
      /** `key`: signed by nothing, and without a time stamp. */
      readonly access: 'trade' | 'read' | 'key';
      readonly run: (context: PrivateContext) => VenueReply;
    });

export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Market of the parameter `symbol`. Throws the refusal of an unknown one. */
export function marketBySymbol(
  exchange: Exchange,
  parameters: Parameters,
  kind: MarketKind = 'spot',
): MarketState {
  const market = exchange.markets.get(`${kind}:${required(parameters, 'symbol')}`);
  if (market === undefined) throw new BinanceRefusal(ERRORS.symbol);
  return market;
}

/** Instant as of which a request sees the venue: earlier under the fault of stale lists. */
export function asOfMs({ exchange, distortion }: PublicContext): number {
  return exchange.clock.nowMs() - distortion.staleMs;
}

/** By orderId, or by the client's name: then the newest of that name. Null if there is none. */
export function findOrder(context: PrivateContext, marketKey: string): ShownOrder | null {
  const { exchange, account, parameters } = context;
  const id = optionalId(parameters, 'orderId');
  const name = parameters.get('origClientOrderId') ?? '';
  if (id === null && name === '') throw new BinanceRefusal(ERRORS.orderOrName);
  const found = id !== null ? exchange.orders.get(id) : account.names.get(name)?.at(-1);
  const isWanted =
    found !== undefined &&
    found.accountId === account.id &&
    found.marketKey === marketKey &&
    (id === null || name === '' || found.name === name) &&
    isShown(exchange, found);
  return isWanted ? asItIs(found) : null;
}
