// One trace from a request to the exchange's reply, over the processes that it passes: the API, the
// inbox of a bot, the process that runs it, the link, the process that trades, and the queue of a
// worker; with a collector and an exchange on the loopback.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { BACKTEST_QUEUE } from '#ports/stores/backtest-store.ts';
import type { Ask } from '../../venues/campaign/processes/campaign-client.ts';
import { askAs, askUntilFinal } from '../../venues/campaign/processes/campaign-client.ts';
import { makeHistory } from '../../venues/campaign/processes/campaign-bots.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';
import { freePort } from '../../support/free-port.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { runCommandHere } from '../../support/run-command-here.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import type { ReceivedSpan } from '../../support/span-receiver.ts';
import { receiveSpans } from '../../support/span-receiver.ts';
import { until } from '../../support/until.ts';

type Json = { readonly [field: string]: unknown };

const MARKET_TAG = 'BINANCE_BTC_USDT';
const LISTENER = `
-- canary_of_a_script
if GetRemoteSignal("go") == SignalLong then PlaceBuyOrder(0, 0.001, {type = MarketOrderType}) end`;

async function made(ask: Ask, given: Parameters<typeof askUntilFinal>[1]): Promise<Json> {
  const { status, body } = await askUntilFinal(ask, given);
  assert.ok(status >= 200 && status < 300, `${given[1]}: ${status} ${JSON.stringify(body)}`);
  return body;
}

type Installation = {
  readonly service: ServiceProcess;
  readonly venue: VenueServer;
  readonly dataDir: string;
};

type Playground = {
  readonly ask: Ask;
  readonly bot: Json;
  readonly botId: string;
  /** Of the user, and of the account at the exchange. */
  readonly secrets: readonly string[];
};

/** A bot that listens to signals, on an account at the exchange. */
async function install({ service, venue, dataDir }: Installation): Promise<Playground> {
  const [key = ''] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  const ask = askAs(service.url, key);
  await makeHistory({ venue, code: 'binance', dataDir }, 'spot:BTCUSDT', MARKET_TAG);
  const balances = { USDT: '100000', BTC: '1' };
  const opened = venue.control('account', { venue: 'binance', id: 'ada', balances }) as {
    readonly key: string;
    readonly secret: string;
  };
  const credentials = { api_key: opened.key, api_secret: opened.secret };
  const account = { exchange: 'binance', market_type: 'spot', name: 'Ada', credentials };
  const { account_id: accountId } = await made(ask, ['POST', '/accounts', account, 'connect']);
  await runCommandHere(dataDir, ['accounts', 'activate-bots', String(accountId)]);
  const { script_id: scriptId } = await made(ask, [
    'POST',
    '/scripts',
    { name: 'go', source: LISTENER },
    'script',
  ]);
  const bot = { account_id: accountId, market_tag: MARKET_TAG, script_id: scriptId, name: 'go' };
  const { bot_id: botId } = await made(ask, ['POST', '/bots', bot, 'bot']);
  await made(ask, ['POST', `/bots/${String(botId)}/start`]);
  return { ask, bot, botId: String(botId), secrets: [key, opened.key, opened.secret] };
}

/** All of the last half hour, flat: a bot waits for those that are missing. */
function closeMinutes(venue: VenueServer): void {
  const now = Math.floor(venue.state.clock.nowMs() / 60_000);
  const candles = Array.from({ length: 30 }, (_, index) => {
    const startMs = (now - 30 + index) * 60_000;
    return [String(startMs), '60000', '60000', '60000', '60000', '1'];
  });
  venue.control('candles', { venue: 'binance', market: 'spot:BTCUSDT', candles });
}

/** Roles and names along the parents of a span, from the beginning of its trace. */
function wayTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): readonly string[] {
  const way: string[] = [];
  const next: ReceivedSpan[] = [span];
  for (const { resource, name, parentId } of next) {
    way.unshift(`${resource['tidemill.role']}: ${name}`);
    next.push(...spans.filter(({ spanId }) => spanId === parentId));
  }
  return way;
}

test('a signal, an order and a backtest are one trace each over all processes', async () => {
  const [venue, receiver] = await Promise.all([startVenueServer(), receiveSpans()]);
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-traces-'));
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    environment: {
      TIDEMILL_VENUES: 'binance',
      TIDEMILL_VENUE_LOOPBACK: venue.address,
      TIDEMILL_WORKER_THREADS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-canary=canary_of_headers',
      OTEL_BSP_SCHEDULE_DELAY: '200',
    },
  });
  try {
    const installed = await install({ service, venue, dataDir });
    const { ask, bot, botId } = installed;
    const { spans } = receiver;
    const minute = Math.floor(venue.state.clock.nowMs() / 60_000) * 60_000;
    const window = {
      start_at: new Date(minute - 600_000).toISOString(),
      end_at: new Date(minute - 300_000).toISOString(),
    };
    const backtest = { ...bot, name: undefined, interval: 1, ...window };
    await made(ask, ['POST', '/backtests', backtest, 'backtest']);
    const isTraced = (name: string): boolean => spans.some((span) => span.name === name);
    const signals = `/bots/${botId}/signals`;
    await until('the order was sent, and the backtest taken', async () => {
      closeMinutes(venue);
      // A bot that is still being loaded reads what it is sent without trading on it.
      await made(ask, ['POST', signals, { name: 'go', action: 'buy' }, randomUUID()]);
      await pause(1_000);
      return isTraced('POST order') && isTraced(`job ${BACKTEST_QUEUE}`);
    });
    await service.end('SIGTERM');
    const sent = spans.find(({ name }) => name === 'POST order');
    const job = spans.find(({ name }) => name === `job ${BACKTEST_QUEUE}`);
    assert.ok(sent !== undefined && job !== undefined);
    assert.deepEqual(wayTo(sent, spans), [
      'api: sendBotSignal',
      'api: transaction',
      'bots: bot step',
      'bots: exchange placeOrder',
      'venues: venue placeOrder',
      'venues: POST order',
    ]);
    assert.deepEqual(wayTo(job, spans), [
      'api: createBacktest',
      'api: transaction',
      `worker: ${job.name}`,
    ]);
    assert.equal(sent.fields['http.response.status_code'], '200');
    const text = Buffer.concat(receiver.bodies).toString('latin1');
    for (const secret of [...installed.secrets, 'canary_of_a_script', 'canary_of_headers'])
      assert.ok(!text.includes(secret));
  } finally {
    await service.end('SIGKILL');
    await Promise.all([venue.close(), receiver.close()]);
    await removeFolder(dataDir);
  }
});
