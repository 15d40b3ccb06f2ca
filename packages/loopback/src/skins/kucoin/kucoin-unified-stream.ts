// KuCoin's private socket of unified accounts: a welcome, a frame that logs on, and then what
// happens to orders of all markets.

import { randomUUID } from 'node:crypto';

import type { Exchange, VenueEvent } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { isKucoinSignature } from '#loopback/skins/kucoin/kucoin-signature.ts';
import { nanoseconds, unifiedChange } from '#loopback/skins/kucoin/kucoin-unified-order.ts';

const LOG_ON_MS = 5_000;

type Request = { readonly [name: string]: string | number | undefined };

/** Session of the private socket of unified accounts. */
export function openUnifiedStream(exchange: Exchange, send: FrameSender): StreamSession {
  let accountId: string | null = null;
  let isSubscribed = false;
  const tell = (content: object): void => send(JSON.stringify(content));
  const onEvent = (event: VenueEvent): void => {
    if (event.kind !== 'order' || !isSubscribed || event.order.accountId !== accountId) return;
    if (!isShown(exchange, event.order)) return;
    // The socket is fed for accounts of its mode alone.
    if (accountOf(exchange, accountId).mode !== 'UNIFIED') return;
    tell({
      T: 'order.UNIFIED',
      P: nanoseconds(exchange.clock.nowMs()),
      d: unifiedChange(exchange, asItIs(event.order)),
    });
  };
  exchange.listeners.add(onEvent);
  // Frames of a connection come after it is open.
  exchange.clock.schedule(0, () =>
    tell({
      sessionId: randomUUID(),
      message: 'welcome',
      pingInterval: 18_000,
      pingTimeout: 10_000,
    }),
  );
  const respond = (id: Request[string], fault: string | null): void =>
    tell(fault === null ? { id, result: true } : { id, result: false, code: '400', msg: fault });
  const logOn = (request: Request): void => {
    accountId = ownerOf(exchange, request);
    respond(request['id'], accountId === null ? 'authentication failed' : null);
  };
  const subscribe = ({ id, channel, tradeType }: Request): void => {
    const isKnown = channel === 'orderAll' && tradeType === 'UNIFIED';
    isSubscribed = isKnown && accountId !== null;
    respond(id, isSubscribed ? null : 'login is required, or the channel is none');
  };
  return {
    receive(text) {
      const request = JSON.parse(text) as Request;
      if (request['op'] === 'ping') tell({ id: request['id'], op: 'pong' });
      else if (request['op'] === 'auth') logOn(request);
      else if (request['action'] === 'subscribe') subscribe(request);
      else respond(request['id'], 'the frame is none that is known');
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

/** Account of the key; null where the key, its signature, its time or its passphrase is wrong. */
function ownerOf(exchange: Exchange, request: Request): string | null {
  const field = (name: string): string => String(request[`kc-api-${name}`] ?? '');
  const key = exchange.keys.get(field('key'));
  const timestamp = field('timestamp');
  if (key === undefined || key.isRevoked) return null;
  if (Math.abs(exchange.clock.nowMs() - Number(timestamp)) > LOG_ON_MS) return null;
  const text = `${timestamp}POST/api/websocket/users/verify`;
  const isOwner =
    isKucoinSignature(key.secret, text, field('sign')) &&
    isKucoinSignature(key.secret, key.passphrase ?? '', field('passphrase'));
  return isOwner ? key.accountId : null;
}
