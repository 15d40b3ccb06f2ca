// Figures of money in the console, compared with what was traded: figures of a backtest and of its
// trades, of a lab's best run, of a bot's run, of an account and of a position, each computed a
// second time from orders, fills, entries of the ledger and candles.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { present } from '#lib/assert.ts';
import type { BacktestOrder } from '../../../sdk/src/api-types.ts';
import type { TidemillClient } from '../../../sdk/src/tidemill-client.ts';
import { until } from '../../support/until.ts';
import { MARKET } from '../furnish.ts';
import { assertShown, cellsOf, numberIn, tableOf } from '../figures/shown-figures.ts';
import type { Candle, Point, SlowTrade, TradeRow } from '../figures/slow-figures.ts';
import {
  equityAtCloses,
  excursionsOf,
  exposureOf,
  monthlyReturns,
  returnFigures,
  tradeFigures,
} from '../figures/slow-figures.ts';
import type { Stage } from '../stage.ts';

const SOURCE = readFileSync(
  new URL('../../../examples/scripts/moving-averages.lua', import.meta.url),
  'utf8',
);
/** Over the end of a month, and long enough for figures of a year. */
const [FROM, TO] = ['2026-09-20T00:00:00.000Z', '2026-10-23T00:00:00.000Z'];

/** Of many, so many trades are compared one by one. */
const TRADES_COMPARED = 12;

