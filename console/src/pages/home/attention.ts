// Attention in words: orders of which nobody knows what became, bots that stopped by themselves,
// keys that are refused or end soon, webhooks and channels of notifications that are off.

import type {
  Account,
  ApiKey,
  Bot,
  KnownOrder,
  NotificationChannel,
  Webhook,
} from '@tidemill/client';
import { useQuery } from '@tanstack/react-query';
import { notificationChannelsQuery } from '../../api/notification-queries.ts';
import { accountsQuery, botsQuery, webhooksQuery } from '../../api/queries.ts';
import type { UnheardSignal } from '../../api/unheard-signals-query.ts';
import { unheardSignalsQuery } from '../../api/unheard-signals-query.ts';
import { sessionQuery } from '../../api/session-query.ts';
import { formatDecimal, formatTime, isPast } from '../../parts/format.ts';
import { hasStoppedByItself, stopWords } from '../../parts/stopped-by.ts';
import { keysQuery } from '../settings/keys-query.ts';
import { HOME } from '../../words/home.ts';
import { servedText } from '../../words/served.ts';

export type Attention = {
  readonly id: string;
  readonly look: 'wrong' | 'warn';
  readonly title: string;
  readonly text: string;
  readonly to: '/accounts/$accountId' | '/bots/$botId' | '/settings' | '/partner';
  readonly params: { readonly accountId: string } | { readonly botId: string } | null;
  /** The part of the page. */
  readonly search?: { readonly tab: string };
};

/** The weightiest first. */
export function useAttention(lateOrders: readonly KnownOrder[]): readonly Attention[] {
  const { data: accounts = [] } = useQuery(accountsQuery);
  const { data: bots = [] } = useQuery(botsQuery);
  const { data: webhooks } = useQuery(webhooksQuery);
  const { data: channels = [] } = useQuery(notificationChannelsQuery);
  const { data: unheard = [] } = useQuery(unheardSignalsQuery);
  const { data: session } = useQuery(sessionQuery);
  const mayHaveKeys = session?.role === 'owner' || session?.role === 'trader';
  const { data: keys = [] } = useQuery({ ...keysQuery, enabled: mayHaveKeys });
  return [
    ...lateOrders.map((order) => ofOrder(order)),
    ...accounts.flatMap((account) => ofAccount(account)),
    ...bots.flatMap((bot) => ofBot(bot)),
    ...unheardSignals(unheard, bots),
    ...(webhooks?.data ?? []).flatMap((webhook) => ofWebhook(webhook)),
    ...channels.flatMap((channel) => ofChannel(channel)),
    ...keys.flatMap((key) => ofKey(key)),
  ];
}

function ofOrder(order: KnownOrder): Attention {
  const { order_id: id, account_id: accountId, side, amount, market_tag: tag, status } = order;
  const text = status === 'lost' ? HOME.orderLost : HOME.orderUnknown;
  return {
    id,
    look: 'wrong',
    title: HOME.orderTitle(`${HOME[side]} ${formatDecimal(amount)} ${tag ?? ''}`),
    text: `${text} ${HOME.othersHeld}`,
    to: '/accounts/$accountId',
    params: { accountId },
  };
}

const WARNINGS: Readonly<Record<string, readonly [Attention['look'], string]>> = {
  refused: ['wrong', HOME.keyRefused],
  can_withdraw: ['wrong', HOME.keyWithdraws],
  expired: ['wrong', HOME.keyExpired],
  cannot_trade: ['warn', HOME.keyReadsOnly],
};

function ofAccount({ account_id: accountId, name, credentials }: Account): readonly Attention[] {
  if (credentials === null) return [];
  const [warning] = credentials.warnings;
  if (warning === undefined) return [];
  const known = WARNINGS[warning];
  const shared = { id: `${accountId} key`, title: name, params: { accountId } };
  const to = '/accounts/$accountId' as const;
  if (known !== undefined) {
    const [look, text] = known;
    return [
      {
        ...shared,
        look,
        text: credentials.refusal === null ? text : servedText(credentials.refusal),
        to,
      },
    ];
  }
  if (warning !== 'expires_soon' || credentials.expires_at === null) return [];
  const text = HOME.keyExpires(formatTime(credentials.expires_at));
  return [{ ...shared, look: 'warn', text, to }];
}

function ofBot(bot: Bot): readonly Attention[] {
  if (!hasStoppedByItself(bot)) return [];
  return [
    {
      id: bot.bot_id,
      look: 'warn',
      title: HOME.stoppedByItself(bot.name),
      text: bot.stop_reason === null ? (stopWords(bot) ?? '') : servedText(bot.stop_reason),
      to: '/bots/$botId',
      params: { botId: bot.bot_id },
    },
  ];
}

/** One for each bot, and each token that no bot got anything for: of its newest, with a count. */
function unheardSignals(
  events: readonly UnheardSignal[],
  bots: readonly Bot[],
): readonly Attention[] {
  const byObject = new Map<string, UnheardSignal>();
  for (const event of events) {
    const id = event.bot_id ?? `token ${event.signal_token ?? ''}`;
    const before = byObject.get(id)?.signals_count ?? 0;
    byObject.set(id, { ...event, signals_count: before + event.signals_count });
  }
  return [...byObject].map(([id, { signals_count: count, ...newest }]): Attention => {
    const { bot_id: botId, signal_token: token, reason } = newest;
    const times = count > 1 ? HOME.signals(count) : '';
    const what = {
      id: `${id} unheard`,
      look: 'warn',
      text: sentence(servedText(reason)) + times,
    } as const;
    if (botId === null) {
      const title = HOME.noBotGot(token ?? '');
      return { ...what, title, to: '/partner', params: null, search: { tab: 'signals' } };
    }
    const name = bots.find((bot) => bot.bot_id === botId)?.name ?? botId;
    const title = HOME.didNotHear(name);
    return { ...what, title, to: '/bots/$botId', params: { botId } };
  });
}

function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

function ofWebhook({
  webhook_id: id,
  url,
  disabled_reason: reason,
}: Webhook): readonly Attention[] {
  if (reason === null) return [];
  return [
    {
      id,
      look: 'warn',
      title: HOME.webhookOff(url),
      text: servedText(reason),
      to: '/settings',
      params: null,
      search: { tab: 'webhooks' },
    },
  ];
}

function ofChannel({
  channel_id: id,
  name,
  disabled_reason: reason,
}: NotificationChannel): readonly Attention[] {
  if (reason === null) return [];
  return [
    {
      id,
      look: 'wrong',
      title: HOME.channelOff(name),
      text: servedText(reason),
      to: '/settings',
      params: null,
      search: { tab: 'notifications' },
    },
  ];
}

/** As long before as the keys of exchanges are warned of. */
const KEY_SOON_MS = 7 * 86_400_000;

/** Of a program that will be refused. One that expired long ago is missed by nobody. */
function ofKey({ key_id: id, name, is_enabled, expires_at: at }: ApiKey): readonly Attention[] {
  if (!is_enabled || at === null || isPast(at)) return [];
  if (Date.parse(at) - Date.now() > KEY_SOON_MS) return [];
  return [
    {
      id,
      look: 'warn',
      title: HOME.apiKeySoon(name),
      text: HOME.apiKeyFrom(formatTime(at)),
      to: '/settings',
      params: null,
      search: { tab: 'keys' },
    },
  ];
}
