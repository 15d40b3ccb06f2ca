// Attacks of a hostile user on an installation, each until it is asked to stop.

import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { openDatabase } from '#adapters/postgres/connection/database.ts';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { ATTACKS as SCRIPTS } from '../metering/attacks.ts';
import type { ApiResponse, Installation, Tenant } from './installation.ts';
import { asking } from './installation.ts';

export type Attack = {
  readonly name: string;
  /** It kills the service on its way, so that nobody responds for a while. */
  readonly restarts?: boolean;
  /** Goes on until the signal is aborted, then leaves nothing running. */
  run(this: void, installation: Installation, stop: AbortSignal): Promise<void>;
};

const MARKET_TAG = 'SIM_BTC_USDT';
/** True of live bots and false in the dry run of a save. */
const HIDDEN = "if GetRemoteSignal('go') == SignalLong then";

export const BOT_SOURCES: Readonly<Record<string, string>> = {
  'exponential columns': 'local c = ClosePrices() for i = 1, 40 do c = c + c end Log(c[1])',
  'many averages': 'local c = ClosePrices() for i = 2, 9000 do local s = WMA(c, i) end',
  'a loop without end': 'while true do end',
  'tables without end': 'local t = {} while true do t[#t + 1] = {1, 2, 3} end',
  'texts without end': "local t = {} while true do t[#t + 1] = ('a'):rep(1e6) .. #t end",
  'columns without end': 'local t = {} local i = 1 while true do i = i + 1 t[i] = HNC(9000, i) end',
  'saved megabytes': "for i = 1, 900 do Save('k' .. i, ('a'):rep(1e5)) end",
  'a huge log': "for i = 1, 1e5 do Log(('a'):rep(1000) .. i) end",
  'a search that is quadratic':
    "local s = ('a'):rep(4e6) local p = ('a'):rep(1e5) .. 'b' while true do local x = s:find(p, 1, true) end",
  'NUL in an error': "error('boom\\0x')",
  'lone surrogates': 'Log(string.char(237, 160, 128)) error(string.char(237, 160, 128))',
  'numbers that overflow':
    "Save('n', 1e308 * 10) PlaceBuyOrder(1e300, 1e300) Log(1e308 * 10) CustomReport('x', 1e308)",
};

/** What a live bot does, hidden from the check of its script. */
function hidden(body: string): string {
  return `${HIDDEN}\n${body}\nend`;
}

async function makeScript({ ask }: Tenant, source: string): Promise<string> {
  const name = `evil ${randomBytes(4).toString('hex')}`;
  return String(must(await ask('POST', '/v1/scripts', { name, source }), 201)['script_id']);
}

async function makeBot(tenant: Tenant, source: string): Promise<string | null> {
  const { accountId, ask } = tenant;
  const script_id = await makeScript(tenant, source);
  const wished = { name: 'evil', script_id, account_id: accountId, market_tag: MARKET_TAG };
  const made = await ask('POST', '/v1/bots', { ...wished, settings: { interval: 1 } });
  const botId = String(must(made, 201)['bot_id']);
  const started = await ask('POST', `/v1/bots/${botId}/start`);
  return started.status === 200 ? botId : null;
}

/** `each`: so many of every kind; signals wake them all the time. */
function hostileBots(each: number, restarts: boolean): Attack {
  return {
    name: restarts ? 'hostile bots, killed and loaded' : 'hostile bots',
    restarts,
    async run(installation, stop) {
      const { attacker } = installation;
      const sources = Object.values(BOT_SOURCES).flatMap((body) => Array<string>(each).fill(body));
      const bots: string[] = [];
      for (const body of sources) {
        const botId = await makeBot(attacker, hidden(body));
        if (botId !== null) bots.push(botId);
      }
      const signal = { name: 'go', action: 'buy' };
      for (let round = 0; !stop.aborted; round += 1) {
        for (const botId of bots)
          await quietly(attacker.ask('POST', `/v1/bots/${botId}/signals`, signal));
        if (restarts && round === 2) await installation.restart();
        await pause(1_000);
      }
      for (const botId of bots) {
        await quietly(attacker.ask('POST', `/v1/bots/${botId}/stop`));
        await quietly(attacker.ask('DELETE', `/v1/bots/${botId}`));
      }
    },
  };
}

const WINDOW = { start_at: '2026-01-01T00:00:00Z', end_at: '2026-06-01T00:00:00Z' };
const HEAVY = `local sum = 0 for step = 1, 20000 do sum = sum + step end Log(sum)
  local length = Input('Length', 5)`;