export async function figuresOfBacktest({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('fiona');
  const account_id = await service.openAccount('fiona');
  const { script_id } = await user.api.createScript({ body: { name: 'Figures', source: SOURCE } });
  const { backtest_id } = await user.api.createBacktest({
    body: {
      script_id,
      account_id,
      market_tag: MARKET,
      interval: 15,
      start_at: FROM,
      end_at: TO,
      settings: { trade_amount: '4000' },
    },
  });
  await until('the backtest has finished', async () => {
    return (await user.api.getBacktest({ backtest_id })).status === 'finished';
  });
  const orders: BacktestOrder[] = [];
  for await (const order of user.api.each('listBacktestOrders', { backtest_id, limit: 500 }))
    orders.push(order);
  const candles = await candlesOf(user.api, FROM, TO);
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/backtests/${backtest_id}`);
  await tableOf(page, 'Returns').waitFor();
  const points = equityAtCloses(candles, tradedOf(orders), START);
  const window = { startMs: Date.parse(FROM), endMs: Date.parse(TO) };
  const { closed, open } = tradesOf(orders);
  await assertReturns(page, { points, start: START, closed, open, ...window });
  await assertTradeFigures(page, closed);
  await assertTradeList(page, closed, candles);
  await visitor.leave();
}

async function candlesOf(api: TidemillClient, from: string, to: string): Promise<Candle[]> {
  const candles: Candle[] = [];
  const query = { market_tag: MARKET, interval: 1 as const, from, to, limit: 1_500 };
  for await (const { start_at: startAt, high, low, close } of api.each('listMarketCandles', query))
    candles.push({
      startMs: Date.parse(startAt),
      high: Number(high),
      low: Number(low),
      close: Number(close),
    });
  candles.sort((one, other) => one.startMs - other.startMs);
  assert.equal(candles.length, (Date.parse(to) - Date.parse(from)) / 60_000);
  return candles;
}

const START = 10_000;

function tradedOf(orders: readonly BacktestOrder[]): readonly TradeRow[] {
  return orders
    .filter((of) => Number(of.filled_amount) > 0)
    .map((of) => ({
      atMs: Date.parse(present(of.ended_at, 'a filled order has ended')),
      amount: Number(of.filled_amount) * (of.side === 'buy' ? 1 : -1),
      price: Number(of.average_price),
      fee: Number(of.fees),
    }));
}

/** A trade is all orders of one position; the last one is out of it. */
function tradesOf(orders: readonly BacktestOrder[]) {
  const byPosition = new Map<string, TradeRow[]>();
  for (const order of orders.filter((of) => Number(of.filled_amount) > 0)) {
    const key = present(order.position_id, 'what has filled is of a position');
    byPosition.set(key, [...(byPosition.get(key) ?? []), ...tradedOf([order])]);
  }
  const all = [...byPosition].map(([id, parts]) => ({ id, parts }));
  const isClosed = ({ parts }: (typeof all)[number]): boolean =>
    Math.abs(parts.reduce((sum, of) => sum + of.amount, 0)) < 1e-6;
  return {
    closed: all.filter(isClosed).map(({ parts }) => closedTrade(parts)),
    open: all.filter((of) => !isClosed(of)).map(({ parts }) => present(parts[0], 'an entry').atMs),
  };
}

function closedTrade(parts: readonly TradeRow[]): SlowTrade {
  const first = present(parts[0], 'a trade has an entry');
  const last = present(parts.at(-1), 'and an exit');
  const isLong = first.amount > 0;
  const averageOf = (some: readonly TradeRow[]): number =>
    some.reduce((sum, of) => sum + of.amount * of.price, 0) /
    some.reduce((sum, of) => sum + of.amount, 0);
  const profit = parts.reduce((sum, of) => sum - of.amount * of.price - of.fee, 0);
  const entry = averageOf(parts.filter((of) => of.amount > 0 === isLong));
  const exit = averageOf(parts.filter((of) => of.amount > 0 !== isLong));
  return { openedMs: first.atMs, closedMs: last.atMs, isLong, entry, exit, profit };
}

type RunOf = {
  readonly points: readonly Point[];
  readonly start: number;
  readonly closed: readonly SlowTrade[];
  /** When trades that are still open were opened. */
  readonly open: readonly number[];
  readonly startMs: number;
  readonly endMs: number;
};

/** The head of a report, its table of returns, and its months. */
async function assertReturns(
  page: Page,
  { points, start, closed, open, startMs, endMs }: RunOf,
): Promise<void> {
  const right = returnFigures(points, start, startMs);
  const table = tableOf(page, 'Returns');
  const shownOf = async (name: string): Promise<string> => (await cellsOf(table, name))[0] ?? '';
  const exposed = [...closed, ...open.map((openedMs) => ({ openedMs, closedMs: endMs }))];
  for (const [name, value] of [
    ['Total return', right.total],
    ['Growth per year (CAGR)', right.cagr],
    ['Volatility per year', right.volatility],
    ['Sharpe', right.sharpe],
    ['Sortino', right.sortino],
    ['Calmar', right.calmar],
    ['Largest drawdown', right.drawdown],
    ['Best day', right.best],
    ['Worst day', right.worst],
    ['Days with a gain', right.gains],
    ['Time in the market', exposureOf(exposed, startMs, endMs)],
  ] as const)
    assertShown(await shownOf(name), value, name);
  assert.equal(await shownOf('Largest drawdown, down'), spanText(right.drawdownMs));
  const [first = ''] = await page.locator('.figures-panel .figure dd').allInnerTexts();
  assertShown(first, right.total, 'the total return of the head');
  const months = tableOf(page, 'Returns by month');
  for (const [month, value] of monthlyReturns(points, start)) {
    const [year, number] = [month.slice(0, 4), Number(month.slice(5))];
    assertShown(`${(await cellsOf(months, year))[number - 1]} %`, value, month);
  }
}

/** In its two largest units. */
function spanText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const [days, hours] = [Math.floor(minutes / 1_440), Math.floor((minutes % 1_440) / 60)];
  const parts =
    days > 0
      ? [
          [days, 'd'],
          [hours, 'h'],
        ]
      : [
          [hours, 'h'],
          [minutes % 60, 'min'],
        ];
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}

/** The table of trades by direction. */
async function assertTradeFigures(page: Page, closed: readonly SlowTrade[]): Promise<void> {
  const right = tradeFigures(closed);
  assert.ok(right.won > 2 && right.lost > 2, `${right.won} won, ${right.lost} lost`);
  const table = tableOf(page, 'Trades by direction');
  const shownOf = async (name: string): Promise<string> => (await cellsOf(table, name))[0] ?? '';
  for (const [name, value] of [
    ['Net profit', right.net],
    ['Profit factor', right.factor],
    ['Average trade', right.average],
    ['Expectancy', right.expectancy],
    ['Payoff ratio', right.payoff],
  ] as const)
    assertShown(await shownOf(name), value, name);
  assert.equal(await shownOf('Closed trades'), String(right.count));
  assert.equal(await shownOf('Won / lost'), `${right.won} / ${right.lost}`);
  assert.equal(
    await shownOf('Longest streak won / lost'),
    `${right.wonStreak} / ${right.lostStreak}`,
  );
  assert.equal(await shownOf('Average holding time'), spanText(right.held));
}

/** Each row of the list of trades, as far as it is in view. */
async function assertTradeList(
  page: Page,
  closed: readonly SlowTrade[],
  candles: readonly Candle[],
): Promise<void> {
  const inOrder = [...closed].sort((one, other) => one.openedMs - other.openedMs);
  for (const [index, trade] of inOrder.slice(0, TRADES_COMPARED).entries()) {
    const row = page.locator(`.trade-row[aria-rowindex="${index + 2}"]`);
    const cells = await row.locator('td').allInnerTexts();
    const [, , profit = '', , entry = '', exit = '', , favorable = '', adverse = ''] = cells;
    const own = excursionsOf(trade, candles);
    assertShown(profit, trade.profit, `profit of trade ${index}`);
    assertShown(entry, trade.entry, `entry of trade ${index}`);
    assertShown(exit, trade.exit, `exit of trade ${index}`);
    assertShown(favorable.replace('%', ''), own.favorable, `MFE of trade ${index}`);
    assertShown(adverse.replace('%', ''), own.adverse, `MAE of trade ${index}`);
  }
}

/** A run that ended is as it was written: its points are ends of days. */
export async function figuresOfBot({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('bo');
  const account_id = await service.openAccount('bo');
  const { script_id } = await user.api.createScript({ body: { name: 'Figures', source: SOURCE } });
  const what = { name: 'Figures', script_id, account_id, market_tag: MARKET };
  const { bot_id } = await user.api.createBot({ body: what });
  await service.writePastRun(bot_id);
  const closed: SlowTrade[] = [];
  for await (const of of user.api.each('listBotTrades', { bot_id, limit: 500 }))
    closed.push({
      openedMs: Date.parse(of.opened_at ?? ''),
      closedMs: Date.parse(of.closed_at ?? ''),
      isLong: of.direction === 'long',
      entry: Number(of.average_price),
      exit: Number(of.exit_price),
      profit: Number(of.realized_profit),
    });
  const points: Point[] = [];
  for await (const of of user.api.each('listBotEquity', { bot_id }))
    points.push({ atMs: Date.parse(of.timestamp), value: Number(of.equity) });
  const [first, ...rest] = points;
  const { atMs: startMs, value: start } = present(first, 'a run has a start');
  const endMs = present(rest.at(-1), 'and an end').atMs;
  const visitor = await visit(user);
  await visitor.open(`/bots/${bot_id}`);
  await tableOf(visitor.page, 'Returns').waitFor();
  const run = { points: rest, start, closed, open: [], startMs, endMs };
  await assertReturns(visitor.page, run);
  await assertTradeFigures(visitor.page, closed);
  await visitor.leave();
}

/** What is held is the sum of what the ledger says, and its worth is at the market's prices. */
export async function figuresOfAccounts({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('ada');
  const account_id = await service.openAccount('ada');
  const order = { account_id, market_tag: MARKET, type: 'market' as const };
  await user.api.placeOrder({ body: { ...order, side: 'buy', amount: '0.02' } });
  await user.api.placeOrder({ body: { ...order, side: 'sell', amount: '0.005' } });
  const resting = { account_id, market_tag: MARKET, type: 'limit', side: 'buy' } as const;
  await user.api.placeOrder({ body: { ...resting, amount: '0.01', price: '20000' } });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/accounts/${account_id}?tab=fills`);
  const fills = page.getByRole('region', { name: 'Fills' });
  await fills.getByRole('row').nth(2).waitFor();
  const totals = await ledgerTotals(user.api, account_id);
  const balances = page.locator('.panel').filter({ hasText: 'In orders' }).locator('table');
  for (const [currency, total] of totals) {
    const [available = '', locked = ''] = await cellsOf(balances, currency);
    const shown = (numberIn(available) ?? 0) + (numberIn(locked) ?? 0);
    assert.ok(Math.abs(shown - total) < 1e-6, `${currency}: ${shown} is shown, ${total} is there`);
  }
  const reserved = numberIn((await cellsOf(balances, 'USDT'))[1] ?? '') ?? 0;
  assert.ok(
    reserved >= 200 && reserved < 201,
    `${reserved} for the order that rests, with its fee`,
  );
  await assertFills(page, await user.api.listAccountFills({ account_id }));
  await visitor.open('/');
  await assertWorth(page, user.api, { account_id, totals });
  await visitor.leave();
}

