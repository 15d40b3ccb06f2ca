// The sockets of Binance USD-M futures: the user data stream, by a listen key that a request gave,
// and the public streams of candles.

import { fixedText, plainText } from '#loopback/amount.ts';
import type { Exchange, VenueEvent } from '#loopback/exchange/exchange.ts';
import { isUntriggered } from '#loopback/book/trigger.ts';
import { isShown } from '#loopback/exchange/order-as-of.ts';
import { balanceOf } from '#loopback/ledger/ledger.ts';
import type { FrameSender, StreamSession } from '#loopback/skins/skin.ts';
import { openCombinedStream } from '#loopback/skins/binance/binance-stream.ts';
import { algoUpdate } from '#loopback/skins/binance-usdm/usdm-algo.ts';
import { orderUpdate } from '#loopback/skins/binance-usdm/usdm-order.ts';

const PATH = '/private/ws';
const MARKETS_PATH = '/market/stream';
/** What the book shows is sent here alone. */
const BOOKS_PATH = '/public/stream';

/** `accountIds`: by listen key. */
export function openUsdmStream(
  exchange: Exchange,
  accountIds: ReadonlyMap<string, string>,
  path: string,
  query: string,
  send: FrameSender,
): StreamSession | null {
  if (path === MARKETS_PATH || path === BOOKS_PATH)
    return openCombinedStream({ exchange, kind: 'linear', send }, query);
  const parameters = new URLSearchParams(query);
  const accountId = accountIds.get(parameters.get('listenKey') ?? '');
  if (path !== PATH || accountId === undefined) return null;
  const wanted = new Set((parameters.get('events') ?? '').split('/'));
  const onEvent = (event: VenueEvent): void => {
    for (const frame of [
      userEvent(exchange, accountId, event),
      algoEvent(exchange, accountId, event),
    ])
      if (frame !== null && wanted.has(String(frame['e']))) send(JSON.stringify(frame));
  };
  exchange.listeners.add(onEvent);
  return {
    receive(text) {
      const { id, method } = JSON.parse(text) as {
        readonly id?: unknown;
        readonly method?: string;
      };
      const result = method === 'LIST_SUBSCRIPTIONS' ? [...wanted] : null;
      send(JSON.stringify({ result, id: id ?? null }));
    },
    close: () => void exchange.listeners.delete(onEvent),
  };
}

/** After what the order reports that came of it, as it is there. */
function algoEvent(
  exchange: Exchange,
  accountId: string,
  event: VenueEvent,
): Record<string, unknown> | null {
  if (event.kind !== 'order' || event.order.trigger === undefined) return null;
  const { order, cause } = event;
  if (order.accountId !== accountId || !isShown(exchange, order)) return null;
  return cause === 'trade' && order.state === 'open' ? null : algoUpdate(exchange, order);
}

function userEvent(
  exchange: Exchange,
  accountId: string,
  event: VenueEvent,
): Record<string, unknown> | null {
  switch (event.kind) {
    case 'order': {
      const { order, cause, fill } = event;
      if (order.accountId !== accountId || !isShown(exchange, order)) return null;
      if (isUntriggered(order)) return null;
      if (cause === 'new') return orderUpdate(exchange, order, 'NEW', null);
      if (cause === 'trade') return orderUpdate(exchange, order, 'TRADE', fill);
      const execution = order.endReason === 'by_user' ? 'CANCELED' : 'EXPIRED';
      return orderUpdate(exchange, order, execution, null);
    }
    case 'funding':
      if (event.fill.accountId !== accountId) return null;
      return accountUpdate(
        exchange,
        accountId,
        event.fill.kind === 'funding' ? 'FUNDING_FEE' : 'INSURANCE_CLEAR',
        [event.fill.feeAsset],
      );
    case 'balances':
      if (event.accountId !== accountId) return null;
      return accountUpdate(exchange, accountId, 'ORDER', event.assets);
    case 'credit':
      if (event.accountId !== accountId) return null;
      return accountUpdate(exchange, accountId, 'DEPOSIT', [event.asset]);
    case 'position':
    case 'price':
    case 'minute':
      return null;
  }
}

function accountUpdate(
  exchange: Exchange,
  accountId: string,
  reason: string,
  assets: readonly string[],
): Record<string, unknown> {
  const nowMs = exchange.clock.nowMs();
  const balances = assets.map((asset) => {
    const { free, locked } = balanceOf(exchange.ledger, accountId, asset);
    return { a: asset, wb: fixedText(free + locked), cw: plainText(free + locked), bc: '0' };
  });
  return { e: 'ACCOUNT_UPDATE', E: nowMs, T: nowMs, a: { m: reason, B: balances, P: [] } };
}
