// Events in words, for people who are not looking at the console.

import type {
  BacktestChange,
  BotChange,
  ContentOf,
  EventContent,
  ExchangeChange,
  LabChange,
  LoggedEvent,
  PositionChange,
} from '#domain/event-log/event.ts';
import type { EventShape, EventType } from '#domain/event-log/event-catalogue.ts';
import { EVENT_CATALOGUE } from '#domain/event-log/event-catalogue.ts';
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

type Describe<Shape extends EventShape> = (event: ContentOf<Shape>, names: Names) => NoticeText;
type Descriptions = { readonly [Shape in EventShape]: Describe<Shape> };

const CREATED = {
  'hook.created': 'A hook was made',
  'webhook.created': 'A webhook was made',
  'channel.created': 'A channel of notifications was made',
} as const;

const DESCRIPTIONS: Descriptions = {
  access: ({ type, data: { kind, name } }) => ({
    title: CREATED[type],
    text: 'If you did not make it, remove it, change your password and revoke your keys.',
    context: `${kind}: ${name}`,
  }),
  backtest: ({ type, data }, names) => describeBacktest(data, names, type === 'backtest.failed'),
  balance: ({ data: { accountId } }, names) => {
    const title = `Balance changed: ${accountName(names, accountId)}`;
    return { title: title + playMark(names, accountId), text: null, context: null };
  },
  bot: ({ type, data }, names) =>
    describeBot(type === 'bot.updated' ? 'changed' : verbOf(type), data, names),
  channel: ({ data: { kind, name, reason } }) => ({
    title: `Channel disabled: ${name}`,
    text: reason,
    context: kind,
  }),
  credentials: ({ data: { accountId, exchange, reason } }, names) => {
    const venue = exchangeName(names, exchange);
    const title = `${venue} refuses the key of ${accountName(names, accountId)}`;
    return { title, text: reason, context: null };
  },
  exchange: ({ data }, names) => describeExchange(data, names),
  fill: ({ data }, names) => describeFill(data, names),
  lab: ({ data }) => describeLab(data),
  line: ({ data: { botId, severity, message } }, names) => ({
    title: titleOfBot('Log', botId, names),
    text: `${severity}: ${message}`,
    context: null,
  }),
  notice: ({ data: { botId, title, message } }, names) => {
    if (title === null || title === '')
      return { title: titleOfBot('Message', botId, names), text: message, context: null };
    const marked = title + playOfBot(botId, names);
    return { title: marked, text: message, context: botName(names, botId) };
  },
  order: ({ data }, names) => describeOrder(data, names),
  position: ({ type, data }, names) => describePosition(verbOf(type), data, names),
  signal: ({ data: { botId, action } }, names) => ({
    title: titleOfBot('Signal', botId, names),
    text: action,
    context: null,
  }),
  stream: ({ data: { path, reason } }) => ({
    title: 'Stream cut off',
    text: reason,
    context: path,
  }),
  unheard: ({ data: { botId, reason } }, names) => {
    const title = botId === null ? 'Unheard signal' : titleOfBot('Unheard signal', botId, names);
    return { title, text: reason, context: null };
  },
  webhook: ({ data: { url, reason } }) => ({
    title: 'Webhook disabled',
    text: reason,
    context: url,
  }),
};

function saidOf(event: EventContent, names: Names): NoticeText {
  const describe = DESCRIPTIONS[EVENT_CATALOGUE[event.type].shape] as (
    event: EventContent,
    names: Names,
  ) => NoticeText;
  return describe(event, names);
}

/** `position.opened` -> `opened`. */
function verbOf(type: EventType): string {
  return type.slice(type.indexOf('.') + 1);
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
