// The run of a bot that a day is compared of, and the backtest that it is compared with.

import { identifierFromBytes } from '#lib/identifier.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { Backtest, BacktestStrategy } from '#ports/stores/backtest-store.ts';
import type { BotRunRecord, BotRunStore } from '#ports/stores/bot-run-store.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import { choicesToText, NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { frozenToText } from '#services/backtests/frozen-run.ts';
import type { LiveSetup } from '#services/live/state/live-setup.ts';
import { readLiveSetup } from '#services/live/state/live-setup.ts';

export type ComparedRun = {
  readonly record: BotRunRecord;
  readonly setup: LiveSetup;
  /** Its first minute. */
  readonly startMs: number;
};

/** The latest run of the bot that began before the day's end; null when there is none. */
export async function findComparedRun(
  botRuns: Pick<BotRunStore, 'findRun' | 'findEarlierRun'>,
  { botId, activation }: Bot,
  dayMs: number,
): Promise<ComparedRun | null> {
  let record = await botRuns.findRun(botId, activation);
  record ??= await botRuns.findEarlierRun(botId, activation);
  while (record !== null) {
    const setup = readLiveSetup(record);
    const startMs = setup.startMs + setup.firstRow * MINUTE_MS;
    if (startMs < dayMs + DAY_MS) return { record, setup, startMs };
    record = await botRuns.findEarlierRun(botId, record.activation);
  }
  return null;
}

/** The same for each request of the day's comparison. */
export function comparisonBacktestId(
  digest: Digest,
  { record }: ComparedRun,
  dayMs: number,
): string {
  const { botId, activation } = record;
  return identifierFromBytes('bt', digest.sha256(`comparison:${botId}:${activation}:${dayMs}`));
}

/**
 * From the run's first minute to the day's end, with what the run began with: only so does it hold
 * at the day's begin what the bot should have held.
 */
export function comparisonBacktest(
  digest: Digest,
  bot: Bot,
  run: ComparedRun,
  { dayMs, nowMs }: { readonly dayMs: number; readonly nowMs: number },
): Backtest {
  const { setup, startMs } = run;
  const { brain } = setup;
  const [marketTag = ''] = setup.marketTags;
  const script =
    brain.kind === 'script'
      ? { name: 'script', source: brain.source }
      : { name: brain.type, source: '' };
  return {
    backtestId: comparisonBacktestId(digest, run, dayMs),
    userId: bot.userId,
    scriptId: bot.brain.kind === 'script' ? bot.brain.scriptId : null,
    ...strategyOf(setup),
    accountId: bot.accountId,
    marketTag,
    intervalMinutes: setup.intervalMinutes,
    startMs,
    endMs: dayMs + DAY_MS,
    choices: choicesToText(choicesOf(setup)),
    frozen: frozenToText({
      script,
      libraries: brain.kind === 'script' ? brain.libraries : [],
      wallet: setup.wallet.balances.map(({ currency, available }) => ({
        currency,
        amount: available,
      })),
      warmUpMinutes: setup.firstRow,
    }),
    queuedAtMs: nowMs,
  };
}

function strategyOf({ brain }: LiveSetup): { readonly strategy?: BacktestStrategy } {
  if (brain.kind === 'script') return {};
  return { strategy: { type: brain.type, config: brain.config } };
}

function choicesOf(setup: LiveSetup): BacktestChoices {
  const { leverage, marginMode, positionMode, seed, tradeAmountQuote } = setup;
  const { tradeAmountPercent, pyramiding } = setup;
  return {
    ...NO_CHOICES,
    inputs: Object.entries(setup.inputs),
    rules: 'realistic',
    leverage,
    marginMode,
    positionMode,
    seed,
    tradeAmountQuote,
    ...(tradeAmountPercent === undefined ? {} : { tradeAmountPercent }),
    ...(pyramiding === undefined ? {} : { pyramiding }),
  };
}
