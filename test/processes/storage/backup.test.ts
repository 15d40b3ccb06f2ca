// A backup that is taken while orders are placed holds one state of everything; restored on an
// empty machine it is that installation: each row the same, its keys work, and its bots go on.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, rm, writeFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { zstdDecompressSync } from 'node:zlib';
import { parseManifest } from '#adapters/postgres/backup/backup-manifest.ts';
import { present } from '#lib/assert.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { freePort } from '../../support/free-port.ts';
import { runCommand, startServiceProcess } from '../../support/service-process.ts';
import { ENTRY } from '../../support/start-program.ts';
import { until } from '../../support/until.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';

const SOURCE = `Log('minute ' .. tostring(CurrentPrice().close))`;
const MARKET_TAG = 'SIM_BTC_USDT';

type Body = Readonly<Record<string, unknown>>;
type Trader = { readonly key: string; readonly accountId: string };

const asking =
  ({ url }: Pick<ServiceProcess, 'url'>, key: string) =>
  async (method: string, path: string, body?: object): Promise<Body> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(`${url}${path}`, { method, headers, body: text });
    const found = (await response.json()) as Body;
    assert(response.status < 300, `${path}: ${response.status} ${JSON.stringify(found)}`);
    return found;
  };

async function makeTrader(dataDir: string): Promise<Trader> {
  await runCommand(dataDir, ['users', 'create', 'trader']);
  const named = ['--user', 'trader', '--name', 'one'];
  const { key } = (await runCommand(dataDir, ['keys', 'create', ...named])) as Trader;
  const where = ['--exchange', 'sim', '--market-type', 'spot', '--balance', 'USDT=1000000'];
  const made = (await runCommand(dataDir, ['accounts', 'create', ...named, ...where])) as Body;
  const accountId = String(made['account_id']);
  await runCommand(dataDir, ['accounts', 'activate-bots', accountId]);
  return { key, accountId };
}

/** Places orders one after the other until it is asked to end; collects their ids. */
function placeOrders(service: ServiceProcess, { key, accountId }: Trader) {
  const ask = asking(service, key);
  const placed: string[] = [];
  const ending = new AbortController();
  const order = { account_id: accountId, market_tag: MARKET_TAG, side: 'buy', type: 'market' };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const { order_id: orderId } = await ask('POST', '/v1/orders', { ...order, amount: '0.001' });
      placed.push(String(orderId));
    }
  };
  const running = run();
  const end = async (): Promise<void> => {
    ending.abort();
    await running;
  };
  return { placed, end };
}

async function manifestOf(folder: string) {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8');
  return present(parseManifest(text), 'a backup has a manifest');
}

/** As an operator would, and killed after a while. */
async function restoreUntilKilled(words: readonly string[], afterMs: number): Promise<void> {
  const child = spawn(process.execPath, [ENTRY, 'restore', ...words], { stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), afterMs);
  await once(child, 'close');
  clearTimeout(timer);
}

const linesOf = async (ask: ReturnType<typeof asking>, botId: string): Promise<number> =>
  ((await ask('GET', `/v1/bots/${botId}/logs?limit=500`))['data'] as Body[]).filter((line) =>
    String(line['message']).startsWith('minute '),
  ).length;

test(
  'a backup under load is restored whole, and its bots go on',
  { timeout: 1_800_000 },
  async () => {
    const root = makeSharedFolder('tidemill-backup-');
    const place = (name: string): string => join(root, name);
    const [original, restored] = [place('original'), place('restored')];
    const services: ServiceProcess[] = [];
    const start = async (dataDir: string): Promise<ServiceProcess> => {
      const environment = { TIDEMILL_RATE_LIMITS: 'reads=60000/60,trading=60000/60' };
      const service = await startServiceProcess({ dataDir, port: await freePort(), environment });
      services.push(service);
      return service;
    };
    try {
      const service = await start(original);
      const trader = await makeTrader(original);
      const ask = asking(service, trader.key);
      const script = await ask('POST', '/v1/scripts', { name: 's', source: SOURCE });
      const at = { account_id: trader.accountId, market_tag: MARKET_TAG };
      const brain = { script_id: script['script_id'], settings: { interval: 1 } };
      const bot = await ask('POST', '/v1/bots', { ...at, ...brain, name: 'b' });
      const botId = String(bot['bot_id']);
      await ask('POST', `/v1/bots/${botId}/start`);
      await until('its bot has run', async () => (await linesOf(ask, botId)) > 0);

      // While orders are placed: what was acknowledged before is in it, and the ledger adds up.
      const orders = placeOrders(service, trader);
      await until('some orders are placed', () => orders.placed.length >= 20);
      const before = orders.placed.length;
      const live = await runCommand(original, ['backup', place('live'), '--keys', place('keys')]);
      await orders.end();
      assert(before < orders.placed.length, 'orders were placed while the backup was written');
      assert.equal((live as Body)['folder'], place('live'));
      assert.equal((await stat(place('keys'))).mode & 0o777, 0o400);
      await assert.rejects(runCommand(original, ['backup', place('live')]), /is there already/);

      const balance = await ask('GET', `/v1/accounts/${trader.accountId}/balance`);
      await service.end('SIGTERM');
      await assertSameRows(place, original, restored);

      const second = await start(restored);
      const askAgain = asking(second, trader.key);
      const path = `/v1/accounts/${trader.accountId}/balance`;
      assert.deepEqual(await askAgain('GET', path), balance);
      const minutes = await linesOf(askAgain, botId);
      await until(
        'the bot goes on',
        async () => (await linesOf(askAgain, botId)) > minutes,
        180_000,
      );
      await untilShown(second);
      await assertHealthy(restored);
      await second.end('SIGTERM');

      // The one that was taken under load.
      const loaded = place('loaded');
      await runCommand(loaded, ['restore', place('live'), '--keys', place('keys')]);
      const third = await start(loaded);
      const listed = await listOrders(asking(third, trader.key), trader.accountId);
      for (const orderId of orders.placed.slice(0, before))
        assert(listed.has(orderId), `${orderId} was acknowledged before the backup`);
      await assertHealthy(loaded);
    } finally {
      for (const service of services) await service.end('SIGKILL');
      await removeFolder(root);
    }
  },
);

