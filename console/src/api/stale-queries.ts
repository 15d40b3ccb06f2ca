// Which queries an event makes old, and when they are read again: soon after the first of many
// events, and then not more often than a service with many users can bear.

import type { Event as ApiEvent } from '@tidemill/client';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Many events at once are read once. */
const GATHER_MS = 300;
/** Between two readings of one thing. */
const PAUSE_MS = 1_500;
/** The same of lists that may be long. */
const LIST_PAUSE_MS = 5_000;

type Stale = { readonly key: QueryKey; readonly isList?: boolean };

type Named = {
  readonly account_id?: string | null;
  readonly bot_id?: string | null;
  readonly market_tag?: string | null;
};

/** Begins of keys; a list is meant exactly. */
export function staleBy({ type, object_id: objectId, data }: ApiEvent): readonly Stale[] {
  const named = data as Named;
  const { account_id: accountId = null, bot_id: botId = null } = named;
  const ofMarket = (name: string): Stale => ({
    key: typeof named.market_tag === 'string' ? [name, named.market_tag] : [name],
  });
  const ofAccount = (name: string): Stale => ({
    key: accountId === null ? [name] : [name, accountId],
  });
  const ofBot = (name: string): readonly Stale[] =>
    botId === null ? [] : [{ key: [name, botId] }];
  const [group = ''] = type.split('.');
  switch (group) {
    case 'order':
      return [
        ...(/unknown|lost/.test(type) ? [{ key: ['late-orders'] }] : []),
        ofAccount('orders'),
        ofAccount('order-history'),
        ofMarket('market-orders'),
        ...ofBot('bot-orders'),
        ...ofBot('bot-trades'),
      ];
    case 'fill':
      return [
        ofAccount('fills'),
        ofMarket('market-fills'),
        ofMarket('market-orders'),
        ofAccount('orders'),
        ofAccount('balances'),
        ofAccount('positions'),
        ...ofBot('bots'),
        ...ofBot('bot-orders'),
        ...ofBot('bot-trades'),
        ...ofBot('bot-positions'),
        ...ofBot('bot-results'),
        { key: ['bots'], isList: true },
      ];
    case 'position':
      return [ofAccount('positions'), ofAccount('balances')];
    case 'balance':
      return [{ key: ['balances', objectId] }];
    case 'bot':
      return type === 'bot.logged'
        ? ofBot('bot-log')
        : [
            ...ofBot('bots'),
            ...ofBot('bot-log'),
            ...ofBot('bot-results'),
            { key: ['bots'], isList: true },
          ];
    case 'account':
      return [{ key: ['accounts'] }];
    case 'backtest':
      return [{ key: ['backtests', objectId] }, { key: ['backtests'], isList: true }];
    case 'lab':
      return [{ key: ['labs', objectId] }, { key: ['labs'], isList: true }];
    case 'webhook':
      return [{ key: ['webhooks'] }];
    case 'channel':
      return [{ key: ['notification-channels'] }, { key: ['notification-deliveries'] }];
    default:
      return [];
  }
}

/** Somebody waits for these, and nothing follows them. */
const ENDS: ReadonlySet<string> = new Set([
  'backtest.finished',
  'backtest.failed',
  'lab.completed',
  'lab.cancelled',
  'lab.failed',
]);

export function staleQueries(client: Pick<QueryClient, 'invalidateQueries'>) {
  const waiting = new Map<string, Stale>();
  const readAtMs = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | null = null;

  function flush(): void {
    timer = null;
    const nowMs = Date.now();
    for (const [name, stale] of waiting) {
      const pauseMs = stale.isList === true ? LIST_PAUSE_MS : PAUSE_MS;
      if (nowMs - (readAtMs.get(name) ?? 0) < pauseMs) continue;
      waiting.delete(name);
      readAtMs.set(name, nowMs);
      void client.invalidateQueries({ queryKey: stale.key, exact: stale.isList === true });
    }
    if (waiting.size > 0) timer = setTimeout(flush, GATHER_MS);
  }

  return {
    note(event: ApiEvent): void {
      for (const stale of staleBy(event))
        if (ENDS.has(event.type) && stale.isList !== true)
          void client.invalidateQueries({ queryKey: stale.key });
        else waiting.set(JSON.stringify(stale), stale);
      if (waiting.size > 0) timer ??= setTimeout(flush, GATHER_MS);
    },
    stop(): void {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
