// Writes down what a run did since it was last written: its events, the intents of its orders, its
// log and its figures, as one step.

import { decimalFromUnits } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Order } from '#domain/order/order.ts';
import { valueOfUnits } from '#domain/money/currency.ts';
import { reportPosition } from '#engine/backtest/report-rows.ts';
import { runFigures } from '#engine/run/run-figures.ts';
import { tradeMarket } from '#engine/run/run.ts';
import type { BotFigures, BotLine, CommitStepOutcome } from '#ports/bot-run-store.ts';
import { toStoredForm } from '#services/backtests/stored-form.ts';
import type { Absorbed } from '#services/bot-runs/absorb-venue.ts';
import type { BotRunDeps } from '#services/bot-runs/bot-run-deps.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';

const ROI_SCALE = 8;

/** Throws Failure and OutcomeUnknown; the run is then to be made again from what is stored. */
export async function commitLiveStep(
  { runs, clock }: BotRunDeps,
  live: LiveBot,
  { events, fillCursor }: Absorbed,
  orders: readonly Order[],
): Promise<CommitStepOutcome> {
  const { record, over, setup, doneRow, placedCount, placedDigest } = live;
  const next = {
    ...record,
    doneUntilMs: setup.startMs + doneRow * MINUTE_MS,
    eventCount: record.eventCount + events.length,
    placedCount,
    placedDigest,
    fillCursor,
  };
  const outcome = await runs.commitStep(live.fence, {
    record: next,
    eventCountBefore: record.eventCount,
    events: events.map(toStoredForm),
    taken: [],
    orders,
    lines: linesOf(live, clock.nowMs()),
    figures: figuresOf(live),
    positions: toStoredForm([...live.run.positions.open.values()].map(reportPosition)),
    ending: over === null ? null : { reason: over.reason },
  });
  if (outcome.kind === 'committed') live.record = next;
  return outcome;
}

/** Takes the lines out of the run's log. */
function linesOf({ run, over }: LiveBot, nowMs: number): readonly BotLine[] {
  const written = run.log.lines.splice(0);
  const lines = written.map((line) => ({ ...line, message: storable(line.message) }));
  if (over === null) return lines;
  const severity = over.isFault ? 'error' : 'info';
  const message = storable(`The bot was stopped: ${over.reason}`);
  return [...lines, { atMs: nowMs, severity, message }];
}

/** Scripts write any bytes; a database keeps only text. */
function storable(message: string): string {
  return message.toWellFormed().replaceAll('\0', '\uFFFD');
}

function figuresOf({ run }: LiveBot): BotFigures {
  const { sums, roiPercent } = runFigures(run, null);
  const { settlementCurrency } = tradeMarket(run).terms.grid;
  return {
    realizedProfit: valueOfUnits(settlementCurrency, sums.realizedUnits),
    unrealizedProfit: valueOfUnits(settlementCurrency, sums.unrealizedUnits),
    roiPercent: percentOf(roiPercent),
    isPaused: run.settings.isPaused,
  };
}

function percentOf(value: number): Decimal {
  const units = Math.round(value * 10 ** ROI_SCALE);
  return decimalFromUnits(BigInt(Number.isSafeInteger(units) ? units : 0), ROI_SCALE);
}
