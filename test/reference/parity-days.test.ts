// Three days of a bot over recorded minutes, at an exchange that treats some of its orders
// otherwise than a backtest does: each difference is attributed to what was injected and to nothing
// else, and the amounts are what the injection cost. The same stands in what the API, the command
// and the page of the day say.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { Decimal } from '#lib/decimal.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { DAY_MS, MINUTE_MS } from '#lib/time.ts';
import { present } from '#lib/assert.ts';
import type { ComparedPair, ParityCause, ParityReport } from '#domain/parity/compare-orders.ts';
import { PARITY_CAUSES } from '#domain/parity/compare-orders.ts';
import { comparisonHarness } from '#services/comparisons/comparison-harness.fixture.ts';
import { readReference, skipWithout } from '../support/reference-data.ts';
import { recordedPrices } from '../support/recorded-prices.ts';
import type { Injection } from './injected-differences.ts';
import {
  DELAY_MINUTES,
  injecting,
  MORE_FEE,
  PART_PERCENT,
  WORSE_BY,
} from './injected-differences.ts';

import type { ComparisonViews, ShownReport } from './shown-comparison.ts';
import { comparisonViews } from './shown-comparison.ts';

const TAG = 'SIM_SOL_USDT';
const AMOUNT = 5;
const FIRST_DAY_MS = Date.UTC(2025, 4, 31);
const DAYS = [0, 1, 2] as const;
const ROWS = 7_000;
/** A thousandth of what is traded. */
const FEE_SHARE = 0.001;

/** Each fifth minute a buy or a sale, after one that leaves enough to pay fees in what is held. */
const TURNS = `
local count = Load('count', 0) + 1
Save('count', count)
local price = CurrentPrice().close
if count == 1 then PlaceBuyOrder(price, ${4 * AMOUNT}, {type = MarketOrderType})
elseif count % 10 == 3 then PlaceBuyOrder(price, ${AMOUNT}, {type = MarketOrderType})
elseif count % 10 == 8 then PlaceSellOrder(price, ${AMOUNT}, {type = MarketOrderType}) end`;

/** Odd ones are sales. */
const PLAN = new Map<number, Injection>([
  [41, 'delay'],
  [90, 'delay'],
  [150, 'split'],
  [201, 'part'],
  [333, 'drop'],
  [400, 'price'],
  [455, 'part'],
  [521, 'drop'],
  [611, 'price'],
  [700, 'fee'],
  [752, 'delay'],
  [801, 'split'],
]);

/** The causes that an injection may show as; the first is what it is. */
const CAUSE_OF: { readonly [injection in Injection]: readonly ParityCause[] } = {
  // The spread and the impact of an amount are others in another minute, or beside less volume.
  delay: ['delay', 'price'],
  part: ['size', 'price'],
  drop: ['missed'],
  price: ['price'],
  fee: ['fee'],
  split: [],
};

/** Opens by minute, straight from the file. */
function recordedOpens(): ReadonlyMap<number, number> {
  const [, ...lines] = readReference('candles/SOLUSDT_1m.csv.gz').trim().split('\n');
  const cells = lines.slice(0, ROWS).map((line) => line.split(','));
  return new Map(cells.map(([at, open]) => [Number(at) * 1_000, Number(open)]));
}

function numberOf(value: Decimal): number {
  return Number(formatDecimal(value));
}

function causesIn({ effects }: ComparedPair): readonly ParityCause[] {
  return PARITY_CAUSES.filter((cause) => effects[cause] !== 0n);
}

/** By what an injection must have changed the bot's result, computed from prices alone. */
function costOf(injection: Injection, pair: ComparedPair, prices: Prices): number {
  const order = present(pair.backtest, 'the backtest placed it');
  const sign = order.side === 'buy' ? 1 : -1;
  const price = numberOf(order.averagePrice);
  const [left, fee] = [prices.closing - price, numberOf(order.fees)];
  switch (injection) {
    case 'delay': {
      const from = order.placedAtMs;
      const moved = prices.openOf(from + DELAY_MINUTES * MINUTE_MS) - prices.openOf(from);
      return -sign * AMOUNT * moved - FEE_SHARE * AMOUNT * moved;
    }
    case 'part':
      return (1 - PART_PERCENT / 100) * (fee - sign * AMOUNT * left);
    case 'drop':
      return fee - sign * AMOUNT * left;
    case 'price':
      return -AMOUNT * numberOf(WORSE_BY) * (1 + sign * FEE_SHARE);
    case 'fee':
      return -numberOf(MORE_FEE);
    case 'split':
      return 0;
  }
}

