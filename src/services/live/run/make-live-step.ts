// Builds the step in which a run's news since it was last written are written down: its events, the
// intents of its orders, its log and its figures.

import { decimalFromUnits, formatDecimal } from '#lib/decimal.ts';
import type { Decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Order } from '#venue-port/order/order.ts';
import type { Units } from '#venue-port/money/currency.ts';
import { valueOfUnits } from '#venue-port/money/currency.ts';
import { tradedUnits } from '#domain/position/traded-value.ts';
import { withCertainExcursion } from '#backtesting/excursions.ts';
import { reportOrder, reportPosition } from '#backtesting/report-rows.ts';
import { closedCount } from '#engine/run/positions/position-book.ts';
import { figurePairs } from '#engine/run/positions/figure-pairs.ts';
import { shownFigures } from '#engine/run/positions/run-figures.ts';
import { findOrder } from '#engine/run/orders/bot-orders.ts';
import type { RunLogLine } from '#engine/run/run-log.ts';
import type { Run } from '#engine/run/run.ts';
import { tradeMarket } from '#engine/run/run.ts';
import type { TrackedOrder } from '#engine/run/orders/tracked-order.ts';
import type {
  StepSignal,
  BotFigures,
  BotLine,
  ClosedBotPosition,
  CountedBotOrder,
} from '#ports/stores/bot-run-store.ts';
import type { Turnover } from '#ports/stores/partner-usage-store.ts';
import type { Digest } from '#ports/world/digest.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import type {
  HostedEngine,
  HostedRun,
  LiveEvent,
  WrittenTally,
} from '#services/live/state/hosted-run.ts';
import { noteDelivered, storedEvent } from '#services/live/run/apply-event.ts';
import type { Ending, MadeStep } from '#services/live/state/run-messages.ts';
import { equityOfStep } from '#services/live/run/equity-of-step.ts';
import { identityOf } from '#services/live/orders/order-form.ts';
import { sentCount } from '#services/live/orders/waiting-orders.ts';

const ROI_SCALE = 8;

/** What is new of the run beside what it holds in itself. */
export type StepNews = {
  readonly events: readonly LiveEvent[];
  /** Sequences of the inputs among them. */
  readonly taken: readonly number[];
  readonly orders: readonly Order[];
  readonly fillCursor: string | null;
  readonly marginCursor: string | null;
  readonly staysFollowed: boolean;
  readonly stoppedAtMs: number;
};

/** The step from what is written of the run to where it stands now. */
export function makeLiveStep(
  digest: Digest,
  live: HostedRun,
  news: StepNews,
  nowMs: number,
): MadeStep {
  const { identity, engine, written } = live;
  const { progress, placedCount, placedDigest } = written;
  const { doneRow, ending } = live.progress;
  const { run, setup } = engine;
  const { taken, orders, fillCursor, marginCursor } = news;
  const events = news.events.map((delivered) => storedEvent(setup, delivered));
  const figures = figuresOf(engine);
  for (const text of events) noteDelivered(written, digest, text);
  return {
    atMs: nowMs,
    progress: {
      ...progress,
      doneUntilMs: setup.startMs + doneRow * MINUTE_MS,
      eventCount: progress.eventCount + events.length,
      placedCount,
      placedDigest,
      fillCursor,
      marginCursor,
      openCount: sentCount(live),
    },
    eventCountBefore: progress.eventCount,
    events,
    taken,
    orders,
    ...saidOf(live, ending, nowMs, orders),
    figures,
    positions: toStoredForm(run.positions.open.map(reportPosition)),
    closedPositions: closedOf(run, written),
    filledOrders: filledOf(digest, live),
    ...equityOfStep(live, progress.doneUntilMs, Number(formatDecimal(figures.realizedProfit))),
    isFollowing: identity.isFollowed,
    staysFollowed: news.staysFollowed,
    stoppedAtMs: news.stoppedAtMs,
    ending: ending === null ? null : { reason: ending.reason, by: ending.by },
  };
}

/** Those that no step has named yet. */
function closedOf({ positions }: Run, written: WrittenTally): readonly ClosedBotPosition[] {
  const count = closedCount(positions);
  const fresh = newest(positions.closed, count - written.closedCount);
  written.closedCount = count;
  return fresh.map((position) => {
    const row = withCertainExcursion(position.market, reportPosition(position));
    return { positionId: position.reportId, position: toStoredForm(row) };
  });
}

