// A real service with its console, started once for many journeys. Each journey has a user of its
// own, so none sees what another left behind.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { assert } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import type { Role } from '#domain/access/role.ts';
import { systemDigest, systemRandom } from '#adapters/system/system-ports.ts';
import { argonPasswords } from '#adapters/system/argon-passwords.ts';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import { openExchanges } from '#main/opening/open-exchanges.ts';
import { readConsole } from '#main/serving/read-console.ts';
import { activateBots } from '#services/accounts/activate-bots.ts';
import { createAccount } from '#services/accounts/create-account.ts';
import { createKey } from '#services/keys/create-key.ts';
import { makeSignInLink } from '#services/sign-in/make-sign-in-link.ts';
import { newSession } from '#services/sign-in/open-session.ts';
import { changeExchange } from '#services/partners/change-offer.ts';
import { createPartner } from '#services/partners/create-partner.ts';
import { setTariff } from '#services/partner-reports/tariffs.ts';
import { createUser } from '#services/users/create-user.ts';
import type { TidemillClient } from '../../sdk/src/tidemill-client.ts';
import { createClient } from '../../sdk/src/tidemill-client.ts';
import type { TestDatabase } from '../support/database.ts';
import { createTestDatabase } from '../support/database.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { freePort } from '../support/free-port.ts';
import { startServiceProcess } from '../support/service-process.ts';
import { until } from '../support/until.ts';
import { writePastRun } from './past-run.ts';
import { removeFolder } from '../support/remove-folder.ts';

/** Of every user that the harness makes. */
export const PASSWORD = 'a few plain words';

/** Pages may be read as often as tests like. */
const LIMITS = 'reads=1000000/60,writes=1000000/60,trading=1000000/60,expensive=1000000/3600';

const EVENTS_OF_BOTS = `
  INSERT INTO waiting_events (user_id, type, object_id, at_ms, data)
  SELECT $1, type, bot_id, floor(extract(epoch FROM clock_timestamp()) * 1000),
    '{"name": "a bot", "account_id": "acc_1", "market_tag": "SIM_BTC_USDT", "reason": null,
      "severity": "info", "message": "a line of the log"}'
  FROM unnest($2::text[]) AS bot_id, (VALUES ('bot.logged'), ('bot.updated')) AS of (type)`;

const VISITOR = { address: null, network: 'tests', agent: null };
const COPIES_OF_BOT = `
  INSERT INTO bots (bot_id, user_id, name, account_id, market_tag, script_id, settings, is_activated,
    is_paused, realized_profit, unrealized_profit, roi_percent, activation, created_at_ms)
  SELECT left(bot_id, -4) || lpad(number::text, 4, '0'), user_id, 'Bot ' || number, account_id,
    market_tag, script_id, settings, is_activated, is_paused, realized_profit, unrealized_profit,
    roi_percent, activation, created_at_ms
  FROM bots, generate_series(1, $2::int) AS number
  WHERE bot_id = $1`;

const DEPOSITS = [{ currency: 'USDT', amount: decimal('10000') }] as const;

export type ConsoleUser = {
  readonly userId: string;
  readonly userName: string;
  /** The token of a session, for its cookie. */
  readonly session: string;
  /** Of the user's programs. */
  readonly key: string;
  /** The API as the user's programs see it. */
  readonly api: TidemillClient;
};

export type ConsoleService = {
  readonly url: string;
  /** What the first start printed, for who opens the service first. */
  readonly firstLink: string;
  /** A user with a password and an open session, and nothing else. */
  makeUser(userName: string, role?: Role): Promise<ConsoleUser>;
  /** The last proof of the user's sessions becomes too old for what lets others in. */
  ageSessions(user: Pick<ConsoleUser, 'userId'>): Promise<void>;
  /** A link that signs this user in once. */
  makeLink(userName: string): Promise<string>;
  /** Opens an account with play money at the simulated exchange; returns its id. */
  openAccount(userName: string, marketType?: MarketType): Promise<string>;
  /** Lets the user have end users at the simulated exchange, by a tariff. */
  makePartner(userName: string): Promise<void>;
  /** A minute of bots that trade: each of them has logged and changed, which are events. */
  happen(user: Pick<ConsoleUser, 'userId'>, botIds: readonly string[]): Promise<void>;
  /** Gives a bot that was never started a run of forty days, with trades. */
  writePastRun(botId: string): Promise<void>;
  /** As many more bots like this one, which was not started; named `Bot 1` and so on. */
  copyBot(botId: string, count: number): Promise<void>;
  /** All that the service has printed. */
  output(): string;
  /** Ends the service by the signal; `start` starts it again at the same address. */
  end(signal: NodeJS.Signals): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
};

