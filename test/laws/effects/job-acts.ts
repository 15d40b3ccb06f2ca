// Acts of a random day that ask for what is computed later: backtests, labs and comparisons, of
// which some cannot be carried out, and the ends of those that are not wanted any more.

import { DAY_MS, formatInstant, HOUR_MS, MINUTE_MS } from '#lib/time.ts';
import { lendBot, offerSimulated } from '../../support/lend-bot.ts';
import type { Act, Day, JudgedPromise } from './day.ts';
import { begin, SIGNAL_BOT, TAG } from './day.ts';
import type { WorkView } from './judge-promise.ts';
import type { ServedJobs } from './served-jobs.ts';
import { serveJobs } from './served-jobs.ts';

const PARTNER = 'usr_first';
const SURFACES = ['whitelabel', 'partner'] as const;
const GOOD_SOURCE = `local length = Input('Length', 3)
Log('average ' .. SMA(ClosePrices(), length)[1])`;
const BAD_SOURCE = `local length = Input('Length', 3)
error('it cannot go on')`;
const GRID = {
  type: 'spot_grid',
  config: {
    market_tag: TAG,
    lower_price: '50000',
    upper_price: '80000',
    grid_count: 6,
    investment: '3000',
  },
} as const;
const SOON_MS = 3 * HOUR_MS;

type Request = { readonly day: Day; readonly jobs: ServedJobs };

function over(act: (request: Request) => Promise<JudgedPromise>): Act {
  return async (day) => {
    const jobs = await serveJobs(day);
    try {
      return await act({ day, jobs });
    } finally {
      await jobs.served.close();
    }
  };
}

function windowOf({ harness }: Day) {
  const endMs = harness.sim.nowMs() - (harness.sim.nowMs() % HOUR_MS);
  return { start_at: formatInstant(endMs - SOON_MS), end_at: formatInstant(endMs) };
}

async function makeScript({ day, jobs }: Request, source: string): Promise<string> {
  const { userId } = day.harness.spot;
  type Made = { readonly script_id: string };
  return (await jobs.served.call<Made>(userId, 'scripts', { name: 'computed', source })).script_id;
}

/** One of one's own, as a poll shows it: one that failed is discarded, and its 404 says so. */
async function shownBacktest({ day, jobs }: Request, backtestId: string): Promise<WorkView> {
  const { userId } = day.harness.spot;
  const path = `backtests/${backtestId}`;
  const refusal = await jobs.served.request(userId, 'GET', path);
  if (refusal !== null) {
    const reason = / failed and was discarded: (.+)$/s.exec(refusal)?.[1] ?? null;
    return { standing: reason === null ? 'gone' : 'not_done', reason };
  }
  const { status } = await jobs.served.call<{ readonly status: string }>(userId, path);
  return { standing: status === 'finished' ? 'done' : 'waiting', reason: null };
}

type Ending = 'finishes' | 'raises' | 'loses its script';

function endingOf(chance: () => number): Ending {
  const value = chance();
  return value < 0.4 ? 'finishes' : value < 0.7 ? 'raises' : 'loses its script';
}

async function actOnBacktest(request: Request): Promise<JudgedPromise> {
  const { day, jobs } = request;
  const { userId, accountId } = day.harness.spot;
  const ending = endingOf(day.chance);
  const scriptId = await makeScript(request, ending === 'raises' ? BAD_SOURCE : GOOD_SOURCE);
  const { backtest_id: id } = await jobs.served.call<{ readonly backtest_id: string }>(
    userId,
    'backtests',
    { script_id: scriptId, account_id: accountId, market_tag: TAG, interval: 5, ...windowOf(day) },
  );
  if (ending === 'loses its script')
    await jobs.served.request(userId, 'DELETE', `scripts/${scriptId}`);
  const shown = () => shownBacktest(request, id);
  await jobs.carryOutUntil(async () => (await shown()).standing !== 'waiting');
  return workOf('createBacktest', `a run that ${ending}`, {
    canBeDone: ending === 'finishes',
    shown: await shown(),
  });
}

