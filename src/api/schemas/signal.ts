// The wire shapes of signals and of what bots did with them.

import Type from 'typebox';
import { SIGNAL_ACTIONS } from '#domain/strategy/signal-action.ts';
import type {
  LastSignal,
  SignalPage,
  SignalRequest,
} from '#services/partner-signals/send-signal.ts';
import {
  field,
  fieldsOf,
  instantField,
  listField,
  nullableInstantField,
  shapeOf,
  pageOf,
} from '#api/schemas/field-codec.ts';
import { DELIVERY } from '#api/schemas/webhook.ts';
import { int32, oneOf, shape, text } from '#api/schemas/wire-values.ts';

const ACTION = oneOf(
  SIGNAL_ACTIONS,
  '`buy` is `enter_long`, `sell` is `enter_short`; on spot a sale sells what is held.',
);

export const SendSignalSchema = shape('SendSignal', 'A signal to send.', {
  signal_token: Type.String({
    pattern: '^[A-Za-z0-9_-]{1,128}$',
    description: 'Letters, digits, `-` and `_`: the token that bots listen to.',
    examples: ['trend-btc'],
  }),
  action: ACTION,
});

const ACCEPTED = shapeOf<SignalRequest>()('SignalAccepted', 'The signal was taken.', {
  signal_token: field(text('As it was sent.', 'trend-btc'), (of) => of.token),
  action: field(text('As it was sent.', 'buy'), (of) => of.action),
  accepted: field(
    Type.Literal(true, {
      description: 'Always true; it does not mean that a bot acted.',
      examples: [true],
    }),
    () => true as const,
  ),
});
export const SignalAcceptedSchema = ACCEPTED.schema;
export const signalAcceptedToWire = ACCEPTED.toWire;

type Signal = SignalPage['signals'][number];

/** What both lists say of a signal that was received. */
const RECEIVED_FIELDS = fieldsOf<Pick<Signal, 'token' | 'action' | 'receivedAtMs'>>()({
  signal_token: field(text('Its token.', 'trend-btc'), (of) => of.token),
  action: field(text('What it said.', 'buy'), (of) => of.action),
  received_at: instantField('When it was received.', (of) => of.receivedAtMs),
});

const LAST = shapeOf<LastSignal>()('LastSignal', 'The last signal of a token.', {
  ...RECEIVED_FIELDS,
  expires_at: instantField('Until when it is retained.', (of) => of.expiresAtMs),
  bots_notified: field(int32('How many bots got it.', 1), (of) => of.effects.length),
});
export const LastSignalSchema = LAST.schema;
export const lastSignalToWire = LAST.toWire;

const EFFECT = shapeOf<Signal['effects'][number]>()(
  'SignalEffect',
  'What a bot did with a signal.',
  {
    signal_id: field(
      text('By which the event `signal.received` of this bot names it.', '1207'),
      (of) => of.signalId,
    ),
    bot_id: field(text('Bot that got it.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.botId),
    user_id: field(
      text('End user that owns the bot.', 'usr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
      (of) => of.userId,
    ),
    taken_at: nullableInstantField(
      'When the bot took it in; null: not yet, or it was stopped.',
      (of) => of.takenAtMs,
    ),
    outcome: field(
      oneOf(
        ['waiting', 'heard', 'unheard'],
        '`waiting`: the bot has not decided yet, as before its first update. `heard`: it listens ' +
          'to the token, and `messages` says what it did. `unheard`: it does not listen, or was ' +
          'stopped before it read it.',
      ),
      (of) => of.reception ?? 'waiting',
    ),
    order_ids: field(
      Type.Array(Type.String(), {
        description: 'Orders that followed from it, also those of a later minute.',
        examples: [['ord_01jd3f8k2m5q7r9t1v3x5z7b9c']],
      }),
      (of) => [...of.orderIds],
    ),
    messages: field(
      Type.Array(Type.String(), {
        description: 'What it wrote into its log about it and its orders.',
        examples: [['signal "buy": enters long']],
      }),
      (of) => [...of.messages],
    ),
    deliveries: listField(
      DELIVERY,
      { description: 'What your webhooks were sent of the signal and its orders; oldest first.' },
      (of) => of.deliveries,
    ),
  },
);

function outcomeOf({ effects }: Signal): 'waiting' | 'heard' | 'unheard' {
  if (effects.some(({ reception }) => reception === 'heard')) return 'heard';
  return effects.some(({ reception }) => reception === null) ? 'waiting' : 'unheard';
}

const TRACE = shapeOf<Signal>()('SignalTrace', 'A signal, with what came of it.', {
  ...RECEIVED_FIELDS,
  outcome: field(
    oneOf(
      ['waiting', 'heard', 'unheard'],
      '`heard` by a bot at least; `unheard`: no running bot listens to it.',
    ),
    outcomeOf,
  ),
  bots: listField(
    EFFECT,
    { description: 'What each bot that listens to the token did.' },
    (of) => of.effects,
  ),
});
export const SIGNAL_TRACE_PAGE = pageOf('SignalTracePage', TRACE);
