// Hyperliquid's socket: what happens to the orders, the fills and the payments of an address, to
// anybody who asks.

import type { Exchange, VenueEvent } from '#loopback/exchange/exchange.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import {
  basicOrder,
  hyperliquidFill,
  payment,
  statusOf,
} from '#loopback/skins/hyperliquid/hyperliquid-order.ts';

type Subscription = { readonly type?: string; readonly user?: string };
type Request = { readonly method?: string; readonly subscription?: Subscription };

const CHANNELS = new Set(['orderUpdates', 'userFills', 'userFundings']);

/** Session of the socket; it needs no proof of who asks. */
export function openHyperliquidStream(exchange: Exchange, send: FrameSender): StreamSession {
  /** By channel, the account that it is of and its address. */
  const followed = new Map<string, { readonly accountId: string; readonly user: string }>();
  const tell = (channel: string, data: unknown): void => send(JSON.stringify({ channel, data }));
  const onEvent = (event: VenueEvent): void => {
    for (const [channel, { accountId, user }] of followed) {
      const data = dataOf(exchange, event, channel, accountId, user);
      if (data !== null) tell(channel, data);
    }
  };
  exchange.listeners.add(onEvent);
  const subscribe = (subscription: Subscription): void => {
    const { type = '', user = '' } = subscription;
    const key = exchange.keys.get(user);
    if (!CHANNELS.has(type) || key === undefined)
      return tell('error', `Invalid subscription ${JSON.stringify(subscription)}`);
    followed.set(type, { accountId: key.accountId, user });
    tell('subscriptionResponse', { method: 'subscribe', subscription });
    if (type === 'userFills') tell(type, { isSnapshot: true, user, fills: [] });
    if (type === 'userFundings') tell(type, { isSnapshot: true, user, fundings: [] });
  };
  return {
    receive(text) {
      const { method, subscription } = JSON.parse(text) as Request;
      if (method === 'ping') send(JSON.stringify({ channel: 'pong' }));
      else if (method === 'subscribe') subscribe(subscription ?? {});
      else tell('error', `Error parsing JSON into valid websocket request: ${text}`);
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

/** Null: the channel says nothing of it. */
function dataOf(
  exchange: Exchange,
  event: VenueEvent,
  channel: string,
  accountId: string,
  user: string,
): unknown {
  if (event.kind === 'funding' && event.fill.accountId === accountId) {
    const { fill } = event;
    if (fill.kind === 'funding')
      return channel === 'userFundings' ? { user, fundings: [payment(exchange, fill)] } : null;
    return channel === 'userFills'
      ? { user, fills: [hyperliquidFill(exchange, fill, user)] }
      : null;
  }
  if (event.kind !== 'order' || event.order.accountId !== accountId) return null;
  const { order, fill } = event;
  if (!isShown(exchange, order)) return null;
  if (channel === 'userFills')
    return fill === null ? null : { user, fills: [hyperliquidFill(exchange, fill, user)] };
  if (channel !== 'orderUpdates') return null;
  const shown = asItIs(order);
  const statusTimestamp = order.updatedAtMs;
  return [{ order: basicOrder(exchange, shown), status: statusOf(shown), statusTimestamp }];
}
