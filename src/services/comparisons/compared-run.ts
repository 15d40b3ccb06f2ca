// The runs of a bot that a day is compared of, and the backtest that each is compared with.

import { identifierFromBytes } from '#lib/identifier.ts';
import { LIMITS } from '#lib/limits.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import type { ComparedWindow } from '#domain/parity/pairs-within.ts';
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
  /** What of the day it ran. */
  readonly window: ComparedWindow;
};

export type FindRunsDeps = Pick<BotRunStore, 'findRun' | 'findEarlierRun'>;

/** Those that ran minutes of the day, oldest first; of many the newest. */
export async function findComparedRuns(
  botRuns: FindRunsDeps,
  bot: Bot,
  dayMs: number,
): Promise<readonly ComparedRun[]> {
  const { botId, activation } = bot;
  const found: ComparedRun[] = [];
  let record = await botRuns.findRun(botId, activation);
  record ??= await botRuns.findEarlierRun(botId, activation);
  while (record !== null && found.length < LIMITS.comparisonRunsMax) {
    const run = comparedRun(record, bot, dayMs);
    // Those before it ended before it began.
    if (record.doneUntilMs <= dayMs) break;
    if (run.window.fromMs < run.window.toMs) found.unshift(run);
    record = await botRuns.findEarlierRun(botId, record.activation);
  }
  return found;
}

function comparedRun(record: BotRunRecord, bot: Bot, dayMs: number): ComparedRun {
  const setup = readLiveSetup(record);
  const startMs = setup.startMs + setup.firstRow * MINUTE_MS;
  const dayEndMs = dayMs + DAY_MS;
  const { doneUntilMs } = record;
  const window = {
    fromMs: Math.max(dayMs, startMs),
    toMs: Math.min(dayEndMs, doneUntilMs),
    isLast: doneUntilMs < dayEndMs || (doneUntilMs === dayEndMs && !goesOn(record, bot)),
  };
  return { record, setup, startMs, window };
}

function goesOn({ activation }: BotRunRecord, bot: Bot): boolean {
  return bot.isActivated && bot.activation === activation;
}

/** Whether it goes on and has not run the day's last minute yet. */
export function isBehind({ record, window }: ComparedRun, bot: Bot): boolean {
  return window.isLast && goesOn(record, bot);
}

/** The same for each request of the day's comparison. */
export function comparisonBacktestId(
  digest: Digest,
  { record, window: { toMs, isLast } }: ComparedRun,
  dayMs: number,
): string {
  const { botId, activation } = record;
  const until = isLast ? `:${toMs}` : '';
  const name = `comparison:${botId}:${activation}:${dayMs}${until}`;
  return identifierFromBytes('bt', digest.sha256(name));
}

/**
 * From the run's first minute to the end of what it ran of the day, with what the run began with:
 * only so does it hold at the day's begin what the bot should have held.
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
    endMs: endMsOf(run.window),
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

/** What a run places in its last update fills in the minute after it. */
function endMsOf({ toMs, isLast }: ComparedWindow): number {
  return isLast ? toMs + MINUTE_MS : toMs;
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
