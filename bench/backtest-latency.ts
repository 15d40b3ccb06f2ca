// From the request of a backtest to its result, through the whole service: the API, the queue, the
// worker process and a thread of it. What the engine takes of it, `bench/backtest.ts` says.

import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServiceProcess } from '../test/support/service-process.ts';
import { freePort } from '../test/support/free-port.ts';
import { runCommand, startServiceProcess } from '../test/support/service-process.ts';
import { removeFolder } from '../test/support/remove-folder.ts';

const SCRIPT = 'bench/script/sma-cross.lua';
const RUNS = 15;
const POLL_MS = 5;
const MONTHS = ['2024-01', '2024-02', '2024-03', '2024-04', '2024-05', '2024-06'] as const;
const RATE_LIMITS = 'reads=100000000/60,writes=100000000/60,expensive=100000000/3600';

type Caller = {
  readonly service: ServiceProcess;
  readonly key: string;
  readonly body: object;
};

/** Milliseconds from the request to the result. */
async function measure({ service, key, body }: Caller, month: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const begin = performance.now();
  const window = { start_at: `${month}-01T00:00:00Z`, end_at: `${month}-29T00:00:00Z` };
  const response = await fetch(`${service.url}/v1/backtests`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...body, ...window }),
  });
  if (response.status !== 202) throw new Error(await response.text());
  const { backtest_id } = (await response.json()) as { readonly backtest_id: string };
  for (;;) {
    const polled = await fetch(`${service.url}/v1/backtests/${backtest_id}`, { headers });
    const text = await polled.text();
    if (polled.status !== 200) throw new Error(text);
    if (text.includes('"finished"')) return performance.now() - begin;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function show(what: string, timesMs: readonly number[], targetMs: number): void {
  const sorted = timesMs.toSorted((left, right) => left - right);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const figures = `median ${median.toFixed(0)} ms, most ${(sorted.at(-1) ?? 0).toFixed(0)} ms`;
  process.stdout.write(`${what.padEnd(44)}${figures} (target ${targetMs} ms)\n`);
}

async function prepare(dataDir: string, service: ServiceProcess): Promise<Caller> {
  await runCommand(dataDir, ['users', 'create', 'bench']);
  const key = await runCommand(dataDir, ['keys', 'create', '--user', 'bench', '--name', 'k']);
  const words = ['accounts', 'create', '--user', 'bench', '--exchange', 'sim', '--name', 'a'];
  const money = ['--market-type', 'spot', '--balance', 'USDT=100000'];
  const account = await runCommand(dataDir, [...words, ...money]);
  const script = await runCommand(dataDir, ['scripts', 'add', SCRIPT, '--user', 'bench']);
  return {
    service,
    key: (key as { key: string }).key,
    body: {
      script_id: (script as { script_id: string }).script_id,
      account_id: (account as { account_id: string }).account_id,
      market_tag: 'SIM_BTC_USDT',
      interval: 1,
    },
  };
}

async function peakMegabytes(service: ServiceProcess): Promise<string> {
  const started = service
    .output()
    .split('\n')
    .find((line) => line.includes('"worker.started"'));
  if (started === undefined || process.platform !== 'linux') return 'unknown';
  const { process_id } = JSON.parse(started) as { readonly process_id: number };
  const status = await readFile(`/proc/${process_id}/status`, 'utf8');
  const kilobytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]);
  return `${Math.round(kilobytes / 1_024)} MB`;
}

const dataDir = await mkdtemp(join(tmpdir(), 'tidemill-bench-'));
const service = await startServiceProcess({
  dataDir,
  port: await freePort(),
  environment: { TIDEMILL_RATE_LIMITS: RATE_LIMITS },
});
try {
  const caller = await prepare(dataDir, service);
  const cold: number[] = [];
  for (const month of MONTHS) cold.push(await measure(caller, month));
  const warm: number[] = [];
  for (let run = 0; run < RUNS; run += 1) warm.push(await measure(caller, MONTHS[0]));
  show('The first run of a fresh worker', cold.slice(0, 1), 1_500);
  show('28 days that were not read before', cold.slice(1), 1_500);
  show('28 days that were', warm, 400);
  process.stdout.write(`Peak memory of the worker: ${await peakMegabytes(service)}\n`);
} finally {
  await service.end('SIGTERM');
  await removeFolder(dataDir);
}