/** Of one table; PostgreSQL promises no order of rows. */
async function linesIn(folder: string, file: string): Promise<readonly string[]> {
  const text = zstdDecompressSync(await readFile(join(folder, file))).toString('utf8');
  return text.split('\n').toSorted();
}

/** Figures for the alerts of disks and of old backups. */
async function untilShown({ url }: ServiceProcess): Promise<void> {
  await until('disks and the age of the backup are shown', async () => {
    const shown = await (await fetch(`${url}/metrics`)).text();
    const figures = ['tidemill_backup_age_seconds ', 'tidemill_disk_free_bytes{use="data"} '];
    return figures.every((figure) => shown.includes(`\n${figure}`));
  });
}

/** With the service stopped, a backup and one of what was restored from it have the same rows. */
async function assertSameRows(
  place: (name: string) => string,
  original: string,
  restored: string,
): Promise<void> {
  await runCommand(original, ['backup', place('still')]);
  await assertRefusals(place, original);
  const words = [place('still'), '--keys', place('keys'), '--data-dir', restored];
  for (const afterMs of [400, 1_500, 3_000]) await restoreUntilKilled(words, afterMs);
  await restoreUntilKilled(words, 120_000);
  await runCommand(restored, ['backup', place('again')]);
  const [still, again] = [await manifestOf(place('still')), await manifestOf(place('again'))];
  assert.deepEqual(
    again.tables.map(({ table, rowsCount }) => [table, rowsCount]),
    still.tables.map(({ table, rowsCount }) => [table, rowsCount]),
  );
  for (const { file } of still.tables)
    assert.deepEqual(
      await linesIn(place('again'), file),
      await linesIn(place('still'), file),
      file,
    );
  assert.deepEqual(again.sequences, still.sequences);
  assert.deepEqual(again.migrations, still.migrations);
}

async function assertRefusals(place: (name: string) => string, original: string): Promise<void> {
  const still = place('still');
  const into = (name: string, ...words: readonly string[]): Promise<unknown> =>
    runCommand(place(name), ['restore', still, ...words]);
  await assert.rejects(into('without-keys'), /Without the master key/);
  await assert.rejects(into('other-keys', '--keys', join(still, 'manifest.json')), /not hold/);
  await assert.rejects(runCommand(original, ['restore', still]), /holds an installation already/);
  await assert.rejects(runCommand(place('nothing'), ['backup', place('none')]), /no installation/);
  await assert.rejects(
    runCommand(original, ['backup', place('x'), '--keys', join(place('x'), 'keys')]),
    /outside/,
  );
  const checked = (await runCommand(original, ['restore', still, '--check'])) as Body;
  assert.equal(checked['folder'], still);
  const file = join(still, 'orders.copy.zst');
  const bytes = await readFile(file);
  const damaged = Buffer.from(bytes);
  damaged[damaged.length >> 1] = (damaged[damaged.length >> 1] ?? 0) ^ 1;
  await writeFile(file, damaged);
  await assert.rejects(into('damaged', '--check'), /orders\.copy\.zst.*damaged/);
  await assert.rejects(into('damaged', '--keys', place('keys')), /orders\.copy\.zst.*damaged/);
  await rm(file);
  await assert.rejects(into('damaged', '--check'), /orders\.copy\.zst.*missing/);
  await writeFile(file, bytes);
}

async function listOrders(
  ask: ReturnType<typeof asking>,
  accountId: string,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page = await ask('GET', `/v1/accounts/${accountId}/orders/history?limit=100${after}`);
    for (const { order_id: orderId } of page['data'] as Body[]) found.add(String(orderId));
    cursor = (page['next_cursor'] as string | null | undefined) ?? null;
  } while (cursor !== null);
  return found;
}

/** The doctor adds the ledgers up, among other things. */
async function assertHealthy(dataDir: string): Promise<void> {
  const { data } = (await runCommand(dataDir, ['doctor', '--port', '0'])) as {
    readonly data: readonly { readonly name: string; readonly result: string }[];
  };
  const ledgers = data.find(({ name }) => name === 'ledgers');
  assert.equal(ledgers?.result, 'ok', JSON.stringify(data));
}