/** Those that no step has named yet, by their stored names. */
function filledOf(digest: Digest, live: HostedRun): readonly CountedBotOrder[] {
  const { engine, written } = live;
  const { filled, filledCount } = engine.run.orders;
  const fresh = newest(filled, filledCount - written.filledCount);
  written.filledCount = filledCount;
  return fresh.flatMap((order) => {
    const { reportPositionId: positionId } = order;
    if (positionId === null) return [];
    const { orderId } = identityOf(digest, live, order.orderId);
    const filled = toStoredForm(reportOrder(order));
    return [{ positionId, orderId, filled, turnover: turnoverOf(order) }];
  });
}

function newest<T>(list: readonly T[], count: number): readonly T[] {
  return list.slice(list.length - count);
}

/** Of an inverse market: what the contracts are worth at their mean price. */
function turnoverOf({ market, filledLots, filledWeight }: TrackedOrder): Turnover {
  const { grid } = market.terms;
  const traded =
    grid.shape === 'linear'
      ? { numerator: filledWeight, denominator: 1n }
      : { numerator: filledLots * filledLots, denominator: filledWeight };
  const currency = grid.settlementCurrency;
  const volume = valueOfUnits(currency, tradedUnits(grid, traded, 'half_even'));
  return { marketType: market.market.marketType, currency, volume };
}

/** Takes the lines, and what is known of signals, out of the run's log. */
function saidOf(
  live: HostedRun,
  ending: Ending | null,
  nowMs: number,
  orders: readonly Order[],
): Pick<MadeStep, 'lines' | 'signals'> {
  const written = live.engine.run.log.lines.splice(0);
  const signals = signalsOf(live, written, orders);
  return { lines: linesOf(written, ending, nowMs), signals };
}

function linesOf(
  written: readonly RunLogLine[],
  ending: Ending | null,
  nowMs: number,
): readonly BotLine[] {
  const lines = together(written.map(({ signalId: _signalId, ...line }) => line));
  if (ending === null) return lines;
  const severity = ending.isFault ? 'error' : 'info';
  const message = `The bot was stopped: ${ending.reason}`;
  return [...lines, { atMs: nowMs, severity, message }];
}

/** Of each signal that the run has news of: whether it was heard, its orders and its lines. */
function signalsOf(
  { engine: { run }, orders: { orderIds: names } }: HostedRun,
  written: readonly RunLogLine[],
  orders: readonly Order[],
): readonly StepSignal[] {
  const { receptions } = run.log;
  const ordersById = new Map<string, string[]>();
  const add = (signalId: string, orderId: string): void => {
    ordersById.set(signalId, [...(ordersById.get(signalId) ?? []), orderId]);
  };
  for (const { orderId } of orders) {
    const tracked = findOrder(run.orders, names.get(orderId) ?? '');
    if (tracked?.signalId !== undefined) add(tracked.signalId, orderId);
  }
  const said = Map.groupBy(written, ({ signalId }) => signalId ?? '');
  said.delete('');
  const ids = new Set([...receptions.keys(), ...ordersById.keys(), ...said.keys()]);
  const signals = [...ids].map((signalId) => ({
    sequence: Number(signalId),
    reception: receptions.get(signalId) ?? null,
    orderIds: ordersById.get(signalId) ?? [],
    messages: (said.get(signalId) ?? []).map(({ message }) => message),
  }));
  receptions.clear();
  return signals;
}

/** A line that follows on itself is shown once, with how often. */
function together(lines: readonly BotLine[]): readonly BotLine[] {
  const shown: BotLine[] = [];
  for (let index = 0; index < lines.length;) {
    const line = lines[index] as BotLine;
    let end = index + 1;
    while (lines[end]?.message === line.message && lines[end]?.severity === line.severity) end += 1;
    const count = end - index;
    shown.push(count === 1 ? line : { ...line, message: `${line.message} (${count} times)` });
    index = end;
  }
  return shown;
}

function figuresOf({ run, brain }: HostedEngine): BotFigures {
  const { sums, roiPercent } = shownFigures(run);
  const { settlementCurrency } = tradeMarket(run).terms.grid;
  const exact = (units: Units): Decimal => valueOfUnits(settlementCurrency, units);
  return {
    profitCurrency: settlementCurrency,
    realizedProfit: exact(sums.realizedUnits),
    unrealizedProfit: exact(sums.unrealizedUnits),
    roiPercent: percentOf(roiPercent),
    pairs: brain.pairs === undefined ? null : figurePairs(brain.pairs(), exact),
    bracket: brain.bracket?.() ?? null,
    isPaused: run.settings.isPaused,
  };
}

function percentOf(value: number): Decimal {
  const units = Math.round(value * 10 ** ROI_SCALE);
  return decimalFromUnits(BigInt(Number.isSafeInteger(units) ? units : 0), ROI_SCALE);
}
