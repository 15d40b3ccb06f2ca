// Several backtests and bots as one: what they come to together. And two backtests beside one
// another, with a test of whether their difference may be luck.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Portfolio, PortfolioMember } from '#backtesting/portfolio/compute-portfolio.ts';
import { computePortfolio } from '#backtesting/portfolio/compute-portfolio.ts';
import type { RunCloses } from '#backtesting/portfolio/day-closes.ts';
import { pairedReturns } from '#backtesting/portfolio/day-closes.ts';
import type { RunDifference } from '#backtesting/portfolio/difference-of-runs.ts';
import { differenceOfRuns } from '#backtesting/portfolio/difference-of-runs.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { BotStatisticsDeps } from '#services/bot-results/bot-statistics.ts';
import { getBotCloses } from '#services/bot-results/bot-statistics.ts';
import type { BacktestMissing, FindDeps } from '#services/results/get-backtest.ts';
import { getBacktestCloses } from '#services/results/get-statistics.ts';

export type { DifferenceTest, RunDifference } from '#backtesting/portfolio/difference-of-runs.ts';

export type PortfolioDeps = FindDeps & BotStatisticsDeps;

/** What of it is a backtest, and what the newest run of a bot. */
export type MemberName =
  | { readonly kind: 'backtest'; readonly id: string }
  | { readonly kind: 'bot'; readonly id: string };

export type NamedMember = PortfolioMember & {
  readonly member: MemberName;
  readonly marketTag: string | null;
};

export type PortfolioReport = Omit<Portfolio, 'members'> & {
  readonly profitCurrency: string;
  readonly members: readonly NamedMember[];
};

export type PortfolioRejection =
  | BacktestMissing
  | { readonly code: 'bot_not_found' | 'invalid_request'; readonly detail: string };

type RunFound = RunCloses & {
  readonly member: MemberName;
  readonly marketTag: string | null;
  readonly profitCurrency: string;
};

/** Of at least one. Throws Failure. */
export async function getPortfolio(
  deps: PortfolioDeps,
  { caller, members }: { readonly caller: Principal; readonly members: readonly MemberName[] },
): Promise<Result<PortfolioReport, PortfolioRejection>> {
  const runs: RunFound[] = [];
  for (const member of members) {
    const found = await findRun(deps, caller, member);
    if (!found.ok) return found;
    runs.push(found.value);
  }
  const [first] = runs;
  const other = runs.find((run) => run.profitCurrency !== first?.profitCurrency);
  if (first === undefined) return rejected(refusal('Name a backtest or a bot at least.'));
  if (other !== undefined)
    return rejected(
      refusal(
        `"${first.member.id}" counts in ${first.profitCurrency} and "${other.member.id}" in ` +
          `${other.profitCurrency}: amounts of one currency are added up alone.`,
      ),
    );
  const { members: figures, ...all } = computePortfolio(runs);
  const named = runs.flatMap(({ member, marketTag }, index) => {
    const of = figures[index];
    return of === undefined ? [] : [{ ...of, member, marketTag }];
  });
  return accepted({ ...all, profitCurrency: first.profitCurrency, members: named });
}

async function findRun(
  deps: PortfolioDeps,
  caller: Principal,
  member: MemberName,
): Promise<Result<RunFound, PortfolioRejection>> {
  if (member.kind === 'backtest') {
    const found = await getBacktestCloses(deps, { caller, backtestId: member.id });
    if (!found.ok) return found;
    const { backtest, ...closes } = found.value;
    return accepted({ ...closes, member, marketTag: backtest.marketTag });
  }
  const found = await getBotCloses(deps, { userId: caller.userId, botId: member.id });
  if (!found.ok)
    return rejected({ code: found.rejection, detail: `There is no bot "${member.id}".` });
  if (found.value === null) return rejected(refusal(`Bot "${member.id}" has not run yet.`));
  const { bot, ...closes } = found.value;
  return accepted({ ...closes, member, marketTag: bot.marketTag });
}

function refusal(detail: string) {
  return { code: 'invalid_request', detail } as const;
}

/** The first less the other, over the days that both have. Throws Failure. */
export async function getDifference(
  deps: FindDeps,
  query: { readonly caller: Principal; readonly backtestId: string; readonly otherId: string },
): Promise<Result<RunDifference, BacktestMissing>> {
  const { caller, backtestId, otherId } = query;
  const one = await getBacktestCloses(deps, { caller, backtestId });
  if (!one.ok) return one;
  const other = await getBacktestCloses(deps, { caller, backtestId: otherId });
  if (!other.ok) return other;
  return accepted(differenceOfRuns(pairedReturns(one.value, other.value)));
}
