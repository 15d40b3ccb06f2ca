// Gathers what a backtest of a file needs: no account and no stored script, only a market of this
// installation and its minutes.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { minuteStartMs } from '#lib/time.ts';
import { INTERVALS_MINUTES } from '#domain/candle/interval.ts';
import type { BacktestInput } from '#engine/backtest/backtest.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { settingsOf } from '#services/backtests/backtest-choices.ts';
import type { ChartWindow, Gathered, MarketDeps } from '#services/backtests/gather-input.ts';
import { gatherMarkets, topUpsOf, withTopUps } from '#services/backtests/gather-input.ts';
import { findMarketAnywhere } from '#services/history/history-coverage.ts';

export type LocalBacktest = ChartWindow & {
  readonly script: BacktestInput['script'];
  readonly libraries: BacktestInput['libraries'];
  readonly marketTag: string;
  readonly choices: BacktestChoices;
  /** Empty: play money. */
  readonly wallet: BacktestInput['wallet'];
};

/** No account: rules that it would decide are the simplest. */
const NO_ACCOUNT = { marginMode: null, positionMode: null } as const;

/** The window is cut to whole minutes. A refusal is a sentence. Throws Failure. */
export async function gatherLocalInput(
  deps: MarketDeps,
  wish: LocalBacktest,
): Promise<Result<Gathered, string>> {
  const { marketTag, intervalMinutes, choices, wallet } = wish;
  const [startMs, endMs] = [minuteStartMs(wish.startMs), minuteStartMs(wish.endMs)];
  if (wish.endMs <= wish.startMs) return rejected('The window ends before it begins.');
  if (endMs === startMs) return rejected('The window has no whole minute.');
  if (!INTERVALS_MINUTES.includes(intervalMinutes)) {
    return rejected(`An interval is one of ${INTERVALS_MINUTES.join(', ')} minutes.`);
  }
  const trade = await findMarketAnywhere(deps, marketTag);
  if (trade === null) return rejected(`There is no market "${marketTag}".`);
  const window = { intervalMinutes, startMs, endMs };
  const markets = await gatherMarkets(deps, trade, choices, window);
  if (!markets.ok) return rejected(markets.rejection.reason.message);
  const settings = settingsOf(choices, NO_ACCOUNT);
  const [first] = markets.value;
  const topUps = first === undefined ? [] : topUpsOf(first, window, wallet, settings);
  const input: BacktestInput = {
    script: wish.script,
    libraries: wish.libraries,
    markets: markets.value,
    ...window,
    accountId: 'local',
    wallet: withTopUps(wallet, topUps),
    fees: null,
    inputs: Object.fromEntries(choices.inputs),
    settings,
  };
  return accepted({ input, topUps });
}
