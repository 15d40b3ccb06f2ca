// Each of the ten strategies over a month, on spot and on futures: every order until three trades
// are over is where a textbook wants it, and nowhere else.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { BacktestOrder } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { START_MS, VANILLA } from '#backtesting/feed.fixture.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import { readRules } from '#domain/visual-rules/read-rules.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { someOf } from '../support/share-of-cases.ts';
import { drawn } from './drawn-document.ts';
import { MONTH_MINUTES, monthOf, WARM_UP_MINUTES } from './foreign-month.ts';
import type { GuideStrategy, Moment } from './guide-strategies.ts';
import { GUIDE_STRATEGIES } from './guide-strategies.ts';
import { candlesOf } from './guide-textbook.ts';

/** Prices that wander, by calm and by wild hours, around a level that they return to. */
const BARS = ((): readonly NonNullable<Bar>[] => {
  const draw = drawn(7);
  let close = 20_000;
  return Array.from({ length: WARM_UP_MINUTES + MONTH_MINUTES }, (_, at): NonNullable<Bar> => {
    const open = close;
    const wildness = 10 + 70 * Math.sin(at / 700) ** 8;
    const pull = (20_000 - open) / 4_000 + 1.5 * Math.sin(at / 2_000);
    close = Math.round(open + (draw() - 0.5) * wildness + pull);
    const [top, bottom] = [Math.max(open, close), Math.min(open, close)];
    return [open, top + Math.round(draw() * 3), bottom - Math.round(draw() * 3), close];
  });
})();

const candles = candlesOf(BARS);

type Holding = { readonly amount: number; readonly cost: number; readonly sinceMs: number };

/** What the orders have left that had ended when the update began; its own come afterwards. */
function heldAt(orders: readonly BacktestOrder[], atMs: number): Holding {
  const ended = orders
    .filter(({ openedAtMs, endedAtMs }) => openedAtMs < atMs && (endedAtMs ?? Infinity) <= atMs)
    .toSorted((a, b) => (a.endedAtMs ?? 0) - (b.endedAtMs ?? 0));
  let held: Holding = { amount: 0, cost: 0, sinceMs: 0 };
  for (const order of ended) {
    const filled = Number(formatDecimal(order.filledAmount));
    const value = filled * Number(formatDecimal(order.averagePrice));
    if (filled === 0) continue;
    const isBuy = order.side === 'buy';
    const amount = held.amount + (isBuy ? filled : -filled);
    if (amount < 1e-9) held = { amount: 0, cost: 0, sinceMs: 0 };
    else {
      const cost = isBuy ? held.cost + value : (held.cost * amount) / held.amount;
      held = { amount, cost, sinceMs: held.amount === 0 ? (order.endedAtMs ?? 0) : held.sinceMs };
    }
  }
  return held;
}

function momentAt(row: number, { amount, cost, sinceMs }: Holding): Moment {
  const entry = amount === 0 ? null : cost / amount;
  const from = Math.floor((sinceMs - START_MS) / MINUTE_MS);
  const since = amount === 0 ? [] : BARS.slice(from, row + 1);
  const best = Math.max(...since.map((bar) => bar[3]), entry ?? 0);
  return { candles, row, close: BARS[row]?.[3] ?? Number.NaN, entry, best };
}

type Judgement = { readonly entries: number; readonly exits: number };

/** Compares each update with what the textbook wants, until three trades are over. */
function judge({ title, wishes }: GuideStrategy, orders: readonly BacktestOrder[]): Judgement {
  let [entries, exits] = [0, 0];
  for (let row = WARM_UP_MINUTES; row < BARS.length && exits < 3; row += 1) {
    const nowMs = START_MS + (row + 1) * MINUTE_MS;
    const held = heldAt(orders, nowMs);
    const rests = orders.some(
      ({ openedAtMs, endedAtMs }) =>
        openedAtMs < nowMs && (endedAtMs === null || endedAtMs > nowMs),
    );
    const placed = orders.filter(({ openedAtMs }) => openedAtMs === nowMs);
    const [buys, sells] = [
      placed.some(({ side }) => side === 'buy'),
      placed.some(({ side }) => side === 'sell'),
    ];
    const wanted = wishes(momentAt(row, held));
    const says = `${title}, minute ${row}: held ${held.amount} at ${held.cost / held.amount}`;
    if (!wanted.near) {
      assert.equal(sells, held.amount > 0 && wanted.exits, `${says}, sells`);
      if (!rests && !sells) {
        const adds = held.amount === 0 || wanted.adds === true;
        assert.equal(buys, adds && wanted.enters, `${says}, buys`);
      }
    }
    if (buys) entries += 1;
    if (sells) exits += 1;
  }
  return { entries, exits };
}

suite('a strategy of a guide trades where a textbook does', () => {
  test('there are ten, of which rules say eight', () => {
    assert.equal(GUIDE_STRATEGIES.length, 10);
    assert.equal(GUIDE_STRATEGIES.filter(({ isRules }) => isRules).length, 8);
  });

  for (const strategy of GUIDE_STRATEGIES.slice(0, someOf(30))) {
    test(strategy.title, (t) => {
      for (const market of [null, VANILLA]) {
        const text = strategy.document(market === null ? 'PlaceBuyOrder' : 'PlaceGoLongOrder');
        const { model, problems } = readVisualText(text, VISUAL_PALETTE);
        assert.deepEqual(problems, []);
        assert.ok(model !== null);
        const { lua, problems: found } = compileVisual(model, VISUAL_PALETTE);
        assert.deepEqual(found, []);
        assert.ok(lua !== null);
        if (strategy.isRules) assert.deepEqual(readRules(model, VISUAL_PALETTE).others, []);
        const report = monthOf({ source: lua, libraries: [], market, bars: BARS });
        const { entries, exits } = judge(strategy, report.orders);
        t.diagnostic(`${report.orders.length} orders; judged ${entries} entries, ${exits} exits`);
        assert.equal(exits, 3, lua);
      }
    });
  }
});