async function actOnOwnBacktest(request: Request): Promise<JudgedPromise> {
  const { day, jobs } = request;
  const { userId, accountId } = day.harness.spot;
  const wish = { account_id: accountId, ...GRID, ...windowOf(day) };
  const { backtest_id: id } = await jobs.served.call<{ readonly backtest_id: string }>(
    userId,
    'strategy-bots/backtests',
    wish,
  );
  const isLost = day.chance() < 0.5;
  if (isLost) day.harness.state.accounts.delete(accountId);
  const shown = () => shownBacktest(request, id);
  await jobs.carryOutUntil(async () => (await shown()).standing !== 'waiting');
  return workOf('backtestStrategyBot', `a grid${isLost ? ' whose account is gone' : ''}`, {
    canBeDone: !isLost,
    shown: await shown(),
  });
}

/** Events of jobs are written by the database: test/integration/storage has them. */
function workOf(
  operation: string,
  act: string,
  work: { readonly canBeDone: boolean; readonly shown: WorkView },
): JudgedPromise {
  return {
    operation,
    act,
    promised: { kind: 'work', ...work, eventWanted: null, events: [] },
  };
}

type PartnerRun = { readonly backtest_id: string };

async function runForPartner(request: Request, surface: string): Promise<PartnerRun> {
  const { day, jobs } = request;
  const { harness } = day;
  const bot = await harness.start(SIGNAL_BOT);
  lendBot(harness, bot, PARTNER, SIGNAL_BOT.config.signal_token);
  offerSimulated(harness, PARTNER);
  const wish = { ...GRID, ...windowOf(day) };
  const path = `${surface}/users/${bot.userId}/backtests`;
  return jobs.served.call<PartnerRun>(PARTNER, path, wish);
}

async function shownToPartner(
  { jobs: { served } }: Request,
  surface: string,
  backtestId: string,
): Promise<WorkView> {
  const path = `${surface}/backtests/${backtestId}/status`;
  if ((await served.request(PARTNER, 'GET', path)) !== null)
    return { standing: 'gone', reason: null };
  type Shown = { readonly status: string; readonly message: string | null };
  const { status, message } = await served.call<Shown>(PARTNER, path);
  if (status === 'completed') return { standing: 'done', reason: null };
  return { standing: status === 'failed' ? 'not_done' : 'waiting', reason: message };
}

async function actOnPartnerRun(request: Request, surface: string): Promise<JudgedPromise> {
  const { day, jobs } = request;
  const { backtest_id: id } = await runForPartner(request, surface);
  const isLost = day.chance() < 0.5;
  if (isLost) for (const accountId of accountsOf(day)) day.harness.state.accounts.delete(accountId);
  const shown = () => shownToPartner(request, surface, id);
  await jobs.carryOutUntil(async () => (await shown()).standing !== 'waiting');
  const act = `a grid${isLost ? ' whose account is gone' : ''}`;
  return workOf(`${surface}RunBacktest`, act, {
    canBeDone: !isLost,
    shown: await shown(),
  });
}

function accountsOf({ harness: { spot, futures } }: Day): readonly string[] {
  return [spot.accountId, futures.accountId];
}

/** Another run is carried out after it, and it is not. */
async function actOnPartnerCancel(request: Request, surface: string): Promise<JudgedPromise> {
  const { jobs } = request;
  const { backtest_id: id } = await runForPartner(request, surface);
  const refusal = await jobs.served.request(PARTNER, 'DELETE', `${surface}/backtests/${id}`);
  if (refusal !== null) throw new Error(`a run that waits is cancelled: ${refusal}`);
  const { backtest_id: next } = await runForPartner(request, surface);
  await jobs.carryOutUntil(
    async () => (await shownToPartner(request, surface, next)).standing !== 'waiting',
  );
  return {
    operation: `${surface}CancelBacktest`,
    act: 'cancels one that waits',
    promised: {
      kind: 'state',
      wanted: { shown: 'gone', attempts: 1 },
      seen: {
        shown: (await shownToPartner(request, surface, id)).standing,
        attempts: jobs.attemptsCount(),
      },
      eventWanted: null,
      events: [],
    },
  };
}

type ShownLab = { readonly status: string; readonly cancel_reason: string | null };

