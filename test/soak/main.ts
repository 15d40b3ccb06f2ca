// `npm run soak [-- hours=24 bots=100 minutes=38 orders=2]`: so many simulated hours of bots that
// trade, in so many minutes, beside an API with so many orders and three times as many lists each
// simulated minute. Prints the slope of each series with its bounds (`slope.ts`), and ends with 1
// when one that is to be level grows. The first quarter, in which processes warm up, is left out.
// Linux only.

import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MINUTE_MS } from '#lib/time.ts';
import { table } from '../../bench/bots/figures.ts';
import type { BenchWorld } from '../../bench/bots/world.ts';
import { makeWorld } from '../../bench/bots/world.ts';
import { freePort } from '../support/free-port.ts';
import { removeFolder } from '../support/remove-folder.ts';
import type { ServiceProcess } from '../support/service-process.ts';
import { startServiceProcess } from '../support/service-process.ts';
import type { Measurement } from './measure-soak.ts';
import { isToBeLevel, measureAll } from './measure-soak.ts';
import type { Sample } from './slope.ts';
import { judgeSlope, slopeOf } from './slope.ts';
import type { RunnerSample } from './soak-runner.ts';

const HOUR_MS = 60 * MINUTE_MS;
/** Samples of the whole run. */
const SAMPLES = 144;
const WARM_UP = 0.25;
const REPLY_MS_MAX = 120_000;
const RUNNER = fileURLToPath(new URL('soak-runner.ts', import.meta.url));
const FAST = 'reads=100000/60,trading=100000/60,writes=100000/60';

const given = new Map(
  process.argv.slice(2).map((word) => [word.split('=')[0], Number(word.split('=')[1])]),
);
const hours = given.get('hours') ?? 24;
const botsCount = given.get('bots') ?? 100;
const minutes = given.get('minutes') ?? 38;
const ordersPerMinute = given.get('orders') ?? 2;

const times = (hours * HOUR_MS) / (minutes * MINUTE_MS);

function startRunner(url: string, beganMs: number) {
  const words = [url, String(beganMs), String(times)];
  const child = fork(RUNNER, words, { execArgv: ['--expose-gc'] });
  return {
    pid: child.pid ?? 0,
    async sample(): Promise<RunnerSample> {
      const reply = once(child, 'message', { signal: AbortSignal.timeout(REPLY_MS_MAX) });
      child.send('sample');
      const [found] = (await reply) as [RunnerSample];
      return found;
    },
    async end(): Promise<void> {
      const gone = once(child, 'exit');
      child.send('stop');
      await gone;
    },
  };
}

/** What people and programs do beside the bots, as long as `isOver` says. */
async function useApi(service: ServiceProcess, isOver: () => boolean): Promise<number> {
  const [key = ''] = /tm_live_\w+/.exec(service.welcome()) ?? [];
  const [accountId = ''] = /acc_\w+/.exec(service.welcome()) ?? [];
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json',
    'content-type': 'application/json',
  };
  const own = `/v1/accounts/${accountId}/orders`;
  const lists = [own, '/v1/bots', '/v1/events', '/v1/orders', `${own}/history`, '/v1/audit'];
  const restMs = MINUTE_MS / times / ordersPerMinute;
  let failedCount = 0;
  const send = async (path: string, init: RequestInit = {}): Promise<void> => {
    const response = await fetch(`${service.url}${path}`, { headers, ...init });
    await response.arrayBuffer();
    if (!response.ok) failedCount += 1;
  };
  for (let count = 0; !isOver(); count += 1) {
    const order = {
      market_tag: 'SIM_BTC_USDT',
      side: count % 2 === 0 ? 'buy' : 'sell',
      type: 'market',
      amount: '0.0001',
    };
    await send(own, { method: 'POST', body: JSON.stringify(order) });
    for (let each = 0; each < 3; each += 1)
      await send(lists[(3 * count + each) % lists.length] ?? own);
    await pause(restMs);
  }
  return failedCount;
}

function printSlopes(samples: ReadonlyMap<string, readonly Sample[]>): boolean {
  const rows = [['what', 'mean', 'an hour', 'least', 'most', '']];
  let isLevel = true;
  for (const [series, values] of samples) {
    const slope = slopeOf(values.filter(({ hours: at }) => at >= hours * WARM_UP));
    const verdict = isToBeLevel(series) ? judgeSlope(slope) : '';
    if (verdict === 'grows') isLevel = false;
    // Most tables never change.
    const isStill = slope.estimate === 0 && /^(table|indexes) /.test(series);
    if (isStill || (!isToBeLevel(series) && slope.estimate === 0)) continue;
    const figures = [slope.mean, slope.estimate, slope.least, slope.most];
    rows.push([series, ...figures.map((value) => value.toFixed(2)), verdict]);
  }
  console.log(table(rows));
  return isLevel;
}

async function soak(world: BenchWorld, service: ServiceProcess): Promise<void> {
  const beganMs = Date.now() - hours * HOUR_MS - 10 * MINUTE_MS;
  await world.startBots(
    botsCount,
    ['sma-cross', 'three-indicators', 'plain-lua', 'idle'],
    () => beganMs,
  );
  const runner = startRunner(world.url, beganMs);
  const state = { isOver: false };
  const using = useApi(service, () => state.isOver);
  const samples = new Map<string, Sample[]>();
  const add = (measured: Measurement, at: number): void => {
    for (const [series, value] of measured)
      samples.set(series, [...(samples.get(series) ?? []), { hours: at, value }]);
  };
  const endMs = beganMs + hours * HOUR_MS;
  let last: RunnerSample;
  do {
    await pause((minutes * MINUTE_MS) / SAMPLES);
    last = await runner.sample();
    const measured = await measureAll(world.database, last, service.child.pid ?? 0, runner.pid);
    add(measured, (last.nowMs - beganMs) / HOUR_MS);
    add(new Map([['bots behind', last.behindCount]]), (last.nowMs - beganMs) / HOUR_MS);
  } while (last.nowMs < endMs);
  state.isOver = true;
  const failedCount = await using;
  const orders = { text: 'SELECT count(*)::int AS count FROM orders' };
  const [placed] = await world.database.read<{ readonly count: number }>(orders, []);
  console.log(
    `${hours} simulated hours, ${times.toFixed(0)} times as fast; ${last.runningCount} bots; ` +
      `${placed?.count ?? 0} orders; ${failedCount} requests failed; ${last.warningsCount} warnings`,
  );
  if (!printSlopes(samples) || failedCount > 0) process.exitCode = 1;
  await runner.end();
}

const world = await makeWorld();
const dataDir = mkdtempSync(join(tmpdir(), 'tidemill-soak-'));
try {
  const environment = { DATABASE_URL: world.url, TIDEMILL_RATE_LIMITS: FAST };
  const port = await freePort();
  const service = await startServiceProcess({ dataDir, port, roles: ['--api'], environment });
  try {
    await soak(world, service);
  } finally {
    await service.end('SIGTERM');
  }
} finally {
  await world.end();
  await removeFolder(dataDir);
}
