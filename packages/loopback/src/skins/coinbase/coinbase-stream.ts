// Coinbase's socket of a user: orders with sums of what was filled, and a heartbeat a second.

import type { Exchange, VenueEvent } from '#loopback/exchange/exchange.ts';
import { asItIs, isShown, shownOrders } from '#loopback/exchange/order-as-of.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { CoinbaseRefusal } from '#loopback/skins/coinbase/coinbase-errors.ts';
import { coinbaseOrderFrame } from '#loopback/skins/coinbase/coinbase-order.ts';
import { keyOfToken } from '#loopback/skins/coinbase/coinbase-signature.ts';

type Request = Readonly<Record<'type' | 'channel' | 'jwt', string | undefined>>;

const HEARTBEAT_MS = 1_000;
const SNAPSHOT_MAX = 50;

/** Session of the user's socket; a heartbeat comes each second. */
export function openCoinbaseStream(exchange: Exchange, send: FrameSender): StreamSession {
  const subscriptions: Record<string, readonly string[]> = {};
  let accountId: string | null = null;
  let sequence = 0;
  let beats: NodeJS.Timeout | null = null;
  const tell = (channel: string, ...events: readonly unknown[]): void => {
    const timestamp = new Date(exchange.clock.nowMs()).toISOString();
    send(JSON.stringify({ channel, client_id: '', timestamp, sequence_num: sequence, events }));
    sequence += 1;
  };
  const onEvent = (event: VenueEvent): void => {
    if (event.kind !== 'order') return;
    const { order } = event;
    if (order.accountId !== accountId || !isShown(exchange, order)) return;
    tell('user', { type: 'update', orders: [coinbaseOrderFrame(exchange, asItIs(order))] });
  };
  exchange.listeners.add(onEvent);
  const subscribeUser = (owner: string): void => {
    accountId = owner;
    const account = exchange.accounts.get(owner);
    const open =
      account === undefined
        ? []
        : shownOrders(exchange, account, exchange.clock.nowMs()).filter(
            ({ state }) => state === 'open',
          );
    const orders = open.slice(0, SNAPSHOT_MAX).map((shown) => coinbaseOrderFrame(exchange, shown));
    tell('user', { type: 'snapshot', orders });
  };
  const subscribe = ({ channel = '', jwt = '' }: Request): void => {
    const key = keyOfToken(exchange, jwt, null);
    subscriptions[channel] = channel === 'user' ? [key.accountId] : [channel];
    if (channel === 'user') subscribeUser(key.accountId);
    else if (channel === 'heartbeats')
      beats ??= setInterval(() => {
        const current_time = new Date(exchange.clock.nowMs()).toISOString();
        tell(channel, { current_time, heartbeat_counter: String(sequence) });
      }, HEARTBEAT_MS).unref();
    tell('subscriptions', { subscriptions });
  };
  return {
    receive(text) {
      const request = JSON.parse(text) as Request;
      try {
        if (request.type === 'subscribe') subscribe(request);
      } catch (error) {
        if (!(error instanceof CoinbaseRefusal)) throw error;
        send(JSON.stringify({ type: 'error', message: 'authentication failure' }));
      }
    },
    close() {
      exchange.listeners.delete(onEvent);
      if (beats !== null) clearInterval(beats);
    },
  };
}
