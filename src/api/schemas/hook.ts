// The wire shapes of hooks: secret addresses at which signals for a bot come in.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { Hook, HookCall, HookWithSecret } from '#services/hooks/manage-hooks.ts';
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
  nullable,
  oneOf,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

const BOT_ID = 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c';
const TEMPLATE = '{{action}} {{ticker}} at {{price}}';

const FIELDS = fieldsOf<Hook>()({
  hook_id: field(text('The hook.', 'hook_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.hookId),
  bot_id: field(text('The bot that gets the signals.', BOT_ID), (of) => of.botId),
  signal: field(text('What the script of the bot asks for.', 'trend'), (of) => of.signal),
  template: field(
    nullable(text('The form of texts; null: the first word that is an action counts.', TEMPLATE)),
    (of) => of.template,
  ),
  allowed_addresses: field(
    Type.Array(Type.String(), {
      description: 'Networks from which it may be called; empty: from anywhere.',
      examples: [[]],
    }),
    (of) => [...of.addresses],
  ),
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
  },
);
export const HookWithPathSchema = WITH_SECRET.schema;
export const hookWithPathToWire = WITH_SECRET.toWire;

export const CreateHookSchema = shape('CreateHook', 'A hook to make.', {
  bot_id: identifier('The bot that gets the signals.', BOT_ID),
  signal: chosenName('What the script of the bot asks for.', 'trend'),
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
});

const CALL = shapeOf<HookCall>()('HookCall', 'A message that came in, and what became of it.', {
  at: instantField('When it came.', (of) => of.atMs),
  address: field(nullable(text('From where; null: not known.', '192.0.2.7')), (of) => of.address),
  action: field(nullable(text('What it says; null: nothing known.', 'buy')), (of) => of.action),
  outcome: field(oneOf(HOOK_OUTCOMES, 'What became of it.'), (of) => of.outcome),
  detail: field(
    text('The same in words.', 'Signal "trend" with action "buy" went to the bot.'),
    (of) => of.detail,
  ),
});
export const HOOK_CALL_LIST = listOf('HookCallList', CALL);
