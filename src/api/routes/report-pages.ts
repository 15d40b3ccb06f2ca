// Reports as documents: what the page of a backtest, a lab or a portfolio shows, gathered from the
// operations that have its parts. `console/src/report/report-document.ts` is their type in a page.

import type { ReadOne, ReportPage } from '#api/http/report-page.ts';

type Job = {
  readonly backtest_id: string;
  readonly script_id: string | null;
  readonly market_tag: string | null;
  readonly status: string;
  readonly request: { readonly strategy: { readonly type: string } | null };
};

/** As many of each as the console shows. */
const BACKTEST_PARTS = [
  ['bars', 'listBacktestBars', 3_000],
  ['equity', 'listBacktestEquity', 2_000],
  ['plots', 'listBacktestPlots', 1_000],
  ['drawings', 'listBacktestDrawings', 3_000],
  ['objects', 'listBacktestObjects', 12_000],
  ['trades', 'listBacktestPositions', 10_000],
  ['orders', 'listBacktestOrders', 500],
  ['logs', 'listBacktestLogs', 500],
  ['exports', 'listBacktestExports', 40],
] as const;

const LAB_RESULTS_MAX = 2_000;

export const backtestPage: ReportPage = async (body, { readList, readOne }) => {
  const job = body as Job;
  if (job.status !== 'finished') return null;
  const named = { backtest_id: job.backtest_id };
  const statistics = await readOne('getBacktestStatistics', named);
  if (statistics === null) return null;
  const parts: Record<string, readonly unknown[]> = {};
  for (const [part, operation, most] of BACKTEST_PARTS)
    parts[part] = await readList(operation, named, {}, most);
  const name = await nameOf(job, readOne);
  const document = {
    kind: 'backtest',
    script_name: name,
    price_decimals: decimalsOf(parts['bars'] ?? []),
    job,
    statistics,
    ...parts,
  };
  return { title: `${name} on ${job.market_tag ?? ''}`, document };
};

export const labPage: ReportPage = async (body, { readList, readOne }) => {
  const lab = body as {
    readonly lab_id: string;
    readonly name: string;
    readonly script_id: string;
  };
  const named = { lab_id: lab.lab_id };
  const document = {
    kind: 'lab',
    script_name: await scriptName(lab.script_id, readOne),
    lab,
    parameters: await readList('listLabParameters', named, {}, LAB_RESULTS_MAX),
    results: await readList('listLabResults', named, { sort: '-profit' }, LAB_RESULTS_MAX),
    overfitting: await readOne('getLabOverfitting', named),
    runs: [],
  };
  return { title: lab.name, document };
};

export const portfolioPage: ReportPage = async (body, { readOne }) => {
  type Member = { readonly backtest_id: string | null; readonly bot_id: string | null };
  const { members } = body as { readonly members: readonly Member[] };
  const names: string[] = [];
  for (const member of members) names.push(await memberName(member, readOne));
  return { title: 'Portfolio', document: { kind: 'portfolio', portfolio: body, names } };
};

async function memberName(
  {
    backtest_id: backtestId,
    bot_id: botId,
  }: {
    readonly backtest_id: string | null;
    readonly bot_id: string | null;
  },
  readOne: ReadOne,
): Promise<string> {
  if (botId !== null) {
    const bot = (await readOne('getBot', { bot_id: botId })) as { readonly name: string } | null;
    return bot?.name ?? botId;
  }
  const job = (await readOne('getBacktest', { backtest_id: backtestId ?? '' })) as Job | null;
  return job === null ? (backtestId ?? '') : nameOf(job, readOne);
}

/** Of its script, or of its strategy. */
async function nameOf(
  { script_id: scriptId, request: { strategy } }: Job,
  readOne: ReadOne,
): Promise<string> {
  if (strategy === null) return scriptName(scriptId, readOne);
  type Strategies = { readonly data: readonly { readonly type: string; readonly name: string }[] };
  const known = (await readOne('listStrategies', {})) as Strategies | null;
  return known?.data.find(({ type }) => type === strategy.type)?.name ?? strategy.type;
}

async function scriptName(scriptId: string | null, readOne: ReadOne): Promise<string> {
  if (scriptId === null) return 'Backtest';
  const found = (await readOne('getScript', { script_id: scriptId })) as {
    readonly name: string;
  } | null;
  return found?.name ?? 'Backtest';
}

/** Of the prices of its market, as its candles have them. */
function decimalsOf(bars: readonly unknown[]): number {
  const closes = (bars as readonly { readonly close: string }[]).map(({ close }) => close);
  return Math.max(0, ...closes.map((close) => (close.split('.')[1] ?? '').length));
}
