// The wire shapes of hooks: secret addresses at which signals for a bot come in.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { Hook, HookCall, HookWithSecret } from '#services/hooks/manage-hooks.ts';
import type { ListeningBot } from '#services/hooks/heard-signals.ts';
import { HOOK_OUTCOMES } from '#domain/hook/hook-outcome.ts';
import {
  field,
  fieldsOf,
  instantField,
  listOf,
  nullableInstantField,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  chosenName,
  flag,
  identifier,
  int32,
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const BOT_ID = 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c';
const TEMPLATE = '{{action}} {{ticker}} at {{price}}';

const SELLS_ENTER_SHORT =
  'Whether a text that says `sell`, and nothing of the position after it, may open a short.';
const REPEAT_WINDOW =
  'So long an equal message without an id counts as a repetition, in seconds; 0: none does.';

const FIELDS = fieldsOf<Hook>()({
  hook_id: field(text('The hook.', 'hook_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.hookId),
  bot_id: field(text('The bot that gets the signals.', BOT_ID), (of) => of.botId),
  signal: field(
    text('What the bot listens to: its token, or what its script asks for.', 'trend'),
    (of) => of.signal,
  ),
  template: field(
    nullable(text('The form of texts; null: those that need none are read.', TEMPLATE)),
    (of) => of.template,
  ),
  allowed_addresses: field(
    Type.Array(Type.String(), {
      description: 'Networks from which it may be called; empty: from anywhere.',
      examples: [[]],
    }),
    (of) => [...of.addresses],
  ),
  sells_enter_short: field(flag(SELLS_ENTER_SHORT, false), (of) => of.sellsEnterShort),
  repeat_window_seconds: field(int32(REPEAT_WINDOW, 0), (of) => of.repeatWindowMs / 1_000),
  is_signed: field(flag('Whether its messages have to be signed.', false), (of) => of.isSigned),
  created_at: instantField('When it was made.', (of) => of.createdAtMs),
  rotated_at: nullableInstantField(
    'When it got its present address; null: it has its first one.',
    (of) => of.rotatedAtMs,
  ),
});

const HOOK = shapeOf<Hook>()('Hook', 'A secret address for signals from outside.', FIELDS);
export const HOOK_LIST = listOf('HookList', HOOK);

const WITH_SECRET = shapeOf<HookWithSecret>()(
  'HookWithPath',
  'A hook with its secret address, shown this once.',
  {
    ...FIELDS,
    path: field(
      text(
        'Its address, behind that of the service. It cannot be shown again.',
        '/hooks/tm_hook_…',
      ),
      (of) => `/hooks/${of.secret}`,
    ),
    signing_secret: field(
      nullable(
        text('The key that signs its messages, shown this once; null: none does.', 'tm_sign_…'),
      ),
      (of) => of.signingSecret,
    ),
  },
);
export const HookWithPathSchema = WITH_SECRET.schema;
export const hookWithPathToWire = WITH_SECRET.toWire;

export const CreateHookSchema = shape('CreateHook', 'A hook to make.', {
  bot_id: identifier('The bot that gets the signals.', BOT_ID),
  signal: chosenName('What the bot listens to: its token, or what its script asks for.', 'trend'),
  template: Type.Optional(
    nullable(
      Type.String({
        minLength: 1,
        maxLength: LIMITS.hookTemplateMax,
        description: 'The form of texts, with `{{action}}` and other names in it; left out: none.',
        examples: [TEMPLATE],
      }),
    ),
  ),
  from_tradingview: Type.Optional(
    flag('Whether only the addresses that TradingView publishes may call it; left out: no.', false),
  ),
  sells_enter_short: Type.Optional(flag(`${SELLS_ENTER_SHORT} Left out: no.`, false)),
  repeat_window_seconds: Type.Optional(
    Type.Integer({
      format: 'int32',
      minimum: 0,
      maximum: LIMITS.hookRepeatWindowMsMax / 1_000,
      description: `${REPEAT_WINDOW} Left out: 0.`,
      examples: [60],
    }),
  ),
  is_signed: Type.Optional(flag('Whether its messages have to be signed; left out: no.', false)),
});

const CALL = shapeOf<HookCall>()('HookCall', 'A message that came in, and what became of it.', {
  at: instantField('When it came.', (of) => of.atMs),
  address: field(nullable(text('From where; null: not known.', '192.0.2.7')), (of) => of.address),
  action: field(nullable(text('What it says; null: nothing known.', 'buy')), (of) => of.action),
  outcome: field(
    oneOf(
      HOOK_OUTCOMES,
      'What became of it. `queued`: the bot has not read it yet. `taken`: the bot listens to it. ' +
        '`unheard`: it does not, or it was stopped before it read it.',
    ),
    (of) => of.outcome,
  ),
  detail: field(
    text('The same in words.', 'signal "trend" (buy) was not heard: this bot listens to "abc"'),
    (of) => of.detail,
  ),
});
export const HOOK_CALL_LIST = listOf('HookCallList', CALL);

const LISTENER = shapeOf<ListeningBot>()('HookListener', 'A bot that listens to signals.', {
  bot_id: field(text('The bot.', BOT_ID), (of) => of.botId),
  name: field(text('What it is called.', 'Trend'), (of) => of.name),
  signals: field(
    nullable(
      Type.Array(Type.String(), {
        description: 'The names; null: its script makes them while it runs, so any may be one.',
        examples: [['trend']],
      }),
    ),
    (of) => (of.signals === null ? null : [...of.signals]),
  ),
});
export const HOOK_LISTENER_LIST = listOf('HookListenerList', LISTENER);
