// Reading a report: its figures are those of the API, and each trade stands in the chart on the bar
// in which it happened, as the pointer and the pixels show.

import assert from 'node:assert/strict';
import type { BacktestPosition } from '../../../sdk/src/api-types.ts';
import type { Page } from 'playwright-core';
import { present } from '#lib/assert.ts';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';

/** Of many, so many are looked for in the chart. */
const TRADES_LOOKED_AT = 2;
const PATIENCE_MS = 180_000;

type SeenBar = { readonly time: number; readonly marks: readonly string[]; readonly x: number };

export async function reportOfBacktest({ service, visit }: Stage): Promise<void> {
  const { user, own } = await settledUser(service);
  const { backtestId } = own;
  const named = { backtest_id: backtestId };
  const [job, statistics, { data: trades }] = await Promise.all([
    user.api.getBacktest(named),
    user.api.getBacktestStatistics(named),
    user.api.listBacktestPositions({ ...named, limit: 500 }),
  ]);
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/backtests');
  await page.getByRole('link', { name: 'Moving averages' }).click();
  await page.getByRole('heading', { level: 1, name: 'Moving averages' }).waitFor();
  const figures = await page.locator('.figures').innerText();
  const share = Math.abs(Number(statistics.total_return));
  const percent = String(Number(share.toFixed(share < 1 ? 3 : 2)));
  assert.ok(figures.includes(percent), `${percent} is not among: ${figures}`);
  assert.ok(figures.includes(`${trades.filter((of) => of.is_closed).length}`));
  const barSeconds = present(job.report?.bar_minutes, 'the chart has bars') * 60;
  const step = Math.max(1, Math.floor(trades.length / TRADES_LOOKED_AT));
  for (let index = 0; index < trades.length; index += step) {
    const trade = present(trades[index], 'a trade of the list');
    await page.locator('.trade-row .row-button').nth(0).waitFor();
    await showTrade(page, index, trades.length);
    await assertMarks(page, trade, barSeconds);
  }
  await page.getByRole('button', { name: 'Profit', exact: true }).click();
  const first = await page.locator('.trade-row[aria-rowindex="2"]').innerText();
  const most = Math.max(...trades.map((of) => Number(of.realized_profit)));
  assert.ok(first.includes(most.toFixed(3).slice(0, -2)), `${first} is the best, ${most}`);
  await page.getByRole('heading', { name: 'Distributions and resampled runs' }).waitFor();
  await visitor.picture('report');
  await visitor.leave();
}

/** Rows beyond those in view are drawn when one scrolls to them. */
async function showTrade(page: Page, index: number, count: number): Promise<void> {
  const list = page.getByRole('region', { name: 'Trades', exact: true });
  const share = index / Math.max(1, count - 1);
  await list.evaluate(`(list) => {
    list.scrollTop = ${share} * (list.scrollHeight - list.clientHeight);
  }`);
  await page.locator(`.trade-row[aria-rowindex="${index + 2}"] .row-button`).click();
  await page.getByRole('button', { name: 'Show all' }).waitFor();
}

async function assertMarks(page: Page, trade: BacktestPosition, barSeconds: number) {
  const barOf = (instant: string | null): number =>
    Math.floor(Date.parse(instant ?? '') / 1_000 / barSeconds) * barSeconds;
  const { position_id: id, opened_at: openedAt, closed_at: closedAt } = trade;
  const wanted: readonly (readonly [string, number])[] = [
    [`entry ${id}`, barOf(openedAt)],
    ...(trade.is_closed ? [[`exit ${id}`, barOf(closedAt)] as const] : []),
  ];
  for (const [mark, time] of wanted) {
    const at = await seek(page, time);
    assert.equal(at.time, time, `the chart has the bar of ${mark}`);
    assert.ok(at.marks.includes(mark), `${mark} is on its bar, there are: ${at.marks.join()}`);
    for (const beside of [time - barSeconds, time + barSeconds]) {
      const { marks } = await seek(page, beside);
      assert.ok(!marks.includes(mark), `${mark} is on no other bar`);
    }
    // Exits have the colours of candles.
    if (mark.startsWith('exit')) continue;
    const quiet = await seek(page, time - 12 * barSeconds);
    if (quiet.marks.length > 0) continue;
    const [here, there] = [await colours(page, at.x), await colours(page, quiet.x)];
    assert.ok(here > there + 8, `${mark} is drawn at its bar: ${here} pixels, elsewhere ${there}`);
  }
}

/** Points at the bar of an instant, which may be on its way: a chosen trade moves the chart. */
async function seek(page: Page, time: number): Promise<SeenBar> {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const seen = await pointAt(page, time);
    if (seen.time === time || Date.now() > endMs) return seen;
    await page.waitForTimeout(100);
  }
}

/** Time grows with the distance from the left. */
async function pointAt(page: Page, time: number): Promise<SeenBar> {
  const box = await restingBox(page);
  let [left, right] = [box.x + 2, box.x + box.width - 76];
  for (;;) {
    const x = (left + right) / 2;
    await page.mouse.move(x, box.y + 120);
    const seen = { x, ...(await page.evaluate<Omit<SeenBar, 'x'>>(POINTED)) };
    if (seen.time === time || right - left < 1) return seen;
    if (seen.time < time) left = x;
    else right = x;
  }
}

/** Where the chart is once the page scrolls no more: a chosen trade brings it into view. */
async function restingBox(page: Page) {
  const chart = page.locator('.report-chart');
  for (let before: number | null = null; ;) {
    const box = present(await chart.boundingBox(), 'the chart is on the page');
    if (box.y === before) return box;
    before = box.y;
    await page.waitForTimeout(100);
  }
}

/** The chart is drawn with the next frame, and the legend with the one behind it. */
const POINTED = `(async () => {
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  await frame();
  await frame();
  const legend = document.querySelector('.report-chart .chart-legend');
  const marks = [...document.querySelectorAll('.report-chart [data-mark]')];
  return {
    time: Number(legend?.getAttribute('data-time')),
    marks: marks.map((mark) => mark.getAttribute('data-mark')),
  };
})()`;

/** Pixels of a picture that have the colour of an entry. */
const COUNT_MARKS = `async (text) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
  context.drawImage(bitmap, 0, 0);
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
  const probe = document.createElement('span');
  document.body.append(probe);
  const marks = ['--accent', '--warn'].map((name) => {
    probe.style.color = 'var(' + name + ')';
    return getComputedStyle(probe).color.match(/\\d+/g).map(Number);
  });
  probe.remove();
  let count = 0;
  for (let at = 0; at < data.length; at += 4)
    if (marks.some((mark) => mark.every((part, index) => Math.abs(part - data[at + index]) < 6)))
      count += 1;
  return count;
}`;

/** The same in a narrow column of the candles. */
async function colours(page: Page, x: number): Promise<number> {
  const box = present(await page.locator('.report-chart').boundingBox(), 'the chart is in view');
  await page.mouse.move(box.x + 2, box.y - 4);
  const clip = { x: x - 5, y: box.y + 34, width: 11, height: 300 };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate<number>(`(${COUNT_MARKS})('${picture}')`);
}
