// Bitget's private sockets: log on, then orders of all spot markets, or of a unified account.

import type { Exchange, VenueEvent } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { BitgetRefusal } from '#loopback/skins/bitget/bitget-errors.ts';
import { bitgetOrderFrame } from '#loopback/skins/bitget/bitget-order.ts';
import { unifiedOrderFrame } from '#loopback/skins/bitget/bitget-unified-order.ts';
import { openBitgetPublicStream } from '#loopback/skins/bitget/bitget-public-stream.ts';
import { checkBitgetKey, isBitgetSignature } from '#loopback/skins/bitget/bitget-signature.ts';

const LOG_ON_MS = 30_000;
const ORDERS = { instType: 'SPOT', channel: 'orders', instId: 'default' };
const UNIFIED_ORDERS = { instType: 'UTA', topic: 'order' };

type Argument = Readonly<Record<string, string | undefined>>;
type Request = { readonly op?: string; readonly args?: readonly Argument[] };

/** Session of a private or public socket; null for a path that is none. */
export function openBitgetStream(
  exchange: Exchange,
  path: string,
  send: FrameSender,
): StreamSession | null {
  if (path === '/v2/ws/public') return openBitgetPublicStream(exchange, send);
  const isUnified = path === '/v3/ws/private';
  if (!isUnified && path !== '/v2/ws/private') return null;
  let accountId: string | null = null;
  let isSubscribed = false;
  const respond = (content: object): void => send(JSON.stringify(content));
  const fail = (code: number, msg: string): void => respond({ event: 'error', code, msg });
  const onEvent = (event: VenueEvent): void => {
    if (!isSubscribed || event.kind !== 'order') return;
    const { order, fill } = event;
    if (order.accountId !== accountId || !isShown(exchange, order)) return;
    // Each socket is fed for accounts of its mode alone.
    if ((accountOf(exchange, accountId).mode === 'unified') !== isUnified) return;
    const data = [
      isUnified
        ? unifiedOrderFrame(exchange, asItIs(order))
        : bitgetOrderFrame(exchange, asItIs(order), fill),
    ];
    const arg = isUnified ? UNIFIED_ORDERS : ORDERS;
    respond({ action: 'snapshot', arg, data, ts: exchange.clock.nowMs() });
  };
  exchange.listeners.add(onEvent);
  const logOn = (argument: Argument): void => {
    try {
      accountId = loggedOn(exchange, argument);
      respond({ event: 'login', code: 0 });
    } catch (error) {
      if (!(error instanceof BitgetRefusal)) throw error;
      fail(Number(error.code), error.message);
    }
  };
  const subscribe = (argument: Argument): void => {
    const { instType, channel, instId, topic } = argument;
    if (accountId === null) return fail(30_004, 'User not logged in / User must be logged in');
    if (isUnified) {
      if (instType !== 'UTA' || topic !== 'order')
        return fail(30_001, `Channel ${topic} does not exist`);
    } else if (instType !== 'SPOT' || channel !== 'orders' || instId === undefined)
      return fail(30_001, `Channel ${channel} does not exist`);
    isSubscribed = true;
    respond({ event: 'subscribe', arg: argument });
  };
  return {
    receive(text) {
      if (text === 'ping') return send('pong');
      const { op, args = [] } = JSON.parse(text) as Request;
      if (op === 'login') logOn(args[0] ?? {});
      else if (op === 'subscribe') for (const argument of args) subscribe(argument);
      else fail(30_003, 'Invalid op');
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

/** Signed are the time in seconds, the method and a path of its own. */
function loggedOn(exchange: Exchange, argument: Argument): string {
  const { apiKey = '', passphrase = '', timestamp = '', sign = '' } = argument;
  if (Math.abs(exchange.clock.nowMs() - Number(timestamp) * 1_000) > LOG_ON_MS)
    throw new BitgetRefusal(30_005, 'error');
  const key = keyOf(exchange, apiKey);
  if (passphrase !== key.passphrase)
    throw new BitgetRefusal(30_012, 'apikey/password is incorrect');
  if (!isBitgetSignature(key.secret, `${timestamp}GET/user/verify`, sign))
    throw new BitgetRefusal(30_015, 'Invalid sign');
  return key.accountId;
}

function keyOf(exchange: Exchange, apiKey: string) {
  try {
    return checkBitgetKey(exchange, apiKey, '127.0.0.1');
  } catch {
    throw new BitgetRefusal(30_011, 'Invalid ACCESS_KEY');
  }
}