const backtests = (count: number): Attack => ({
  name: `${count} backtests`,
  async run({ attacker }, stop) {
    const { accountId, ask } = attacker;
    const script_id = await makeScript(attacker, HEAVY);
    const wished = {
      script_id,
      account_id: accountId,
      market_tag: MARKET_TAG,
      interval: 1,
      ...WINDOW,
    };
    const made = await many(count, async () =>
      must(await ask('POST', '/v1/backtests', wished), 202),
    );
    await untilStopped(stop);
    await many(made.length, async (index) =>
      ask('DELETE', `/v1/backtests/${String(made[index]?.['backtest_id'])}`),
    );
  },
});

const labs: Attack = {
  name: '5 labs of 200 heavy runs',
  async run({ attacker }, stop) {
    const labIds = await many(5, async () => makeLab(attacker, HEAVY, 200));
    for (const labId of labIds)
      must(await attacker.ask('POST', `/v1/labs/${labId}/start`, WINDOW), 202);
    await untilStopped(stop);
    for (const labId of labIds) await attacker.ask('DELETE', `/v1/labs/${labId}`);
  },
};

async function makeLab(tenant: Tenant, source: string, valuesCount: number): Promise<string> {
  const { accountId, ask } = tenant;
  const script_id = await makeScript(tenant, source);
  const made = await ask('POST', '/v1/labs', { name: 'evil', script_id, algorithm: 'brute_force' });
  const labId = String(must(made, 201)['lab_id']);
  const place = { account_id: accountId, market_tag: MARKET_TAG };
  must(await configure(tenant, labId, valuesCount, place), 200);
  return labId;
}

async function configure(
  { ask }: Tenant,
  labId: string,
  valuesCount: number,
  place: object,
): Promise<ApiResponse> {
  const values = Array.from({ length: valuesCount }, (_, index) => index + 2);
  const parameter = { key: 'Length', enabled: true, values };
  const design = { algorithm: 'brute_force', interval: 1, ...place };
  return ask('PUT', `/v1/labs/${labId}`, { ...design, parameters: [parameter] });
}

/** An attack that is refused where it prepares itself attacks nothing. */
function must({ status, body }: ApiResponse, wanted: number): ApiResponse['body'] {
  if (status !== wanted) throw new Error(`${status} instead of ${wanted}: ${JSON.stringify(body)}`);
  return body;
}

const restartedLab: Attack = {
  name: 'a lab restarted while it is read',
  async run({ attacker }, stop) {
    const { accountId, ask } = attacker;
    const place = { account_id: accountId, market_tag: MARKET_TAG };
    const window = { start_at: '2026-03-01T00:00:00Z', end_at: '2026-03-01T02:00:00Z' };
    const labId = await makeLab(attacker, "local n = Input('Length', 5) Log(n)", 1);
    for (let round = 0; !stop.aborted; round += 1) {
      await configure(attacker, labId, round % 2 === 0 ? 1 : 12, place);
      const reads = many(24, async () => quietly(ask('GET', `/v1/labs/${labId}/results`)));
      await quietly(ask('POST', `/v1/labs/${labId}/start`, window));
      await reads;
      await pause(200);
    }
    await ask('DELETE', `/v1/labs/${labId}`);
  },
};

const slowSaves: Attack = {
  name: '60 slow saves a minute',
  async run({ attacker }, stop) {
    const source = 'local t = {} for i = 2, 1999 do t[#t + 1] = SMA(ClosePrices(), i) + i end';
    const script_id = await makeScript(attacker, source);
    await fromLanes(12, stop, async (round) => {
      await attacker.ask('PUT', `/v1/scripts/${script_id}/source`, {
        source: `${source} -- ${round}`,
      });
    });
  },
};

const bigLists: Attack = {
  name: '16 readers of big lists',
  async run({ attacker }, stop) {
    const library = `-- ${'x'.repeat(200_000)}\nlocal n = Input('Length', 5)`;
    for (let count = 0; count < 10; count += 1) await makeLab(attacker, library, 5);
    await fromLanes(16, stop, async () => void (await attacker.ask('GET', '/v1/labs?limit=500')));
  },
};

const bigBodies: Attack = {
  name: 'bodies of 1 MiB of unknown keys',
  async run({ attacker }, stop) {
    const body = Object.fromEntries(
      Array.from({ length: 70_000 }, (_, index) => [`key${index}`, 1]),
    );
    await fromLanes(4, stop, async () => void (await attacker.ask('POST', '/v1/orders', body)));
  },
};

