// Bad input and bad circumstances of accounts at real exchanges, through the API and the command
// line, with the real driver over the loopback venue: each is refused with its status and reason,
// and nothing is sent that need not be.

import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { suite, test } from 'node:test';
import { credentialOpener } from '#adapters/system/credential-box.ts';
import { systemClock, systemRandom } from '#adapters/system/system-ports.ts';
import { accountCredentials } from '#services/exchanges/account-credentials.ts';
import { loadDialect } from '#venues/dialects/load-dialect.ts';
import { openVenue } from '#venues/open-venue.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { Host } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { assertProblem } from '../support/assert-problem.ts';
import { AMPLE_BUDGETS, closeAfter, makeTestService } from '../support/test-service.ts';
import type { VenueServer } from '#loopback/server/venue-server.ts';
import { startVenueServer } from '#loopback/server/venue-server.ts';

type Key = { readonly key: string; readonly secret: string };
type Fields = Readonly<Record<string, unknown>>;

const PRIVATE_KEY = new Uint8Array(32).fill(5);
const MARKET_TAG = 'BINANCE_BTC_USDT';
const ignore = (): void => undefined;
const LOG = { debug: ignore, info: ignore, warn: ignore, error: ignore };

/** The API and the commands over one store, one exchange and the loopback venue. */
async function setUp(t: TestContext) {
  const venue = await startVenueServer();
  t.after(() => venue.close());
  const control = (verb: string, fields: object): unknown =>
    venue.control(verb, { venue: 'binance', ...fields });
  let exchange: Exchange | null = null;
  let services: EdgeDeps['services'] | null = null;
  const opened = await openDriver(t, venue);
  const service = await makeTestService((deps) => {
    exchange = opened.over(deps.services.credentials);
    const exchanges = exchangeRegistry([exchange]);
    services = { ...deps.services, exchanges, clock: systemClock };
    return { ...deps, services };
  }, AMPLE_BUDGETS);
  closeAfter(t, service);
  const apiKey = await service.makeKey(['accounts', 'read', 'trading']);
  const call = async (method: 'GET' | 'POST', url: string, payload?: object) =>
    service.api.app.inject({
      method,
      url: `/v1${url}`,
      headers: { authorization: `Bearer ${apiKey}` },
      ...(payload === undefined ? {} : { payload }),
    });
  const newKey = (): Key => {
    const balances = { USDT: '100000', BTC: '1' };
    return control('account', { id: 'ada', balances }) as Key;
  };
  const connect = async ({ key, secret }: Key) =>
    call('POST', '/accounts', {
      name: 'Ada',
      exchange: 'binance',
      market_type: 'spot',
      credentials: { api_key: key, api_secret: secret },
    });
  const connected = async (): Promise<string> => {
    const made = await connect(newKey());
    assert.equal(made.statusCode, 201, made.body);
    return made.json<{ account_id: string }>().account_id;
  };
  const placed = (): readonly Fields[] =>
    (control('requests', {}) as { requests: readonly Fields[] }).requests.filter(
      ({ operation }) => operation === 'place',
    );
  const command = (line: string, input = '') =>
    runLine(line, input, { ...services, random: systemRandom, users: service.store });
  return { control, call, newKey, connect, connected, placed, command, service };
}

async function openDriver(t: TestContext, venue: VenueServer) {
  const dialect = await loadDialect('binance');
  return {
    over(store: Parameters<typeof accountCredentials>[0]): Exchange {
      const credentials = accountCredentials(store, credentialOpener([PRIVATE_KEY]));
      const opened = openVenue({
        dialect,
        redirect: venue.address,
        clock: systemClock,
        timer: { every: () => ignore },
        log: LOG,
        sendByMs: () => Infinity,
        credentials: {
          credentialsOf: (accountId) => credentials.find(accountId),
          credentialsToCheck: (accountId, candidate) =>
            credentials.findToCheck(accountId, candidate),
          onRefused: ignore,
        },
      });
      t.after(() => opened.close());
      return opened.exchange;
    },
  };
}

async function runLine(line: string, input: string, deps: object) {
  const seen = { out: '', error: '' };
  const open = async () => ({ deps, close: async () => undefined }) as never;
  const host = {
    version: '1.2.3',
    terminal: {
      write: (text) => void (seen.out += text),
      writeError: (text) => void (seen.error += text),
      isWatched: true,
      isColored: false,
    },
    openApplication: open,
    openRiskApplication: open,
    readInput: async () => input,
    explain: (error) => ({ message: String(error), advice: 'None.' }),
  } satisfies Partial<Host> as unknown as Host;
  const exitCode = await runCommandLine(host, line.split(' '));
  return { exitCode, ...seen };
}

const CONNECT =
  'accounts connect --user usr_first --exchange binance --market-type spot --name Ada ' +
  '--credentials-file -';
const LIMIT = { market_tag: MARKET_TAG, side: 'buy', type: 'limit' };

