// The markets of a lab: the first, and those beside it on which each set of inputs is run as well.
// A result stands for all of them; the run on each has an id of its own, which differs from that of
// the result in its last character.

import { combineFigures } from '#backtesting/sweep/combine-figures.ts';
import type { ResultFigures } from '#backtesting/sweep/result-figures.ts';
import type { SweepRun } from '#backtesting/sweep/run-sweep.ts';
import type { LabExecutionKey, LabStore } from '#ports/stores/lab-store.ts';
import type { LabPlan } from '#services/labs/lab-plan.ts';

/** The place of a market in an id; there are no more markets than characters. */
const PLACES = '0123456789abcdefghjkmnpqrstvwxyz';

/** What a set of inputs gave on one market. */
export type MarketResult = Pick<SweepRun, 'failure'> & {
  readonly marketTag: string;
  readonly figures: Pick<
    ResultFigures,
    'realizedProfit' | 'positionsClosed' | 'maxDrawdownPercent' | 'sharpeRatio' | 'startEquity'
  > | null;
};

/** Market tags of a lab, the first one foremost. */
export function marketsOf({ config, place }: Pick<LabPlan, 'config' | 'place'>): readonly string[] {
  return [place.marketTag, ...(config.furtherMarkets ?? [])];
}

/** Of the market at this place; the first market's is that of the result. */
export function marketResultId(resultId: string, place: number): string {
  return `${resultId.slice(0, -1)}${PLACES[place] ?? ''}`;
}

/** The plan of the run on the market that the id names. */
export function planOfMarket<Plan extends Pick<LabPlan, 'config' | 'place'>>(
  plan: Plan,
  backtestId: string,
): Plan | null {
  const tags = marketsOf(plan);
  if (tags.length === 1) return plan;
  const marketTag = tags[PLACES.indexOf(backtestId.at(-1) ?? '')];
  return marketTag === undefined ? null : { ...plan, place: { ...plan.place, marketTag } };
}

/** The execution and the result that a run belongs to; null: no lab of the user has it. */
export async function findExecutionOfRun(
  labs: Pick<LabStore, 'findExecutionOf'>,
  userId: string,
  backtestId: string,
): Promise<{ readonly key: LabExecutionKey; readonly resultId: string } | null> {
  // As many calls whatever the id is, so that how long it takes says nothing of ids of others.
  for (const resultId of [backtestId, marketResultId(backtestId, 0)]) {
    const key = await labs.findExecutionOf(userId, resultId);
    if (key !== null) return { key, resultId };
  }
  return null;
}

/** The same set of inputs on each market, as one run; with what each gave. */
export function combineRuns(
  marketTags: readonly string[],
  runs: readonly SweepRun[],
): SweepRun & { readonly markets: readonly MarketResult[] } {
  const named = runs.map((run, place) => ({ ...run, marketTag: marketTags[place] ?? '' }));
  const figures = runs.flatMap((run) => (run.figures === null ? [] : [run.figures]));
  const failed = named.find(({ failure }) => failure !== null);
  return {
    figures: failed === undefined ? combineFigures(figures) : null,
    failure: failed?.failure
      ? { ...failed.failure, message: `${failed.marketTag}: ${failed.failure.message}` }
      : null,
    runKey: JSON.stringify(runs.map(({ runKey }) => runKey)),
    markets: named.map(({ marketTag, failure, figures: of }) => ({
      marketTag,
      failure,
      figures: of === null ? null : shortFigures(of),
    })),
  };
}

function shortFigures(of: ResultFigures): NonNullable<MarketResult['figures']> {
  const { realizedProfit, positionsClosed, maxDrawdownPercent, sharpeRatio, startEquity } = of;
  return {
    realizedProfit,
    positionsClosed,
    maxDrawdownPercent,
    sharpeRatio,
    ...(startEquity === undefined ? {} : { startEquity }),
  };
}