const thousandKeys: Attack = {
  name: '1,000 keys of one partner',
  async run({ url, partnerKey }, stop) {
    const ask = asking(url, partnerKey);
    const wished = { name: 'another', scopes: ['whitelabel'] };
    const made = await many(
      1_000,
      async () => (await ask('POST', '/v1/whitelabel/keys', wished)).body,
    );
    const keys = made.map(({ key }) => String(key));
    await fromLanes(64, stop, async (round) => {
      const own = asking(url, keys[round % keys.length] ?? partnerKey);
      await own('GET', '/v1/whitelabel/bots');
    });
  },
};

const unknownKeys: Attack = {
  name: 'unknown keys, as many as 64 connections can send',
  async run({ url }, stop) {
    await fromLanes(64, stop, async () => {
      const key = `tm_live_${randomBytes(32).toString('base64url')}`;
      await asking(url, key)('GET', '/v1/bots');
    });
  },
};

/**
 * Rows of the attacker, changed so that nothing fits any more; then all that reads them is asked.
 */
const damagedRows: Attack = {
  name: 'damaged rows',
  async run(installation, stop) {
    const { attacker, dataDir } = installation;
    const labId = await makeLab(attacker, "local n = Input('Length', 5) Log(n)", 3);
    const script_id = await makeScript(attacker, "Log('a')");
    const wished = { script_id, account_id: attacker.accountId, market_tag: MARKET_TAG };
    await attacker.ask('POST', '/v1/backtests', { ...wished, interval: 1, ...SHORT_WINDOW });
    must(await attacker.ask('POST', `/v1/labs/${labId}/start`, SHORT_WINDOW), 202);
    await pause(3_000);
    const cluster = await attachCluster(dataDir);
    const database = openDatabase({ url: cluster.url });
    try {
      const text = `UPDATE labs SET plan = '{"damaged":1}' WHERE lab_id = $1`;
      await database.write({ text }, [labId]);
    } finally {
      await database.close();
      await cluster.detach();
    }
    const paths = [`/v1/labs/${labId}/results`, `/v1/labs/${labId}`, '/v1/labs', '/v1/backtests'];
    await fromLanes(4, stop, async (round) => {
      await quietly(attacker.ask('GET', paths[round % paths.length] ?? '/v1/labs'));
      await pause(50);
    });
    await quietly(attacker.ask('DELETE', `/v1/labs/${labId}`));
  },
};

const SHORT_WINDOW = { start_at: '2026-03-01T00:00:00Z', end_at: '2026-03-01T02:00:00Z' };

/** Each of the scripts that use up their budget in a way of their own, as a backtest. */
const heavyScripts: Attack = {
  name: 'backtests of scripts that cost more than they are charged',
  async run({ attacker }, stop) {
    const { accountId, ask } = attacker;
    const names = Object.keys(SCRIPTS);
    await fromLanes(3, stop, async (round) => {
      const source = `if Load('n', 0) > 0 then ${SCRIPTS[names[round % names.length] ?? ''] ?? ''} end Save('n', 1)`;
      const script_id = await makeScript(attacker, source);
      const wished = { script_id, account_id: accountId, market_tag: MARKET_TAG, interval: 1 };
      await ask('POST', '/v1/backtests', { ...wished, ...SHORT_WINDOW });
      await ask('DELETE', `/v1/scripts/${script_id}`);
    });
  },
};

export const ATTACKS: readonly Attack[] = [
  backtests(100),
  labs,
  slowSaves,
  bigLists,
  bigBodies,
  thousandKeys,
  unknownKeys,
  restartedLab,
  damagedRows,
  heavyScripts,
  hostileBots(1, false),
  hostileBots(10, true),
];

async function many<T>(count: number, work: (index: number) => Promise<T>): Promise<readonly T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) made.push(await work(index));
  return made;
}

/** Work that is repeated on so many connections until the attack is over. */
async function fromLanes(
  count: number,
  stop: AbortSignal,
  work: (round: number) => Promise<void>,
): Promise<void> {
  let round = 0;
  const lane = async (): Promise<void> => {
    while (!stop.aborted) await quietly(work((round += 1)));
  };
  await Promise.all(Array.from({ length: count }, lane));
}

/** An attacker does not care what comes of it. */
async function quietly(requested: Promise<unknown>): Promise<void> {
  await requested.catch(async () => pause(MINUTE_MS / 600));
}

async function untilStopped(stop: AbortSignal): Promise<void> {
  while (!stop.aborted) await pause(100);
}