suite('a key', () => {
  test('that is wrong is 400 with the reason of the exchange', async (t) => {
    const { newKey, connect, command } = await setUp(t);
    const { key, secret } = newKey();
    const cases = [
      [{ key, secret: 'b'.repeat(64) }, /Signature for this request is not valid\. \(-1022\)/],
      [{ key: 'a'.repeat(64), secret }, /Invalid API-key, IP, or permissions.*\(-2015\)/],
    ] as const;
    for (const [wrong, reason] of cases) {
      const refused = await connect(wrong);
      assert.match(assertProblem(refused, 'invalid_request', true).detail, reason);
      const { exitCode, error, out } = await command(CONNECT, `${wrong.key}\n${wrong.secret}\n`);
      assert.equal(exitCode, 1);
      assert.match(error, reason);
      for (const text of [refused.body, error, out])
        for (const part of [wrong.key, wrong.secret]) assert.ok(!text.includes(part), text);
    }
  });

  test('that may withdraw is 403', async (t) => {
    const { control, newKey, connect, command } = await setUp(t);
    const { key, secret } = newKey();
    control('key', { key, canWithdraw: true });
    const refused = await connect({ key, secret });
    assert.match(assertProblem(refused, 'forbidden', true).detail, /may withdraw money from/);
    const { exitCode, error } = await command(CONNECT, `${key}\n${secret}\n`);
    assert.equal(exitCode, 1);
    assert.match(error, /may withdraw money from/);
  });

  test('of a region that the exchange does not serve is 403', async (t) => {
    const { control, newKey, connect, call, command } = await setUp(t);
    assert.equal((await call('GET', '/exchanges/binance')).statusCode, 200);
    const fault = { kind: 'trouble_before', trouble: 'region', operations: ['credentials'] };
    control('fault', { ...fault, times: null });
    const { key, secret } = newKey();
    const refused = await connect({ key, secret });
    const { detail } = assertProblem(refused, 'forbidden', true);
    assert.match(detail, /does not serve the region of this installation: .*restricted location/);
    const { exitCode, error } = await command(CONNECT, `${key}\n${secret}\n`);
    assert.equal(exitCode, 1);
    assert.match(error, /does not serve the region/);
  });

  test('that is checked again from such a region is 403, and keeps its account', async (t) => {
    const { control, connected, call } = await setUp(t);
    const accountId = await connected();
    const fault = { kind: 'trouble_before', trouble: 'region', operations: ['credentials'] };
    control('fault', { ...fault, times: null });
    const refused = await call('POST', `/accounts/${accountId}/check`);
    assert.match(assertProblem(refused, 'forbidden', true).detail, /does not serve the region/);
    const shown = await call('GET', `/accounts/${accountId}`);
    assert.equal(shown.json<{ status: string }>().status, 'connected');
  });
});

suite('an exchange', () => {
  test('that is down is 503, for a new account and for what it has', async (t) => {
    const { control, newKey, connect, connected, call, command } = await setUp(t);
    const accountId = await connected();
    control('maintenance', { isOn: true });
    const { key, secret } = newKey();
    assertProblem(await connect({ key, secret }), 'temporarily_unavailable', true);
    const balance = await call('GET', `/accounts/${accountId}/balance`);
    assertProblem(balance, 'temporarily_unavailable', true);
    const order = { ...LIMIT, account_id: accountId, price: '50000', amount: '0.01' };
    const refused = await call('POST', '/orders', order);
    assert.ok(refused.statusCode === 201 || refused.statusCode === 503, refused.body);
    const { exitCode, error } = await command(CONNECT, `${key}\n${secret}\n`);
    assert.equal(exitCode, 1);
    assert.ok(!error.includes(secret), error);
  });

  test('whose clock differs by more than a second: no order is sent, 503', async (t) => {
    const { control, connected, call, placed } = await setUp(t);
    control('clock', { stepMs: 2_500 });
    const accountId = await connected();
    const order = { ...LIMIT, account_id: accountId, price: '50000', amount: '0.01' };
    const refused = await call('POST', '/orders', order);
    assertProblem(refused, 'temporarily_unavailable', true);
    assert.deepEqual(placed(), []);
    const shown = await call('GET', '/exchanges/binance');
    const { health, clock_skew_ms: skewMs } = shown.json<{
      health: string;
      clock_skew_ms: number;
    }>();
    assert.equal(health, 'degraded');
    assert.ok(Math.abs(skewMs - 2_500) < 1_000, `${skewMs} ms`);
  });
});

suite('an order', () => {
  const FAULTS = [
    [{ price: '50000.001', amount: '0.01' }, /price/],
    [{ price: '50000', amount: '0.0100000001' }, /amount/],
    [{ price: '50000', amount: '0.00001' }, /(?:value|amount|worth)/],
    [{ price: '0', amount: '0.01' }, /price/],
    [{ price: '50000', amount: '0' }, /amount/],
    [{ price: '50000', amount: '100000000' }, /amount/],
  ] as const;

  test('that breaks a step or a minimum is 400 before anything is sent', async (t) => {
    const { connected, call, placed } = await setUp(t);
    const accountId = await connected();
    for (const [terms, reason] of FAULTS) {
      const refused = await call('POST', '/orders', { ...LIMIT, account_id: accountId, ...terms });
      assert.equal(refused.statusCode, 400, refused.body);
      assert.match(refused.json<{ detail: string }>().detail, reason);
    }
    assert.deepEqual(placed(), []);
    const good = { ...LIMIT, account_id: accountId, price: '50000', amount: '0.01' };
    const made = await call('POST', '/orders', good);
    assert.equal(made.statusCode, 201, made.body);
    assert.equal(placed().length, 1);
  });
});