async function ledgerTotals(api: TidemillClient, account_id: string) {
  const totals = new Map<string, number>();
  for await (const { currency, change } of api.each('listAccountLedger', {
    account_id,
    limit: 500,
  }))
    totals.set(currency, (totals.get(currency) ?? 0) + Number(change));
  return totals;
}

type Fills = Awaited<ReturnType<TidemillClient['listAccountFills']>>;

/** The newest first, where the list of the API ends with it; each as it was. */
async function assertFills(page: Page, { data }: Fills): Promise<void> {
  const rows = page.getByRole('region', { name: 'Fills' }).locator('tbody tr');
  assert.equal(await rows.count(), data.length);
  for (const [index, fill] of data.toReversed().entries()) {
    const cells = await rows.nth(index).locator('td').allInnerTexts();
    const shown = cells.slice(1, 4).map((text) => numberIn(text));
    assert.deepEqual(shown, [fill.price, fill.amount, fill.fee].map(Number), fill.fill_id);
  }
}

type AccountTotals = { readonly account_id: string; readonly totals: ReadonlyMap<string, number> };

/** The price in it is near those that the market had in the minutes before. */
async function assertWorth(page: Page, api: TidemillClient, { account_id, totals }: AccountTotals) {
  let value = 0;
  await until('the newest value is on the page', async () => {
    const { data } = await api.listAccountEquity({ account_id, limit: 1_500 });
    value = Number(data.at(-1)?.value ?? START);
    if (value === START) return false;
    // A page that is open reads it anew each minute.
    await page.reload();
    const shown = numberIn(await page.locator('.worth-now').innerText()) ?? 0;
    return Math.abs(shown - value) < 0.011;
  });
  const price = (value - (totals.get('USDT') ?? 0)) / (totals.get('BTC') ?? 0);
  const { data: candles } = await api.listMarketCandles({
    market_tag: MARKET,
    interval: 1,
    from: new Date(Date.now() - 15 * 60_000).toISOString(),
  });
  const [least, most] = [
    Math.min(...candles.map(({ low }) => Number(low))),
    Math.max(...candles.map(({ high }) => Number(high))),
  ];
  // The minute that goes on is not among them.
  assert.ok(least * 0.98 <= price && price <= most * 1.02, `${price}: ${least} to ${most}`);
}

