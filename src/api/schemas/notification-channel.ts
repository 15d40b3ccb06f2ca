// The wire shapes of channels that notifications are sent to, and of what was sent.

import Type from 'typebox';
import type { Static } from 'typebox';
import type { ChannelAddress, NotificationChannel } from '#domain/notification/channel.ts';
import { CHANNEL_KINDS, CHANNEL_STATES, channelStateAt } from '#domain/notification/channel.ts';
import type { NotificationDelivery } from '#domain/notification/delivery.ts';
import { NOTIFICATION_KINDS, NOTIFICATION_STATES } from '#domain/notification/delivery.ts';
import { plainTextOf, subjectOfMessage } from '#domain/notification/message.ts';
import {
  field,
  instantField,
  listOf,
  nullableInstantField,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  chosenName,
  countFrom,
  flag,
  instantString,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

/** A channel and when it is looked at. */
type ShownChannel = { readonly channel: NotificationChannel; readonly nowMs: number };

const CHANNEL_ID = 'nch_01jd3f8k2m5q7r9t1v3x5z7b9c';

export const CHANNEL = shapeOf<ShownChannel>()(
  'NotificationChannel',
  'Where notifications are sent. Its secrets are not shown.',
  {
    channel_id: field(text('The channel.', CHANNEL_ID), ({ channel }) => channel.channelId),
    kind: field(oneOf(CHANNEL_KINDS, 'What it is.'), ({ channel }) => channel.kind),
    name: field(text('Its name.', 'My telephone'), ({ channel }) => channel.name),
    destination: field(
      text('Where it leads, without secrets.', 'chat 40721 by bot 7301188212'),
      ({ channel }) => channel.destination,
    ),
    status: field(
      oneOf(
        CHANNEL_STATES,
        'Whether messages are sent: `unproven` until its code was entered, `muted`, `failing` ' +
          'while it is tried again, `disabled` when it failed for three days or is gone.',
      ),
      ({ channel, nowMs }) => channelStateAt(channel, nowMs),
    ),
    verified_at: nullableInstantField(
      'When its code was entered; null: it was not.',
      ({ channel }) => channel.provenAtMs,
    ),
    is_muted: field(
      flag('Whether it was muted. `status` says whether it still is.', false),
      ({ channel }) => channel.mute !== null,
    ),
    muted_until: nullableInstantField(
      'Until when it is muted; null: it is not, or until it is unmuted.',
      ({ channel }) => channel.mute?.untilMs ?? null,
    ),
    failing_since: nullableInstantField(
      'Since when messages fail; null: the last one arrived.',
      ({ channel }) => channel.failingSinceMs,
    ),
    last_problem: field(
      nullable(text('Why the last attempt failed; null: it did not.', 'Telegram responded 502.')),
      ({ channel }) => channel.lastProblem,
    ),
    disabled_reason: field(
      nullable(text('Why it was disabled; null: it was not.', 'It failed for three days.')),
      ({ channel }) => channel.disabled?.reason ?? null,
    ),
    last_delivered_at: nullableInstantField(
      'When a message arrived last; null: none did.',
      ({ channel }) => channel.lastDeliveredAtMs,
    ),
    created_at: instantField('When it was made.', ({ channel }) => channel.createdAtMs),
  },
);
export const CHANNEL_LIST = listOf('NotificationChannelList', CHANNEL);

function secretText(description: string, example: string, maxLength: number) {
  return Type.String({ minLength: 1, maxLength, description, examples: [example] });
}

const TelegramSchema = shape('TelegramAddress', 'A chat, and the bot that writes there.', {
  token: secretText('Token of the bot, as @BotFather gives it.', '7301188212:AA…', 200),
  chat_id: secretText('The number of the chat, or the @name of a channel.', '40721', 100),
});

const DiscordSchema = shape('DiscordAddress', 'A webhook of a channel of Discord.', {
  url: secretText('Its address.', 'https://discord.com/api/webhooks/…', 2_000),
});

const SlackSchema = shape('SlackAddress', 'An incoming webhook of Slack.', {
  url: secretText('Its address.', 'https://hooks.slack.com/services/…', 2_000),
});

const SmtpSchema = shape('MailServer', 'A mail server of your own.', {
  host: secretText('Its name.', 'mail.example.com', 253),
  port: countFrom(1, 65_535, 'Its port.', 587),
  tls: oneOf(['implicit', 'starttls'], 'TLS from the first byte, or by STARTTLS.'),
  user: Type.Optional(secretText('Whom it knows you as.', 'ada', 320)),
  password: Type.Optional(secretText('Your password there.', '…', 1_000)),
  from: secretText('The address that sends.', 'ada@example.com', 254),
});

const EmailSchema = shape('EmailAddress', 'A mailbox.', {
  to: secretText('Its address.', 'ada@example.com', 254),
  smtp: Type.Optional(SmtpSchema),
});

export const CreateChannelSchema = shape(
  'CreateNotificationChannel',
  'A channel to make: a name, and exactly one address.',
  {
    name: chosenName('Its name.', 'My telephone'),
    telegram: Type.Optional(TelegramSchema),
    discord: Type.Optional(DiscordSchema),
    slack: Type.Optional(SlackSchema),
    email: Type.Optional(EmailSchema),
  },
  { examples: [{ name: 'My telephone', telegram: { token: '7301188212:AA…', chat_id: '40721' } }] },
);

/** The rejection says in words what is wrong. */
export function addressFromWire({
  telegram,
  discord,
  slack,
  email,
}: Static<typeof CreateChannelSchema>): Result<ChannelAddress, string> {
  const addresses: readonly ChannelAddress[] = [
    ...(telegram === undefined
      ? []
      : [{ kind: 'telegram', token: telegram.token, chatId: telegram.chat_id } as const]),
    ...(discord === undefined ? [] : [{ kind: 'discord', url: discord.url } as const]),
    ...(slack === undefined ? [] : [{ kind: 'slack', url: slack.url } as const]),
    ...(email === undefined
      ? []
      : [{ kind: 'email', to: email.to, smtp: smtpFromWire(email.smtp) } as const]),
  ];
  const [address] = addresses;
  return address === undefined || addresses.length > 1
    ? rejected('Exactly one of "telegram", "discord", "slack" and "email" has to be given.')
    : accepted(address);
}

function smtpFromWire(smtp: Static<typeof SmtpSchema> | undefined) {
  if (smtp === undefined) return null;
  const { host, port, tls, user, password = '', from } = smtp;
  return { host, port, tls, from, login: user === undefined ? null : { user, password } };
}

export const ChangeChannelSchema = shape('ChangeNotificationChannel', 'What a channel becomes.', {
  name: chosenName('Its name.', 'My telephone'),
  is_muted: flag(
    'Whether nothing is sent for now. What happens meanwhile is not sent later.',
    false,
  ),
  muted_until: Type.Optional(
    nullable(instantString('Until when it is muted; null or left out: until it is unmuted.')),
  ),
});

export const VerifyChannelSchema = shape('VerifyNotificationChannel', 'A code that was sent.', {
  code: Type.String({
    pattern: String.raw`^\d{6}$`,
    description: 'The six digits that arrived on the channel.',
    examples: ['402918'],
  }),
});

export const NOTIFICATION = shapeOf<NotificationDelivery>()(
  'NotificationDelivery',
  'A message to a channel, and what became of it.',
  {
    delivery_id: field(text('The delivery.', '1207'), (of) => String(of.deliveryId)),
    channel_id: field(text('The channel that it is for.', CHANNEL_ID), (of) => of.channelId),
    kind: field(
      oneOf(NOTIFICATION_KINDS, 'What it is about. The code itself is not shown.'),
      (of) => of.kind,
    ),
    subject: field(text('What it says in one line.', 'Bot stopped: Averaging BTC'), (of) =>
      subjectOfMessage(of.message),
    ),
    text: field(text('The whole of it, as plain text.', 'Bot stopped: Averaging BTC'), (of) =>
      plainTextOf(of.message),
    ),
    events: field(
      int32('Of how many events it tells; 0: of none.', 3, { minimum: 0 }),
      (of) => of.eventsCount,
    ),
    status: field(oneOf(NOTIFICATION_STATES, 'Where it stands.'), (of) => of.state),
    attempts: field(int32('How often it was tried.', 1, { minimum: 0 }), (of) => of.attemptsCount),
    response: field(
      nullable(text('What was responded when it arrived; null: it did not.', 'message 4711')),
      (of) => of.response,
    ),
    problem: field(
      nullable(text('Why the last attempt failed; null: it did not.', 'Slack responded 500.')),
      (of) => of.problem,
    ),
    queued_at: instantField('When it was made.', (of) => of.queuedAtMs),
    next_attempt_at: nullableInstantField(
      'When it is tried again; null: it did not fail, or is not tried again.',
      (of) => of.nextAtMs,
    ),
    ended_at: nullableInstantField('When it ended; null: it waits.', (of) => of.endedAtMs),
  },
);
export const NOTIFICATION_PAGE = pageOf('NotificationDeliveryPage', NOTIFICATION);