export async function startConsole(
  environment: { readonly [name: string]: string } = {},
): Promise<ConsoleService> {
  const test = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'tidemill-console-'));
  const port = await freePort();
  const settings = { DATABASE_URL: test.url, TIDEMILL_RATE_LIMITS: LIMITS, ...environment };
  const start = (): Promise<ServiceProcess> =>
    startServiceProcess({ dataDir, port, environment: settings });
  const cleanUp = async (): Promise<void> => {
    await test.drop();
    await removeFolder(dataDir);
  };
  let service = await start().catch(async (error: unknown) => {
    await cleanUp();
    throw error;
  });
  // Also where these tests are ended in the middle.
  const abandon = (): void => void service.child.kill('SIGKILL');
  process.once('exit', abandon);
  const firstLink = await printedLink(service);
  const { url } = service;
  const store = postgresStore(test.database);
  const clock = { nowMs: () => Date.now() };
  const ports = { signIns: store, clock, random: systemRandom, digest: systemDigest };
  const { registry, simulatedVenues } = openExchanges(test.database, clock);
  const venues = { exchanges: registry, simulatedVenues, paperVenues: [] };
  const deps = { ...ports, ...venues, users: store, keys: store, accounts: store };
  const passwordHash = await argonPasswords().hash(PASSWORD);
  return {
    url,
    firstLink,
    output: () => service.output(),
    async makeLink(userName) {
      return url + valueOf(await makeSignInLink(deps, { userName })).path;
    },
    async makeUser(userName, role = 'trader') {
      const { userId } = valueOf(await createUser(deps, { name: userName, plan: 'unlimited' }));
      const opened = newSession(deps, userId, VISITOR, 'password');
      const sessionHash = systemDigest.sha256(opened.token);
      const { session } = opened;
      await store.setPassword({ userId, passwordHash, atMs: clock.nowMs(), session, sessionHash });
      await store.setRole(userId, role);
      const { key } = valueOf(await createKey(deps, { userName, name: 'Tests', scopes: [] }));
      const api = createClient({ baseUrl: url, apiKey: key });
      return { userId, userName, session: opened.token, key, api };
    },
    async openAccount(userName, marketType = 'spot') {
      const wish = { userName, exchange: 'sim', marketType, name: 'Main', deposits: DEPOSITS };
      const account = valueOf(await createAccount(deps, wish));
      await activateBots(deps, account);
      return account.accountId;
    },
    makePartner: (userName) => preparePartner({ ...deps, partners: store }, userName),
    ...byStatements(test),
    async end(signal) {
      await service.end(signal);
    },
    async start() {
      service = await start();
    },
    async close() {
      process.off('exit', abandon);
      await service.end('SIGTERM');
      await cleanUp();
    },
  };
}

/** What is done without the service, because it would take long or happens by itself. */
function byStatements({
  database,
}: TestDatabase): Pick<ConsoleService, 'happen' | 'copyBot' | 'writePastRun' | 'ageSessions'> {
  return {
    async ageSessions({ userId }) {
      const text = 'UPDATE sessions SET confirmed_at_ms = 1 WHERE user_id = $1';
      await database.write({ text }, [userId]);
    },
    writePastRun: (botId) => writePastRun(database, botId),
    async happen({ userId }, botIds) {
      await database.write({ text: EVENTS_OF_BOTS }, [userId, botIds]);
    },
    async copyBot(botId, count) {
      await database.write({ text: COPIES_OF_BOT }, [botId, count]);
    },
  };
}

/** The link of the first start, which is printed once requests are served. */
async function printedLink(service: ServiceProcess): Promise<string> {
  const find = (): string | undefined => /(\S+\/sign-in#link=\w+)\s/.exec(service.welcome())?.[1];
  await until('the first start has written its link', () => find() !== undefined);
  return find() ?? '';
}

async function preparePartner(
  deps: Parameters<typeof createPartner>[0] &
    Parameters<typeof changeExchange>[0] &
    Parameters<typeof setTariff>[0],
  userName: string,
): Promise<void> {
  valueOf(await createPartner(deps, { userName }));
  valueOf(await changeExchange(deps, { userName, exchange: 'sim', isEnabled: true }));
  const prices = { active_bot: decimal('5'), traded_volume: decimal('0.02') };
  const tariff = { currency: 'USDT', prices };
  valueOf(await setTariff(deps, { userName, tariff, fromMs: 0 }));
}

function valueOf<T>(result: Result<T, unknown>): T {
  assert(result.ok, 'nothing refuses what a test prepares');
  return result.value;
}

/** Otherwise each journey would wait for a page that never comes. */
export function insistOnConsole(): void {
  if (readConsole() === null)
    throw new Error('The web console is not built. Build it: npm run build -w console');
}
