// Queries of the console that an event makes old, without a browser.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_TYPES } from '#domain/event-log/event-catalogue.ts';
import { STALE, staleBy } from '../../console/src/api/stale-by.ts';

type ApiEvent = Parameters<typeof staleBy>[0];

function keysOf(event: Omit<ApiEvent, 'user_id'> & { readonly user_id?: string }) {
  return staleBy({ user_id: null, ...event }).map(({ key }) => key);
}

test("an event of one's own bot makes its pages old, and none for partners", () => {
  const keys = keysOf({ type: 'bot.stopped', object_id: 'bot_1', data: { bot_id: 'bot_1' } });
  assert.deepEqual(keys, [
    ['bots', 'bot_1'],
    ['bot-log', 'bot_1'],
    ['bot-results', 'bot_1'],
    ['brackets'],
    ['bots'],
  ]);
});

test('an event of an end user makes old what pages for partners show of it alone', () => {
  const bot = ['partner', 'bot', { user_id: 'usr_1', bot_id: 'bot_1' }];
  const of = (type: string, objectId: string, data: object = {}) =>
    keysOf({ type, object_id: objectId, user_id: 'usr_1', data });
  assert.deepEqual(of('bot.stopped', 'bot_1'), [bot, ['partner', 'bots'], ['partner', 'signals']]);
  assert.deepEqual(of('bot.logged', 'bot_1'), [bot, ['partner', 'signals']]);
  assert.deepEqual(of('order.opened', 'ord_1', { bot_id: 'bot_1' }), [
    bot,
    ['partner', 'orders', 'usr_1'],
  ]);
  assert.deepEqual(of('fill.created', 'ord_1', { bot_id: null }), [
    ['partner', 'fills', 'usr_1'],
    ['partner', 'balance', { user_id: 'usr_1' }],
  ]);
  assert.deepEqual(of('balance.changed', 'acc_1'), [['partner', 'balance', { user_id: 'usr_1' }]]);
  assert.deepEqual(of('account.invalid_credentials', 'acc_1'), [
    ['partner', 'credentials', 'usr_1'],
  ]);
});

test('each family of events has a row, and types of a later release make nothing old', () => {
  const families = new Set(EVENT_TYPES.map((type) => type.split('.')[0]));
  assert.deepEqual(new Set(Object.keys(STALE)), families);
  assert.deepEqual(keysOf({ type: 'weather.changed', object_id: 'w_1', data: {} }), []);
  assert.deepEqual(keysOf({ type: 'constructor.called', object_id: 'c_1', data: {} }), []);
});
