// The wire shapes of signals and of what bots did with them.

import Type from 'typebox';
import type { Static } from 'typebox';
import { SIGNAL_ACTIONS } from '#domain/strategy/signal-action.ts';
import type {
  LastSignal,
  SignalPage,
  SignalRequest,
} from '#services/partner-signals/send-signal.ts';
import {
  instantString,
  instantToWire,
  int32,
  nullable,
  nullableInstantToWire,
  oneOf,
  page,
  shape,
  text,
} from '#api/schemas/wire-values.ts';

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

export const SignalAcceptedSchema = shape('SignalAccepted', 'The signal was taken.', {
  signal_token: text('As it was sent.', 'trend-btc'),
  action: text('As it was sent.', 'buy'),
  accepted: Type.Literal(true, {
    description: 'Always true; it does not mean that a bot acted.',
    examples: [true],
  }),
});

export function signalAcceptedToWire({
  token,
  action,
}: SignalRequest): Static<typeof SignalAcceptedSchema> {
  return { signal_token: token, action, accepted: true };
}

export const LastSignalSchema = shape('LastSignal', 'The last signal of a token.', {
  signal_token: text('Its token.', 'trend-btc'),
  action: text('What it told.', 'buy'),
  received_at: instantString('When it was received.'),
  expires_at: instantString('Until when it is kept.'),
  bots_notified: int32('How many bots got it.', 1),
});

export function lastSignalToWire(signal: LastSignal): Static<typeof LastSignalSchema> {
  return {
    signal_token: signal.token,
    action: signal.action,
    received_at: instantToWire(signal.receivedAtMs),
    expires_at: instantToWire(signal.expiresAtMs),
    bots_notified: signal.effects.length,
  };
}

const EffectSchema = shape('SignalEffect', 'What a bot did with a signal.', {
  bot_id: text('Bot that got it.', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  user_id: text('End user that owns the bot.', 'usr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  taken_at: nullable(instantString('When the bot took it in; null: not yet, or it was stopped.')),
  order_ids: Type.Array(Type.String(), {
    description: 'Orders that it then asked for.',
    examples: [['ord_01jd3f8k2m5q7r9t1v3x5z7b9c']],
  }),
  messages: Type.Array(Type.String(), {
    description: 'What it wrote into its log.',
    examples: [['signal "buy": enters long']],
  }),
});

const TraceSchema = shape('SignalTrace', 'A signal, with what came of it.', {
  signal_token: text('Its token.', 'trend-btc'),
  action: text('What it told.', 'buy'),
  received_at: instantString('When it was received.'),
  bots: Type.Array(EffectSchema, { description: 'What each bot that listens to the token did.' }),
});

export const SignalTracePageSchema = page('SignalTracePage', TraceSchema);

export function signalTraceToWire(
  signal: SignalPage['signals'][number],
): Static<typeof TraceSchema> {
  return {
    signal_token: signal.token,
    action: signal.action,
    received_at: instantToWire(signal.receivedAtMs),
    bots: signal.effects.map((effect) => ({
      bot_id: effect.botId,
      user_id: effect.userId,
      taken_at: nullableInstantToWire(effect.takenAtMs),
      order_ids: [...effect.orderIds],
      messages: [...effect.messages],
    })),
  };
}