async function startLab(request: Request, source: string) {
  const { day, jobs } = request;
  const { userId, accountId } = day.harness.spot;
  const { served } = jobs;
  const scriptId = await makeScript(request, source);
  const made = { name: 'lengths', script_id: scriptId };
  const { lab_id: labId } = await served.call<{ readonly lab_id: string }>(userId, 'labs', made);
  const path = `labs/${labId}`;
  const configured = await served.request(userId, 'PUT', path, {
    algorithm: 'brute_force',
    account_id: accountId,
    market_tag: TAG,
    interval: 5,
    parameters: [{ key: 'Length', enabled: true, values: [2, 3] }],
  });
  if (configured !== null) throw new Error(`a lab that fits is configured: ${configured}`);
  await served.call(userId, `${path}/start`, windowOf(day));
  return { path, userId, shown: () => served.call<ShownLab>(userId, path) };
}

async function actOnLab(request: Request): Promise<JudgedPromise> {
  const { day, jobs } = request;
  const isLost = day.chance() < 0.5;
  const { shown } = await startLab(request, GOOD_SOURCE);
  if (isLost) for (const accountId of accountsOf(day)) day.harness.state.accounts.delete(accountId);
  await jobs.carryOutUntil(async () => !['queued', 'running'].includes((await shown()).status));
  const { status, cancel_reason: reason } = await shown();
  return workOf('startLab', `two runs${isLost ? ', whose account is gone' : ''}`, {
    canBeDone: !isLost,
    shown: { standing: status === 'completed' ? 'done' : 'not_done', reason },
  });
}

/** A backtest is carried out after it, and none of its jobs. */
async function actOnLabCancel(request: Request): Promise<JudgedPromise> {
  const { jobs } = request;
  const { path, userId, shown } = await startLab(request, GOOD_SOURCE);
  const refusal = await jobs.served.request(userId, 'POST', `${path}/cancel`);
  if (refusal !== null) throw new Error(`a lab that waits is cancelled: ${refusal}`);
  await actOnBacktest(request);
  const { status, cancel_reason: reason } = await shown();
  return {
    operation: 'cancelLab',
    act: 'cancels one that waits',
    promised: {
      kind: 'state',
      wanted: { status: 'cancelled', hasReason: true, attempts: 1 },
      seen: { status, hasReason: (reason ?? '') !== '', attempts: jobs.attemptsCount() },
      eventWanted: null,
      events: [],
    },
  };
}

/** Of a day on which a bot ran for some minutes. */
async function actOnComparison(request: Request): Promise<JudgedPromise> {
  const { day, jobs } = request;
  const { harness, runner } = day;
  const bot = await harness.start("Log('ran')");
  const dayMs = harness.sim.nowMs() - (harness.sim.nowMs() % DAY_MS);
  await begin(day);
  await harness.passMinutes(5, [runner]);
  await harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
  await harness.passMinutes(1, [runner]);
  harness.passMs(DAY_MS + MINUTE_MS);
  const path = `bots/${bot.botId}/comparisons`;
  const text = formatInstant(dayMs).slice(0, 'YYYY-MM-DD'.length);
  await jobs.served.call(bot.userId, path, { day: text });
  const isLost = day.chance() < 0.5;
  if (isLost) for (const accountId of accountsOf(day)) harness.state.accounts.delete(accountId);
  const shown = async (): Promise<WorkView> => {
    const asking = `${path}?day=${text}`;
    const refusal = await jobs.served.request(bot.userId, 'GET', asking);
    if (refusal !== null) return { standing: 'not_done', reason: refusal };
    const { status } = await jobs.served.call<{ readonly status: string }>(bot.userId, asking);
    return { standing: status === 'finished' ? 'done' : 'waiting', reason: null };
  };
  await jobs.carryOutUntil(async () => (await shown()).standing !== 'waiting');
  const act = `a day of a bot${isLost ? ' whose account is gone' : ''}`;
  return workOf('requestBotComparison', act, {
    canBeDone: !isLost,
    shown: await shown(),
  });
}

export const JOB_ACTS: readonly Act[] = [
  over(actOnBacktest),
  over(actOnOwnBacktest),
  over(actOnLab),
  over(actOnLabCancel),
  over(actOnComparison),
  ...SURFACES.flatMap((surface) => [
    over((request) => actOnPartnerRun(request, surface)),
    over((request) => actOnPartnerCancel(request, surface)),
  ]),
];