/** Entry, profit and return of a position, from its fills and the mark beside them. */
export async function figuresOfPosition({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('paul');
  const account_id = await service.openAccount('paul', 'futures');
  const market_tag = 'SIM_BTC_USDT_PERP';
  const order = { account_id, market_tag, type: 'market' as const };
  await user.api.placeOrder({ body: { ...order, side: 'sell', amount: '0.02' } });
  await user.api.placeOrder({ body: { ...order, side: 'sell', amount: '0.01' } });
  await user.api.placeOrder({ body: { ...order, side: 'buy', amount: '0.005' } });
  let fills: Fills['data'] = [];
  await until('all has filled', async () => {
    fills = (await user.api.listAccountFills({ account_id })).data;
    return fills.reduce((sum, { amount }) => sum + Number(amount), 0) > 0.0349;
  });
  const sold = fills.filter(({ side }) => side === 'sell');
  const amount = sold.reduce((sum, of) => sum + Number(of.amount), 0);
  const entry = sold.reduce((sum, of) => sum + Number(of.amount) * Number(of.price), 0) / amount;
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/accounts/${account_id}`);
  const row = page.getByRole('row').filter({ hasText: market_tag }).first();
  await row.waitFor();
  const [position = '', at = '', mark = '', , profit = ''] = await row
    .locator('td')
    .allInnerTexts();
  assert.equal(numberIn(position.replace('short', '')), 0.025);
  assertShown(at, entry, 'entry');
  const right = (entry - (numberIn(mark) ?? 0)) * 0.025;
  // The mark is shown with fewer digits than it has.
  assert.ok(Math.abs((numberIn(profit) ?? 9) - right) < 0.012 + 0.1 * 0.025, `${profit}: ${right}`);
  // All that it came to, of the margin that it used at most: a tenth of what was sold.
  const bought = fills.filter(({ side }) => side === 'buy');
  const gained = bought.reduce(
    (sum, of) => sum + Number(of.amount) * (entry - Number(of.price)),
    0,
  );
  const paid = fills.reduce((sum, { fee }) => sum + Number(fee), 0);
  const roi = ((right + gained - paid) / ((amount * entry) / 10)) * 100;
  const shown = numberIn(profit.split('\n')[1] ?? '') ?? Number.NaN;
  assert.ok(Math.abs(shown - roi) < 0.02, `${profit}: ${roi}`);
  await visitor.leave();
}
