// Kraken's private socket: what happens to the orders of an account, by a token of REST.

import type { Exchange, VenueEvent } from '#loopback/exchange/exchange.ts';
import { asItIs, isShown } from '#loopback/exchange/order-as-of.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import type { KrakenTokens } from '#loopback/skins/kraken/kraken-account.ts';
import { krakenOrderEvent, krakenTradeEvent } from '#loopback/skins/kraken/kraken-order.ts';

type Request = {
  readonly method?: string;
  readonly req_id?: number;
  readonly params?: Readonly<Record<string, unknown>>;
};

/** Session of the private socket; null for a path that is none. */
export function openKrakenStream(
  exchange: Exchange,
  tokens: KrakenTokens,
  path: string,
  send: FrameSender,
): StreamSession | null {
  if (path !== '/v2') return null;
  let accountId: string | null = null;
  let sequence = 0;
  const tell = (data: readonly Record<string, unknown>[]): void => {
    sequence += 1;
    send(JSON.stringify({ channel: 'executions', type: 'update', data, sequence }));
  };
  const onEvent = (event: VenueEvent): void => {
    if (event.kind !== 'order') return;
    const { order, cause, fill } = event;
    if (order.accountId !== accountId || !isShown(exchange, order)) return;
    const shown = asItIs(order);
    if (fill !== null) tell([krakenTradeEvent(exchange, shown, fill)]);
    if (cause !== 'trade') tell([krakenOrderEvent(exchange, shown, cause)]);
    else if (order.state === 'filled') tell([krakenOrderEvent(exchange, shown, 'end')]);
  };
  exchange.listeners.add(onEvent);
  const reply = ({ method, req_id: id }: Request, content: object): void => {
    const at = new Date(exchange.clock.nowMs()).toISOString();
    const numbered = id === undefined ? {} : { req_id: id };
    send(JSON.stringify({ method, ...numbered, ...content, time_in: at, time_out: at }));
  };
  const subscribe = (request: Request): void => {
    const { channel, token } = request.params ?? {};
    const owner = tokens.get(String(token));
    if (channel !== 'executions' || owner === undefined)
      return reply(request, { success: false, error: 'ESession:Invalid session' });
    accountId = owner;
    reply(request, { success: true, result: { channel, maxratecount: 125 } });
  };
  return {
    receive(text) {
      const request = JSON.parse(text) as Request;
      if (request.method === 'ping') reply({ ...request, method: 'pong' }, {});
      else if (request.method === 'subscribe') subscribe(request);
      else reply(request, { success: false, error: 'EGeneral:Unknown method' });
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}
