// Events in words, for people who are not looking at the console.

import type {
  BacktestChange,
  BotChange,
  EventContent,
  ExchangeChange,
  LabChange,
  LoggedEvent,
  PositionChange,
  AccessEventType,
} from '#domain/event-log/event.ts';
import type { Notice } from '#domain/notification/message.ts';
import { subjectOf } from '#domain/notification/rule.ts';
import { countText } from '#lib/group-thousands.ts';
import { storableText } from '#lib/storable-text.ts';
import type { NoticeText } from '#services/notifications/describe-order.ts';
import { describeFill, describeOrder } from '#services/notifications/describe-order.ts';
import type { Names } from '#services/notifications/names.ts';
import {
  accountName,
  botName,
  exchangeName,
  marketName,
  playMark,
} from '#services/notifications/names.ts';

/** Control characters but line breaks, and marks that turn the direction of text. */
const NOT_SHOWN = /(?!\n)[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu;

/** Of texts that scripts and exchanges wrote. */
const TEXT_CHARACTERS_MAX = 500;

/** `baseUrl` null: the notice has no link. */
export function describeEvent(event: LoggedEvent, names: Names, baseUrl: string | null): Notice {
  const { title, text, context } = saidOf(event, names);
  return {
    title: readable(title),
    text: text === null || text === '' ? null : readable(text),
    context: context === null ? null : readable(context),
    atMs: event.atMs,
    link: baseUrl === null ? null : baseUrl + pathOf(event),
  };
}

function saidOf(event: EventContent, names: Names): NoticeText {
  switch (event.type) {
    case 'fill.created':
      return describeFill(event.data, names);
    case 'order.placed':
    case 'order.opened':
    case 'order.filled':
    case 'order.cancelled':
    case 'order.rejected':
    case 'order.expired':
    case 'order.unplaced':
    case 'order.unknown':
    case 'order.lost':
      return describeOrder(event.data, names);
    case 'position.opened':
      return describePosition('opened', event.data, names);
    case 'position.changed':
      return describePosition('changed', event.data, names);
    case 'position.closed':
      return describePosition('closed', event.data, names);
    case 'bot.started':
      return describeBot('started', event.data, names);
    case 'bot.stopped':
      return describeBot('stopped', event.data, names);
    case 'bot.updated':
      return describeBot('changed', event.data, names);
    case 'backtest.progressed':
    case 'backtest.finished':
    case 'backtest.failed':
      return describeBacktest(event.data, names, event.type === 'backtest.failed');
    case 'lab.progressed':
    case 'lab.completed':
    case 'lab.cancelled':
    case 'lab.failed':
      return describeLab(event.data);
    case 'exchange.degraded':
    case 'exchange.restored':
      return describeExchange(event.data, names);
    case 'balance.changed':
    case 'bot.logged':
    case 'bot.notified':
    case 'signal.received':
    case 'signal.unheard':
    case 'account.invalid_credentials':
    case 'hook.created':
    case 'webhook.created':
    case 'channel.created':
    case 'webhook.disabled':
    case 'channel.disabled':
    case 'stream.cut':
      return describeRest(event, names);
  }
}

type Rest = Extract<
  EventContent,
  {
    readonly type:
      | 'balance.changed'
      | 'bot.logged'
      | 'bot.notified'
      | 'signal.received'
      | 'signal.unheard'
      | 'account.invalid_credentials'
      | AccessEventType
      | 'webhook.disabled'
      | 'channel.disabled'
      | 'stream.cut';
  }
>;

const CREATED = {
  'hook.created': 'A hook was made',
  'webhook.created': 'A webhook was made',
  'channel.created': 'A channel of notifications was made',
} as const;

function describeRest(event: Rest, names: Names): NoticeText {
  switch (event.type) {
    case 'balance.changed': {
      const { accountId } = event.data;
      const title = `Balance changed: ${accountName(names, accountId)}`;
      return { title: title + playMark(names, accountId), text: null, context: null };
    }
    case 'bot.logged': {
      const { botId, severity, message } = event.data;
      return {
        title: titleOfBot('Log', botId, names),
        text: `${severity}: ${message}`,
        context: null,
      };
    }
    case 'bot.notified': {
      const { botId, title, message } = event.data;
      if (title === null || title === '')
        return { title: titleOfBot('Message', botId, names), text: message, context: null };
      return {
        title: title + playOfBot(botId, names),
        text: message,
        context: botName(names, botId),
      };
    }
    case 'signal.received': {
      const { botId, action } = event.data;
      return { title: titleOfBot('Signal', botId, names), text: action, context: null };
    }
    case 'signal.unheard': {
      const { botId, reason } = event.data;
      const title = botId === null ? 'Unheard signal' : titleOfBot('Unheard signal', botId, names);
      return { title, text: reason, context: null };
    }
    case 'account.invalid_credentials': {
      const { accountId, exchange, reason } = event.data;
      const title = `${exchangeName(names, exchange)} refuses the key of ${accountName(names, accountId)}`;
      return { title, text: reason, context: null };
    }
    case 'hook.created':
    case 'webhook.created':
    case 'channel.created': {
      const { kind, name } = event.data;
      const text = 'If you did not make it, remove it, change your password and revoke your keys.';
      return { title: CREATED[event.type], text, context: `${kind}: ${name}` };
    }
    case 'webhook.disabled': {
      const { url, reason } = event.data;
      return { title: 'Webhook disabled', text: reason, context: url };
    }
    case 'channel.disabled': {
      const { kind, name, reason } = event.data;
      return { title: `Channel disabled: ${name}`, text: reason, context: kind };
    }
    case 'stream.cut': {
      const { path, reason } = event.data;
      return { title: 'Stream cut off', text: reason, context: path };
    }
  }
}

function titleOfBot(what: string, botId: string, names: Names): string {
  return `${what} of ${botName(names, botId)}${playOfBot(botId, names)}`;
}

function playOfBot(botId: string, names: Names): string {
  return playMark(names, names.bots.get(botId)?.accountId ?? null);
}

function describePosition(verb: string, position: PositionChange, names: Names): NoticeText {
  const { accountId, marketTag, direction } = position;
  const title = `Position ${verb}: ${direction} ${marketName(names, marketTag)}`;
  const context = accountName(names, accountId);
  return { title: title + playMark(names, accountId), text: null, context };
}

function describeBot(
  verb: string,
  { name, accountId, marketTag, reason }: BotChange,
  names: Names,
): NoticeText {
  const where = [
    ...(marketTag === null ? [] : [marketName(names, marketTag)]),
    accountName(names, accountId),
  ];
  const title = `Bot ${verb}: ${name}${playMark(names, accountId)}`;
  return { title, text: reason, context: where.join(', ') };
}

function describeBacktest(change: BacktestChange, names: Names, hasFailed: boolean): NoticeText {
  const { doneShare, marketTag, phase, reason } = change;
  const market = marketName(names, marketTag);
  if (hasFailed) return { title: `Backtest failed: ${market}`, text: reason, context: null };
  if (doneShare >= 1) return { title: `Backtest finished: ${market}`, text: null, context: null };
  const percent = Math.floor(doneShare * 100);
  return { title: `Backtest at ${percent} %: ${market}`, text: phase, context: null };
}

function describeLab({
  name,
  status,
  completedCount,
  scheduledCount,
  reason,
}: LabChange): NoticeText {
  const counts = `${countText(completedCount)} of ${countText(scheduledCount)} combinations were run.`;
  const text = reason === null ? counts : `${reason} ${counts}`;
  return { title: `Lab ${status.replaceAll('_', ' ')}: ${name}`, text, context: null };
}

function describeExchange({ exchange, health }: ExchangeChange, names: Names): NoticeText {
  const name = exchangeName(names, exchange);
  switch (health) {
    case 'open':
      return { title: `${name} responds again`, text: null, context: null };
    case 'degraded':
      return {
        title: `${name} responds badly`,
        text: 'It responds slowly, or only to a part of the requests. Orders may be late.',
        context: null,
      };
    case 'down':
      return {
        title: `${name} does not respond`,
        text: 'Orders cannot be placed or cancelled there until it responds again.',
        context: null,
      };
  }
}

/** The page of the console that shows more. */
function pathOf(event: LoggedEvent): string {
  const { botId, accountId } = subjectOf(event);
  if (botId !== null) return `/bots/${botId}`;
  if (accountId !== null) return `/accounts/${accountId}`;
  const [group] = event.type.split('.');
  if (group === 'backtest') return `/backtests/${event.objectId}`;
  if (group === 'lab') return `/labs/${event.objectId}`;
  return group === 'channel' ? '/settings' : '/';
}

/** What scripts and exchanges write may be long, and have what no channel shows. */
function readable(text: string): string {
  const plain = storableText(text).replaceAll(NOT_SHOWN, ' ');
  return plain.length <= TEXT_CHARACTERS_MAX
    ? plain
    : `${plain.slice(0, TEXT_CHARACTERS_MAX - 1).toWellFormed()}…`;
}
