// What a user notices who does nothing unusual: a balance that is read all the time, a backtest
// that takes no time by itself, a script that is saved, and a bot that runs each minute.

import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import type { Installation, Tenant } from './installation.ts';

export type Figures = {
  readonly balanceMs: readonly number[];
  readonly backtestMs: readonly number[];
  readonly saveMs: readonly number[];
  /** Requests that were answered with 5xx, by status. */
  readonly failures: readonly string[];
};

export type Victim = {
  /** Uses the service until `end` settles. */
  during(this: void, end: Promise<void>): Promise<Figures>;
  /** Minutes in which its bot ran, as its log tells. */
  minutes(this: void): Promise<readonly number[]>;
};

const BALANCE_PAUSE_MS = 40;
const TURN_PAUSE_MS = 1_000;
const POLL_MS = 20;
const BACKTEST_MINUTES = 60;
const LOG_SOURCE = "Log('a minute')";

export async function makeVictim(installation: Installation): Promise<Victim> {
  const { accountId, ask } = installation.victim;
  const script = await ask('POST', '/v1/scripts', { name: 'quiet', source: LOG_SOURCE });
  const scriptId = String(script.body['script_id']);
  const market = { account_id: accountId, market_tag: 'SIM_BTC_USDT', script_id: scriptId };
  const bot = await ask('POST', '/v1/bots', { ...market, name: 'q', settings: { interval: 1 } });
  const botId = String(bot.body['bot_id']);
  const started = await ask('POST', `/v1/bots/${botId}/start`);
  if (started.status !== 200) throw new Error(JSON.stringify([bot, started]));

  const requests = requestsOf(installation.victim, market);

  return {
    async during(end) {
      const state = { isOver: false };
      const failures: string[] = [];
      const over = end.finally(() => {
        state.isOver = true;
      });
      const repeat = async (work: () => Promise<string | null>, pauseMs: number) => {
        const tookMs: number[] = [];
        while (!state.isOver) {
          const fromMs = performance.now();
          const failure = await work().catch(() => 'nobody answers');
          tookMs.push(performance.now() - fromMs);
          if (failure !== null) failures.push(failure);
          await pause(pauseMs);
        }
        return tookMs;
      };
      const [balanceMs, backtestMs, saveMs] = await Promise.all([
        repeat(requests.readBalance, BALANCE_PAUSE_MS),
        repeat(requests.runBacktest, TURN_PAUSE_MS),
        repeat(requests.saveScript, TURN_PAUSE_MS),
        over,
      ]);
      return { balanceMs, backtestMs, saveMs, failures };
    },
    async minutes() {
      const { body } = await ask('GET', `/v1/bots/${botId}/logs?limit=500`);
      const lines = body['data'] as readonly {
        readonly timestamp: string;
        readonly message: string;
      }[];
      return lines
        .filter(({ message }) => message === 'a minute')
        .map(({ timestamp }) => Math.floor(Date.parse(timestamp) / MINUTE_MS))
        .toSorted((left, right) => left - right);
    },
  };
}

type Market = {
  readonly account_id: string;
  readonly market_tag: string;
  readonly script_id: string;
};

/** Each answers what went wrong, null when nothing did. */
function requestsOf({ accountId, ask }: Tenant, market: Market) {
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
