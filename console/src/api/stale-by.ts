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

/** Begins of keys; a list is meant exactly. */
export function staleBy(event: ApiEvent): readonly Stale[] {
  const { type, object_id: objectId, data, user_id: endUserId } = event;
  if (endUserId !== null) return staleOfEndUser(endUserId, event);
  if (type === 'signal.unheard') return [{ key: ['unheard signals'] }];
  const named = data as EventSubject;
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
        ofAccount('brackets'),
        ofAccount('order-history'),
        ofMarket('market-orders'),
        ...ofBot('bot-orders'),
        ...ofBot('bot-trades'),
      ];
    case 'fill':
      return [
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
            ofAccount('brackets'),
            { key: ['bots'], isList: true },
          ];
    case 'account':
      return [{ key: ['accounts'] }];
    case 'backtest':
    case 'lab':
      return [{ key: [`${group}s`, objectId] }, { key: [`${group}s`], isList: true }];
    case 'hook':
    case 'webhook':
      return [{ key: [`${group}s`] }];
    case 'channel':
      return [{ key: ['notification-channels'] }, { key: ['notification-deliveries'] }];
    default:
      return [];
  }
}
