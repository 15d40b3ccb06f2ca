// The command line says of each event what the API says, under the same names.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventToWire } from '#api/schemas/event.ts';
import { eventLine, eventToJson } from '#cli/events/event-text.ts';
import type { EventContent } from '#domain/event-log/event.ts';
import { decimal } from '#lib/decimal.ts';

const ORDER = {
  orderId: 'ord_1',
  accountId: 'acc_1',
  botId: null,
  marketTag: 'SIM_BTC_USDT',
  side: 'buy',
  type: 'limit',
  price: decimal('62000.5'),
  amount: decimal('0.5'),
  filledAmount: decimal('0.2'),
} as const;
const BACKTEST = { backtestId: 'bt_1', marketTag: 'SIM_BTC_USDT', phase: 'executing' } as const;
const LAB = { labId: 'lab_1', name: 'Averages', completedCount: 3, scheduledCount: 9 } as const;
const BOT = { botId: 'bot_1', name: 'Mine', accountId: 'acc_1', marketTag: null } as const;
const POSITION = { positionId: 'p1', accountId: 'acc_1', marketTag: 'SIM_BTC_USDT_PERP' } as const;

/** One of each shape, with what people read of it. */
const EVENTS: readonly (readonly [EventContent, string])[] = [
  [
    { type: 'order.cancelled', data: { ...ORDER, state: 'cancelled', reason: 'by hand' } },
    'buy 0.5 SIM_BTC_USDT at 62,000.5, 0.2 filled: by hand',
  ],
  [
    { type: 'fill.created', data: { ...ORDER, addedAmount: decimal('0.1') } },
    'buy 0.1 SIM_BTC_USDT, 0.2 of 0.5 in all',
  ],
  [{ type: 'position.opened', data: { ...POSITION, direction: 'long' } }, 'long SIM_BTC_USDT_PERP'],
  [{ type: 'balance.changed', data: { accountId: 'acc_1' } }, 'of acc_1'],
  [
    { type: 'bot.stopped', data: { ...BOT, reason: 'The script ended.', stoppedBy: 'script' } },
    'Mine: The script ended.',
  ],
  [
    {
      type: 'bot.notified',
      data: { botId: 'bot_1', service: null, title: 'Bot', message: 'done' },
    },
    'done',
  ],
  [
    { type: 'bot.logged', data: { botId: 'bot_1', severity: 'info', message: 'bought' } },
    'info: bought',
  ],
  [
    { type: 'signal.received', data: { botId: 'bot_1', action: 'open_long', signalId: '7' } },
    'open_long',
  ],
  [
    {
      type: 'signal.unheard',
      data: {
        botId: 'bot_1',
        signalId: '7',
        signalToken: null,
        reason: 'not heard',
        signalsCount: 1,
      },
    },
    'not heard',
  ],
  [
    { type: 'backtest.failed', data: { ...BACKTEST, doneShare: 0.457, reason: 'It is long.' } },
    'SIM_BTC_USDT executing, 45 %: It is long.',
  ],
  [
    { type: 'lab.progressed', data: { ...LAB, status: 'running', reason: null } },
    'Averages, 3 of 9',
  ],
  [
    {
      type: 'account.invalid_credentials',
      data: { accountId: 'acc_1', exchange: 'SIM', reason: 'The key has expired.' },
    },
    'SIM: The key has expired.',
  ],
  [{ type: 'exchange.degraded', data: { exchange: 'sim', health: 'down' } }, 'down'],
  [
    {
      type: 'webhook.disabled',
      data: { webhookId: 'wh_1', url: 'https://example.com/', reason: 'It failed.' },
    },
    'https://example.com/: It failed.',
  ],
  [
    { type: 'channel.created', data: { kind: 'telegram', name: 'My telephone' } },
    'telegram My telephone',
  ],
  [
    { type: 'stream.cut', data: { keyId: 'key_1', path: '/v1/events', reason: 'Still.' } },
    '/v1/events: Still.',
  ],
];

for (const [content, words] of EVENTS)
  test(`${content.type} is the same in the API and the command line`, () => {
    const event = { ...content, sequence: 42, objectId: 'x_1', atMs: 1_800_000_000_000 };
    assert.deepEqual(eventToJson(event), eventToWire(event));
    const line = `42  2027-01-15T08:00:00.000Z  ${content.type}  ${words}  x_1`;
    assert.equal(eventLine(event), line);
  });
