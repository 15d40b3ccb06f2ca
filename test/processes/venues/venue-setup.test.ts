// Setups at an exchange that differ from what a bot trades, and changes of it while orders and bots
// are at work, with the real processes and the loopback venue in place of the exchange.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { connectAccount, PLENTIFUL_RATE_LIMITS } from '../../support/connect-account.ts';
import { runCommandHere } from '../../support/run-command-here.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import { until } from '../../support/until.ts';
import { askAs } from '../../venues/campaign/processes/campaign-client.ts';
import type { Ask, Json } from '../../venues/campaign/processes/campaign-client.ts';
import { amount } from '#loopback/amount.ts';
import { accountOf, marketOf } from '#loopback/exchange/exchange.ts';
import type { Exchange } from '#loopback/exchange/exchange.ts';
import type { VenueCode } from '#loopback/skins/all-venues.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { exchangeOf } from '#loopback/server/venue-state.ts';
import { removeFolder } from '../../support/remove-folder.ts';

type Harness = {
  readonly exchange: Exchange;
  readonly ask: Ask;
  readonly accountId: string;
  /** A bot that does nothing, on a market with history. Returns its id. */
  makeBot(this: void, marketTag: string, settings: Json): Promise<string>;
};

/** Market lists are read anew within seconds. */
const HASTE = fileURLToPath(new URL('../../support/hasten-market-lists.ts', import.meta.url));
const MINUTE_MS = 60_000;

async function startHarness(
  t: TestContext,
  code: VenueCode,
  marketType: 'spot' | 'futures',
): Promise<Harness> {
  const venue = await startVenueServer();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-setup-'));
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    environment: {
      NODE_OPTIONS: `--import=${HASTE}`,
      TIDEMILL_VENUES: code,
      TIDEMILL_VENUE_LOOPBACK: venue.address,
      TIDEMILL_RATE_LIMITS: PLENTIFUL_RATE_LIMITS,
    },
  });
  t.after(async () => {
    await service.end('SIGKILL');
    await venue.close();
    await removeFolder(dataDir);
  });
  const [apiKey = ''] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  const ask = askAs(service.url, apiKey);
  const balances = { USDT: '100000', BTC: '1', ETH: '10' };
  const { key, secret } = venue.control('account', { venue: code, id: 'ada', balances }) as {
    readonly key: string;
    readonly secret: string;
  };
  const credentials = { api_key: key, api_secret: secret };
  const account = { exchange: code, market_type: marketType, name: 'Ada', credentials };
  const accountId = await connectAccount(() => ask('POST', '/accounts', account, 'connect'));
  await runCommandHere(dataDir, ['accounts', 'activate-bots', accountId]);
  const script = await created(ask, '/scripts', { name: 'idle', source: 'local a = 1' });
  return {
    exchange: exchangeOf(venue.state, code),
    ask,
    accountId,
    async makeBot(marketTag, settings) {
      const from = new Date(Date.now() - 60 * MINUTE_MS).toISOString();
      await runCommandHere(dataDir, ['history', 'sync', '--market', marketTag, '--from', from]);
      const bot = await created(ask, '/bots', {
        account_id: accountId,
        market_tag: marketTag,
        script_id: script['script_id'],
        name: `Idle on ${marketTag}`,
        settings: { interval: 1, ...settings },
      });
      return String(bot['bot_id']);
    },
  };
}

async function created(ask: Ask, url: string, content: Json): Promise<Json> {
  const { status, body } = await ask('POST', url, content, randomUUID());
  assert.equal(status, 201, `${url}: ${JSON.stringify(body)}`);
  return body;
}

async function logOf(ask: Ask, botId: string): Promise<string> {
  return JSON.stringify((await ask('GET', `/bots/${botId}/logs`)).body);
}

