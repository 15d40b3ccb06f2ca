// Events of end users in the log of their partner, over HTTP: with whose they are, and nobody
// else's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPOT_TAG } from '../support/still-exchange.ts';
import {
  AMPLE_BUDGETS,
  closeAfter,
  makeTestService,
  SECOND_USER,
} from '../support/test-service.ts';

type SeenEvent = {
  readonly type: string;
  readonly user_id: string | null;
  readonly object_id: string;
};

test("a partner reads what happens to its end users' bots, and to nobody else's", async (t) => {
  const service = await makeTestService(undefined, AMPLE_BUDGETS);
  closeAfter(t, service);
  const [own, foreign] = [await service.makeKey([]), await service.makeKey([], SECOND_USER)];
  const call = (method: 'GET' | 'POST', url: string, payload?: object, key = own) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${key}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const customer = async (externalId: string, key = own): Promise<string> => {
    const credentials = { api_key: externalId, api_secret: 's' };
    const wish = { external_id: externalId, exchange: 'still', credentials };
    const made = await call('POST', '/partner/users', wish, key);
    return made.json<{ user_id: string }>().user_id;
  };
  const startBot = async (userId: string, key = own): Promise<string> => {
    const config = { market_tag: SPOT_TAG, signal_token: 'trend', order_size: '50' };
    const bots = `/partner/users/${userId}/bots`;
    const made = await call('POST', bots, { type: 'webhook', config }, key);
    const { bot_id: botId } = made.json<{ bot_id: string }>();
    const started = await call('POST', `${bots}/${botId}/start`, undefined, key);
    assert.ok(started.statusCode < 300, started.body);
    return botId;
  };
  const read = async (key: string): Promise<readonly SeenEvent[]> => {
    while ((await service.store.numberEvents(100)) > 0);
    const page = await call('GET', '/events?wait=0&types=bot.started', undefined, key);
    return page.json<{ data: readonly SeenEvent[] }>().data;
  };

  const [one, other] = [await customer('customer-1'), await customer('customer-2')];
  const [botOfOne, botOfOther] = [await startBot(one), await startBot(other)];
  const shown = (await read(own)).map(({ user_id, object_id }) => [user_id, object_id]);
  assert.deepEqual(shown, [
    [one, botOfOne],
    [other, botOfOther],
  ]);
  assert.deepEqual(await read(foreign), []);
});
