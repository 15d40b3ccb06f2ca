// Backtests as their users meet them: over HTTP from a real service with its worker process, which
// is killed.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { ServiceProcess } from '../../support/service-process.ts';
import { runCommandHere } from '../../support/run-command-here.ts';
import { freePort } from '../../support/free-port.ts';
import { runCommand, startServiceProcess } from '../../support/service-process.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { makeSharedFolder } from '../../support/shared-folder.ts';

const folder = makeSharedFolder('tidemill-backtests-');
const dataDir = join(folder, 'data');
const script = join(folder, 'averages.lua');
after(() => removeFolder(folder));

writeFileSync(
  script,
  [
    'local fast = SMA(ClosePrices(), 10)',
    'local slow = SMA(ClosePrices(), 30)',
    'if fast > slow then DoLong() else DoExitPosition() end',
  ].join('\n'),
);

const PATIENCE_MS = 300_000;
const POLL_MS = 20;

type Job = {
  readonly backtest_id: string;
  readonly status: string;
  readonly result: { readonly orders_filled: number; readonly profit_currency: string } | null;
};

async function until<T>(what: string, look: () => Promise<T | null> | T | null): Promise<T> {
  const deadlineMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await look();
    if (found !== null) return found;
    assert.ok(Date.now() < deadlineMs, `waited too long until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** The newest worker that the service's log speaks of; null when it is not another one. */
function workerOf(service: ServiceProcess, before: number | null): number | null {
  const lines = service.output().split('\n');
  const started = lines.filter((line) => line.includes('"worker.started"')).at(-1);
  if (started === undefined) return null;
  const { process_id } = JSON.parse(started) as { readonly process_id: number };
  return process_id === before ? null : process_id;
}

async function makeUser(): Promise<{ key: string; accountId: string; scriptId: string }> {
  await runCommandHere(dataDir, ['users', 'create', 'ada']);
  const key = await runCommandHere(dataDir, ['keys', 'create', '--user', 'ada', '--name', 'k']);
  const words = ['accounts', 'create', '--user', 'ada', '--exchange', 'sim', '--name', 'a'];
  const money = ['--market-type', 'spot', '--balance', 'USDT=10000'];
  const account = await runCommandHere(dataDir, [...words, ...money]);
  const added = await runCommand(dataDir, ['scripts', 'add', script, '--user', 'ada']);
  return {
    key: (key as { key: string }).key,
    accountId: (account as { account_id: string }).account_id,
    scriptId: (added as { script_id: string }).script_id,
  };
}

test('a service runs backtests in a process beside it', async () => {
  const service = await startServiceProcess({
    dataDir,
    port: await freePort(),
    roles: ['--api', '--worker'],
    // On a slow machine a backtest is looked for more often than a user may.
    environment: { TIDEMILL_RATE_LIMITS: 'reads=1000000/60,writes=1000000/60,trading=1000000/60' },
  });
  const { key, accountId, scriptId } = await makeUser();
  const ask = async (method: string, path: string, body?: object): Promise<Job> => {
    const response = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.ok(response.ok, text);
    return JSON.parse(text) as Job;
  };
  const finished = async (): Promise<NonNullable<Job['result']>> => {
    const { backtest_id } = await ask('POST', '/v1/backtests', {
      script_id: scriptId,
      account_id: accountId,
      market_tag: 'SIM_BTC_USDT',
      interval: 60,
      start_at: '2024-01-01T00:00:00Z',
      end_at: '2024-01-08T00:00:00Z',
    });
    return until('it has finished', async () => {
      return (await ask('GET', `/v1/backtests/${backtest_id}`)).result;
    });
  };
  const first = await finished();
  assert.equal(first.profit_currency, 'USDT');
  assert.ok(first.orders_filled > 0);

  // Killed, the worker is started again, and the same request has the same result.
  const killed = await until('it has a worker', () => workerOf(service, null));
  process.kill(killed, 'SIGKILL');
  const next = await until('it has another', () => workerOf(service, killed));
  assert.deepEqual(await finished(), first);

  // Killed itself, it takes its worker along.
  await service.end('SIGKILL');
  await until('the worker is gone', () => (isRunning(next) ? null : true));
});

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}
