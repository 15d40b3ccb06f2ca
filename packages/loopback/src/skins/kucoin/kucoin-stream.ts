// KuCoin's private socket: a welcome by a token of REST, and what happens to orders of its account.

import { randomBytes } from 'node:crypto';

import type { Exchange, VenueEvent } from '#loopback/exchange/exchange.ts';
import { isShown } from '#loopback/exchange/order-as-of.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import type { KucoinTokens } from '#loopback/skins/kucoin/kucoin-account.ts';
import { kucoinChange, matchOf, restOf } from '#loopback/skins/kucoin/kucoin-order.ts';

const TOPIC = '/spotMarket/tradeOrdersV2';

type Request = {
  readonly id?: string | number;
  readonly type?: string;
  readonly topic?: string;
  readonly privateChannel?: boolean;
  readonly response?: boolean;
};

/** Session of the private socket; a token that is not known gets an error. */
export function openKucoinStream(
  exchange: Exchange,
  tokens: KucoinTokens,
  query: string,
  send: FrameSender,
): StreamSession {
  const parameters = new URLSearchParams(query);
  const accountId = tokens.get(parameters.get('token') ?? '') ?? null;
  const id = parameters.get('connectId') ?? randomBytes(5).toString('hex');
  let isSubscribed = false;
  const tell = (content: object): void => send(JSON.stringify(content));
  const onEvent = (event: VenueEvent): void => {
    if (event.kind !== 'order' || !isSubscribed || event.order.accountId !== accountId) return;
    if (!isShown(exchange, event.order)) return;
    for (const change of changesIn(event)) tell(frameOf(exchange, event, change));
  };
  exchange.listeners.add(onEvent);
  const refuse = (code: number, data: string, of?: Request['id']): void =>
    tell({ id: String(of ?? id), type: 'error', code, data });
  // Frames of a connection come after it is open.
  exchange.clock.schedule(0, () => {
    if (accountId === null) refuse(401, 'token is invalid');
    else tell({ id, type: 'welcome' });
  });
  const subscribe = (request: Request): void => {
    if (accountId === null) return refuse(401, 'token is invalid', request.id);
    if (request.topic !== TOPIC)
      return refuse(404, `topic ${request.topic} is not found`, request.id);
    if (request.privateChannel !== true) return refuse(403, 'login is required', request.id);
    isSubscribed = true;
    if (request.response === true) tell({ id: String(request.id), type: 'ack' });
  };
  return {
    receive(text) {
      const request = JSON.parse(text) as Request;
      if (request.type === 'ping') tell({ id: request.id, type: 'pong' });
      else if (request.type === 'subscribe') subscribe(request);
      else refuse(415, 'type is not supported', request.id);
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

type OrderEvent = Extract<VenueEvent, { readonly kind: 'order' }>;
type Change = Readonly<Record<string, unknown>>;

/** It was received, and either rests, or was matched, and has ended. */
function changesIn({ order, cause, fill }: OrderEvent): readonly Change[] {
  const rest = restOf(order);
  const changes: Change[] = [];
  if (cause === 'new') changes.push({ type: 'received', status: 'new' });
  if (cause === 'new' && order.state === 'open' && order.kind === 'limit')
    changes.push({ ...rest, type: 'open', status: 'open' });
  if (fill !== null) changes.push({ ...rest, ...matchOf(fill) });
  if (order.state === 'filled' && cause !== 'new')
    changes.push({ ...rest, type: 'filled', status: 'done' });
  if (cause === 'end' && order.state !== 'filled')
    changes.push({ ...rest, type: 'canceled', status: 'done' });
  return changes;
}

function frameOf(exchange: Exchange, { order }: OrderEvent, change: Change): object {
  return {
    topic: TOPIC,
    type: 'message',
    subject: 'orderChange',
    userId: order.accountId,
    channelType: 'private',
    data: { ...kucoinChange(exchange, order), ...change },
  };
}