test('a bot starts only on an account that is set up as it trades', async (t) => {
  const { exchange, ask, accountId, makeBot } = await startHarness(t, 'bybit', 'futures');
  const marketTag = 'BYBIT_BTC_USDT_PERP';
  const botId = await makeBot(marketTag, { leverage: '5', margin_mode: 'cross' });
  const wallet = accountOf(exchange, 'ada');
  const start = () => ask('POST', `/bots/${botId}/start`);
  const refused = async (reason: RegExp): Promise<void> => {
    const { status, body } = await start();
    assert.equal(status, 403, JSON.stringify(body));
    assert.match(String(body['detail']), reason);
    assert.equal((await ask('GET', `/bots/${botId}`)).body['is_activated'], false);
  };

  wallet.positionModes.set('linear:BTCUSDT', 'hedge');
  await refused(/hedge mode.*change the position mode to one-way at Bybit/);
  wallet.positionModes.set('linear:BTCUSDT', 'one_way');

  wallet.marginMode = 'isolated';
  await refused(/isolated margin.*cross margin.*change the margin mode at Bybit/);
  wallet.marginMode = 'cross';

  const order = { account_id: accountId, market_tag: marketTag, type: 'market', amount: '0.01' };
  await created(ask, '/orders', { ...order, side: 'buy' });
  await refused(/open position.*leverage 10.*leverage 5: close the position/);
  await created(ask, '/orders', { ...order, side: 'sell' });
  await until('the position is closed', async () => {
    const { status, body } = await ask('GET', `/accounts/${accountId}/positions`);
    return status === 200 && (body['data'] as unknown[]).length === 0;
  });

  const { status, body } = await start();
  assert.equal(status, 200, JSON.stringify(body));
});

test('other steps reach orders, a market that is gone reaches orders and bots', async (t) => {
  const { exchange, ask, accountId, makeBot } = await startHarness(t, 'binance', 'spot');
  const [changedTag, goneTag] = ['BINANCE_ETH_USDT', 'BINANCE_BTC_USDT'];
  const place = (marketTag: string, price: string) => {
    const terms = { side: 'buy', type: 'limit', price, amount: '0.01' };
    return ask(
      'POST',
      '/orders',
      { account_id: accountId, market_tag: marketTag, ...terms },
      price,
    );
  };
  const [onChanged, onGone] = [await place(changedTag, '2500.05'), await place(goneTag, '55000')];
  const statusOf = async ({ body }: { readonly body: Json }): Promise<unknown> =>
    (await ask('GET', `/orders/${String(body['order_id'])}`)).body['status'];
  assert.deepEqual([await statusOf(onChanged), await statusOf(onGone)], ['open', 'open']);
  const botId = await makeBot(goneTag, {});
  const started = await ask('POST', `/bots/${botId}/start`);
  assert.equal(started.status, 200, JSON.stringify(started.body));

  const eth = marketOf(exchange, 'spot:ETHUSDT');
  exchange.markets.set('spot:ETHUSDT', { ...eth, terms: { ...eth.terms, tick: amount('0.1') } });
  exchange.markets.delete('spot:BTCUSDT');
  const held = [...exchange.orders.values()].find(({ marketKey }) => marketKey === 'spot:BTCUSDT');
  assert.ok(held !== undefined);
  accountOf(exchange, 'ada').working.delete(held);
  held.state = 'cancelled';

  await until(
    'the bot without a market is stopped',
    async () => (await ask('GET', `/bots/${botId}`)).body['is_activated'] === false,
    240_000,
  );
  assert.match(await logOf(ask, botId), /BINANCE_BTC_USDT.*no longer exists/);
  await until(
    'the order without a market is lost',
    async () => (await statusOf(onGone)) === 'lost',
    240_000,
  );
  assert.equal(await statusOf(onChanged), 'open');
  const refused = await place(changedTag, '2500.15');
  assert.equal(refused.status, 400, JSON.stringify(refused.body));
  assert.equal((await place(changedTag, '2500.2')).status, 201);
});
