// Queries that an event makes old, by the beginnings of their keys.

/** As the API tells of it. */
type ApiEvent = {
  readonly type: string;
  readonly object_id: string;
  readonly user_id: string | null;
  readonly data: unknown;
};

export type Stale = {
  readonly key: readonly unknown[];
  readonly isList?: boolean;
  /** Many lists begin with the key. */
  readonly isWide?: boolean;
};

type EventSubject = {
  readonly account_id?: string | null;
  readonly bot_id?: string | null;
  readonly market_tag?: string | null;
};

/** What pages for partners show of an end user. */
function staleOfEndUser(
  userId: string,
  { type, object_id: objectId, data }: ApiEvent,
): readonly Stale[] {
  const { bot_id: named } = data as EventSubject;
  const [group = ''] = type.split('.');
  const isOfBot = group === 'bot' || group === 'signal';
  const botId = named ?? (isOfBot ? objectId : null);
  const bot = { key: ['partner', 'bot', { user_id: userId, bot_id: botId }] };
  const stale: Stale[] = botId === null ? [] : [bot];
  if (group === 'bot' && type !== 'bot.logged')
    stale.push({ key: ['partner', 'bots'], isWide: true });
  if (isOfBot) stale.push({ key: ['partner', 'signals'], isWide: true });
  if (group === 'order') stale.push({ key: ['partner', 'orders', userId] });
  if (group === 'fill') stale.push({ key: ['partner', 'fills', userId] });
  if (group === 'fill' || group === 'balance' || group === 'position')
    stale.push({ key: ['partner', 'balance', { user_id: userId }] });
  if (group === 'account') stale.push({ key: ['partner', 'credentials', userId] });
  return stale;
}

type Subject = {
  readonly event: ApiEvent;
  readonly ofAccount: (name: string) => Stale;
  readonly ofMarket: (name: string) => Stale;
  readonly ofBot: (name: string) => readonly Stale[];
};

/** A row for each family of types, the word before the dot. */
export const STALE: { readonly [family: string]: (of: Subject) => readonly Stale[] } = {
  order: ({ event, ofAccount, ofMarket, ofBot }) => [
    ...(/unknown|lost/.test(event.type) ? [{ key: ['late-orders'] }] : []),
    ofAccount('orders'),
    ofAccount('brackets'),
    ofAccount('order-history'),
    ofMarket('market-orders'),
    ...ofBot('bot-orders'),
    ...ofBot('bot-trades'),
  ],
  fill: ({ ofAccount, ofMarket, ofBot }) => [
    ofAccount('fills'),
    ofAccount('brackets'),
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
  ],
  position: ({ ofAccount }) => [ofAccount('positions'), ofAccount('balances')],
  balance: ({ event }) => [{ key: ['balances', event.object_id] }],
  bot: ({ event, ofAccount, ofBot }) =>
    event.type === 'bot.logged'
      ? ofBot('bot-log')
      : [
          ...ofBot('bots'),
          ...ofBot('bot-log'),
          ...ofBot('bot-results'),
          ofAccount('brackets'),
          { key: ['bots'], isList: true },
        ],
  signal: ({ event }) => (event.type === 'signal.unheard' ? [{ key: ['unheard signals'] }] : []),
  account: () => [{ key: ['accounts'] }],
  backtest: ({ event }) => staleRun('backtests', event),
  lab: ({ event }) => staleRun('labs', event),
  hook: () => [{ key: ['hooks'] }],
  webhook: () => [{ key: ['webhooks'] }],
  channel: () => [{ key: ['notification-channels'] }, { key: ['notification-deliveries'] }],
  exchange: () => [],
  stream: () => [],
};

function staleRun(name: string, { object_id: objectId }: ApiEvent): readonly Stale[] {
  return [{ key: [name, objectId] }, { key: [name], isList: true }];
}

/** Begins of keys; a list is meant exactly. Types of a later release make nothing old. */
export function staleBy(event: ApiEvent): readonly Stale[] {
  const { type, data, user_id: endUserId } = event;
  if (endUserId !== null) return staleOfEndUser(endUserId, event);
  const named = data as EventSubject;
  const { account_id: accountId = null, bot_id: botId = null } = named;
  const [family = ''] = type.split('.');
  const staleOf = Object.hasOwn(STALE, family) ? STALE[family] : undefined;
  if (staleOf === undefined) return [];
  return staleOf({
    event,
    ofMarket: (name) => ({
      key: typeof named.market_tag === 'string' ? [name, named.market_tag] : [name],
    }),
    ofAccount: (name) => ({ key: accountId === null ? [name] : [name, accountId] }),
    ofBot: (name) => (botId === null ? [] : [{ key: [name, botId] }]),
  });
}