type Prices = { readonly closing: number; readonly openOf: (atMs: number) => number };

function assertAttributed(report: ParityReport, prices: Prices): readonly Injection[] {
  const found: Injection[] = [];
  for (const pair of report.pairs) {
    const number = Number((pair.backtest ?? pair.live)?.orderId.slice(1));
    const injection = PLAN.get(number);
    const what = `order ${number}, ${injection ?? 'untouched'}`;
    const allowed = injection === undefined ? [] : CAUSE_OF[injection];
    assert.deepEqual(
      causesIn(pair).filter((cause) => !allowed.includes(cause)),
      [],
      what,
    );
    const [cause] = allowed;
    if (injection !== undefined) found.push(injection);
    if (injection === undefined || cause === undefined) continue;
    const cost = costOf(injection, pair, prices);
    assert.ok(Math.abs(numberOf(pair.effects[cause]) - cost) < 0.000_01, `${what}: ${cost}`);
  }
  return found;
}

function assertShown(shown: ShownReport, report: ParityReport): void {
  const sums = [shown.live_profit, shown.backtest_profit].map(decimal);
  assert.deepEqual(sums, [report.liveProfit, report.backtestProfit]);
  assert.equal(shown.equal_count, report.equalCount);
  assert.equal(shown.pairs.length, report.pairs.length);
  const all = [report, ...report.pairs].map(({ effects }) => effects);
  for (const [index, { effects }] of [shown, ...shown.pairs].entries())
    for (const cause of PARITY_CAUSES) assert.equal(decimal(effects[cause]), all[index]?.[cause]);
  for (const [index, { live, backtest, delay_ms: delayMs }] of shown.pairs.entries()) {
    const pair = present(report.pairs[index], 'there are as many');
    assert.deepEqual(
      [live?.order_id, backtest?.order_id, delayMs],
      [pair.live?.orderId, pair.backtest?.orderId, pair.delayMs],
    );
  }
}

/** What a user is shown of the day, each way that there is. */
async function assertShownAlike(
  views: ComparisonViews,
  dayMs: number,
  report: ParityReport,
  folder: string,
): Promise<void> {
  const { status, report: overHttp } = await views.overHttp(dayMs);
  assert.equal(status, 'finished');
  assertShown(present(overHttp, 'it has finished'), report);
  assertShown(await views.byCommand(dayMs), report);
  const page = await views.asPage(dayMs, join(folder, `${dayMs}.html`));
  for (const cause of PARITY_CAUSES)
    assert.ok(page.includes(`"${cause}":"${formatDecimal(report.effects[cause])}"`), cause);
}

suite('three days of recorded minutes', { skip: skipWithout('candles') }, () => {
  test('every difference is attributed to what was injected, to the last unit', async (t) => {
    const { prices } = recordedPrices('SOLUSDT', [TAG], ROWS);
    const opens = recordedOpens();
    const harness = await comparisonHarness(FIRST_DAY_MS - 10 * MINUTE_MS + 20_000, prices);
    const { accountId } = harness.bots.spot;
    const bot = await harness.bots.start(TURNS, { accountId, marketTag: TAG });
    await harness.passMinutes(3 * 24 * 60 + 15, injecting(harness.bots.sim, PLAN));
    const found: Injection[] = [];
    const views = await comparisonViews(harness, bot);
    const folder = mkdtempSync(join(tmpdir(), 'tidemill-parity-'));
    t.after(async () => {
      rmSync(folder, { recursive: true });
      await views.close();
    });
    for (const day of DAYS) {
      const dayMs = FIRST_DAY_MS + day * DAY_MS;
      await views.request(dayMs);
      assert.equal((await views.overHttp(dayMs)).status, 'queued');
      const { report } = await harness.compare(bot, dayMs);
      assert.ok(report !== null && report.pairs.length > 280, `${report?.pairs.length} pairs`);
      const last = present(prices.candleAt(TAG, dayMs + DAY_MS - MINUTE_MS), 'it is recorded');
      const closing = Number(last.close) / 100;
      const openOf = (atMs: number): number => present(opens.get(atMs), 'it is recorded');
      found.push(...assertAttributed(report, { closing, openOf }));
      const explained = PARITY_CAUSES.reduce((sum, cause) => sum + report.effects[cause], 0n);
      assert.equal(explained, report.liveProfit - report.backtestProfit);
      await assertShownAlike(views, dayMs, report, folder);
    }
    assert.deepEqual(found, [...PLAN.values()]);
  });
});
