// Uses the service as a user does who does nothing unusual, and says how long everything took.

import { setTimeout as pause } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { MINUTE_MS } from '#lib/time.ts';
import type { Tenant } from './installation.ts';
import { asking } from './installation.ts';

export type Market = {
  readonly account_id: string;
  readonly market_tag: string;
  readonly script_id: string;
};

export type VictimTask = {
  readonly url: string;
  readonly key: string;
  readonly accountId: string;
  readonly market: Market;
  readonly durationMs: number;
};

export type Figures = {
  readonly balanceMs: readonly number[];
  readonly backtestMs: readonly number[];
  readonly saveMs: readonly number[];
  /** How much later than requested this thread itself was woken, each time. */
  readonly lateMs: readonly number[];
  /** Requests that got 5xx, by status. */
  readonly failures: readonly string[];
};

export const LOG_SOURCE = "Log('a minute')";
const BALANCE_PAUSE_MS = 40;
const TURN_PAUSE_MS = 1_000;
const WAKE_MS = 20;
const POLL_MS = 20;
const BACKTEST_MINUTES = 60;

const port = parentPort;
if (port !== null) port.postMessage(await measure(workerData as VictimTask));

async function measure(task: VictimTask): Promise<Figures> {
  const requests = requestsOf(asking(task.url, task.key), task);
  const endMs = performance.now() + task.durationMs;
  const failures: string[] = [];
  const repeat = async (work: () => Promise<string | null>, pauseMs: number) => {
    const tookMs: number[] = [];
    while (performance.now() < endMs) {
      const fromMs = performance.now();
      const failure = await work().catch(() => 'nobody responds');
      tookMs.push(performance.now() - fromMs);
      if (failure !== null) failures.push(failure);
      await pause(pauseMs);
    }
    return tookMs;
  };
  const noteLateness = async () => {
    const lateMs: number[] = [];
    while (performance.now() < endMs) {
      const dueMs = performance.now() + WAKE_MS;
      await pause(WAKE_MS);
      lateMs.push(Math.max(0, performance.now() - dueMs));
    }
    return lateMs;
  };
  const [lateMs, balanceMs, backtestMs, saveMs] = await Promise.all([
    noteLateness(),
    repeat(requests.readBalance, BALANCE_PAUSE_MS),
    repeat(requests.runBacktest, TURN_PAUSE_MS),
    repeat(requests.saveScript, TURN_PAUSE_MS),
  ]);
  return { balanceMs, backtestMs, saveMs, lateMs, failures };
}

/** Each returns what went wrong, null when nothing did. */
function requestsOf(ask: Tenant['ask'], { accountId, market }: VictimTask) {
  async function readBalance(): Promise<string | null> {
    const { status } = await ask('GET', `/v1/accounts/${accountId}/balance`);
    return status === 200 ? null : `balance ${status}`;
  }

  async function saveScript(): Promise<string | null> {
    const { status } = await ask('PUT', `/v1/scripts/${market.script_id}/source`, {
      source: LOG_SOURCE,
    });
    return status === 200 ? null : `save ${status}`;
  }

  async function runBacktest(): Promise<string | null> {
    const endMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 10 * MINUTE_MS;
    const window = {
      start_at: new Date(endMs - BACKTEST_MINUTES * MINUTE_MS).toISOString(),
      end_at: new Date(endMs).toISOString(),
    };
    const { status, body } = await ask('POST', '/v1/backtests', {
      ...market,
      ...window,
      interval: 1,
    });
    if (status !== 202) return `backtest ${status}`;
    for (;;) {
      const found = await ask('GET', `/v1/backtests/${String(body['backtest_id'])}`);
      if (found.status !== 200) return `poll ${found.status}`;
      if (found.body['status'] === 'finished') return null;
      await pause(POLL_MS);
    }
  }

  return { readBalance, saveScript, runBacktest };
}
