// Victim who does nothing unusual: a balance that is read all the time, a backtest that takes no
// time by itself, a script that is saved, and a bot that runs each minute.

import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { MINUTE_MS } from '#lib/time.ts';
import type { Installation } from './installation.ts';
import { LOG_SOURCE } from './victim-thread.ts';
import type { Figures, Market, VictimTask } from './victim-thread.ts';

export type Victim = {
  /** Uses the service for so long. */
  during(this: void, durationMs: number): Promise<Figures>;
  /** Minutes in which its bot ran, as its log tells. */
  minutes(this: void): Promise<readonly number[]>;
};

export async function makeVictim(installation: Installation): Promise<Victim> {
  const { accountId, ask, key } = installation.victim;
  const { url } = installation;
  const script = await ask('POST', '/v1/scripts', { name: 'quiet', source: LOG_SOURCE });
  const scriptId = String(script.body['script_id']);
  const market: Market = { account_id: accountId, market_tag: 'SIM_BTC_USDT', script_id: scriptId };
  const bot = await ask('POST', '/v1/bots', { ...market, name: 'q', settings: { interval: 1 } });
  const botId = String(bot.body['bot_id']);
  const started = await ask('POST', `/v1/bots/${botId}/start`);
  if (started.status !== 200) throw new Error(JSON.stringify([bot, started]));

  return {
    during: async (durationMs) => {
      // On a thread of its own, so that an attack's own work does not delay what is measured.
      const workerData: VictimTask = { url, key, accountId, market, durationMs };
      const thread = new Worker(new URL('victim-thread.ts', import.meta.url), { workerData });
      const [figures] = (await once(thread, 'message')) as [Figures];
      return figures;
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
