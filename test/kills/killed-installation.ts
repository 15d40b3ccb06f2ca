// A whole service with its own database, two exchanges on the loopback beside the simulated one,
// a user with accounts and bots at each, and a webhook: what rounds of kills are played on.

import assert from 'node:assert/strict';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { WebhookReceiver } from '../support/event-subscriber.ts';
import { freePort } from '../support/free-port.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startServiceProcess } from '../support/service-process.ts';
import type { Ask, Json } from '../venues/campaign/processes/campaign-client.ts';
import { makeHistory } from '../venues/campaign/processes/campaign-bots.ts';
import { askAs, askUntilFinal } from '../venues/campaign/processes/campaign-client.ts';
import type { CampaignAccount } from '../venues/campaign/processes/campaign-users.ts';
import type { CampaignKey } from '../venues/campaign/campaign-exchange.ts';
import { dollarsAt } from '#loopback/skins/all-venues.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';

export const KILLED_VENUES = ['binance', 'bybit'] as const;
export type KilledVenue = (typeof KILLED_VENUES)[number];

export type KilledInstallation = {
  readonly dataDir: string;
  readonly url: string;
  readonly key: string;
  readonly ask: Ask;
  readonly sim: readonly CampaignAccount[];
  readonly real: readonly (CampaignAccount & { readonly code: KilledVenue })[];
  readonly botIds: readonly string[];
};

export type KilledService = {
  readonly dataDir: string;
  readonly url: string;
  start(this: void): Promise<ServiceProcess>;
};

// An account fills at most a share of a minute's volume; a few share the stream.
const SIM_ACCOUNTS = 3;
const SIM_BOTS = 2;
const COINS = { BTC: '500', ETH: '5000', BNB: '5000' };
/** Says which signal it was given, and trades on it. */
const LISTENER = `
local signal = GetWebHookSignal("go")
if signal == nil then return end
Log("heard " .. tostring(signal.id))
PlaceBuyOrder(0, 0.001, {type = MarketOrderType})`;

/** `venue` is what the service reaches in place of the exchanges. */
export async function prepareService(venue: VenueServer): Promise<KilledService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-kills-'));
  const port = await freePort();
  const environment = {
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(dataDir, 'compile'),
    TIDEMILL_LOG_LEVEL: 'warn',
    TIDEMILL_RATE_LIMITS: 'reads=1000000/60,writes=1000000/60,trading=1000000/60',
    TIDEMILL_VENUES: KILLED_VENUES.join(','),
    TIDEMILL_VENUE_LOOPBACK: venue.address,
    TIDEMILL_WEBHOOK_NETWORKS: '127.0.0.0/8',
    TIDEMILL_WORKER_THREADS: '1',
  };
  const start = async (): Promise<ServiceProcess> =>
    startServiceProcess({ dataDir, port, environment });
  return { dataDir, url: `http://127.0.0.1:${port}`, start };
}

/** The service runs. */
export async function installKilled(
  { dataDir, url }: KilledService,
  venue: VenueServer,
  receiver: WebhookReceiver,
): Promise<KilledInstallation> {
  const run = async (...words: readonly string[]): Promise<unknown> =>
    runCommandHere(dataDir, words);
  await run('users', 'create', 'ada');
  const { key } = (await run('keys', 'create', '--user', 'ada', '--name', 'k')) as { key: string };
  const ask = askAs(url, key);
  const sim: CampaignAccount[] = [];
  for (let index = 0; index < SIM_ACCOUNTS; index += 1) {
    const where = ['--user', 'ada', '--exchange', 'sim', '--market-type', 'spot'];
    const money = ['--balance', 'USDT=100000000', '--balance', 'BTC=1000'];
    const account = await run('accounts', 'create', ...where, '--name', `sim ${index}`, ...money);
    const { account_id: accountId } = account as { readonly account_id: string };
    sim.push({ accountId, ask, wallet: `sim ${index}` });
  }
  const real: (CampaignAccount & { readonly code: KilledVenue })[] = [];
  for (const code of KILLED_VENUES) {
    await makeHistory(
      { venue, code, dataDir },
      `spot:BTC${dollarsAt(code)}`,
      `${code.toUpperCase()}_BTC_USDT`,
    );
    const balances = { [dollarsAt(code)]: '100000000', ...COINS };
    const opened = venue.control('account', { venue: code, id: code, balances }) as CampaignKey;
    const credentials = { api_key: opened.key, api_secret: opened.secret };
    const account = { exchange: code, market_type: 'spot', name: code, credentials };
    const { account_id: accountId } = await made(ask, ['POST', '/accounts', account, code]);
    real.push({ accountId: String(accountId), ask, wallet: code, code });
  }
  receiver.secret = String(
    (await made(ask, ['POST', '/webhooks', { url: receiver.url }]))['secret'],
  );
  const script = await made(ask, ['POST', '/scripts', { name: 'go', source: LISTENER }, 'script']);
  const places = [
    ...sim.slice(0, SIM_BOTS).map(({ accountId }) => ({ accountId, exchange: 'SIM' })),
    ...real.map(({ accountId, code }) => ({ accountId, exchange: code.toUpperCase() })),
  ];
  const botIds: string[] = [];
  for (const [index, { accountId, exchange }] of places.entries()) {
    await run('accounts', 'activate-bots', accountId);
    const bot = {
      account_id: accountId,
      market_tag: `${exchange}_BTC_USDT`,
      script_id: script['script_id'],
      name: `listener ${index}`,
      settings: { interval: 1 },
    };
    const { bot_id: botId } = await made(ask, ['POST', '/bots', bot, `bot-${index}`]);
    await made(ask, ['POST', `/bots/${String(botId)}/start`]);
    botIds.push(String(botId));
  }
  return { dataDir, url, key, ask, sim, real, botIds };
}

async function made(ask: Ask, given: Parameters<typeof askUntilFinal>[1]): Promise<Json> {
  const { status, body } = await askUntilFinal(ask, given);
  assert(status >= 200 && status < 300, `${given[1]}: ${status} ${JSON.stringify(body)}`);
  return body;
}
