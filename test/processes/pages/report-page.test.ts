// Pages of reports in a browser: every mark is drawn at its bar, by its pixels, the page asks for
// nothing, and nothing is wider than the screen. Skipped where no browser is installed.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { renderReport } from '#main/reports/render-report.ts';
import { SAMPLE_START_MS, sampleInput, sampleReport } from '#services/reports/report.fixture.ts';
import type { Browser, Page } from 'playwright-core';
import { DRAWN, findBrowser, NO_BROWSER, startBrowser } from '../../support/browser.ts';
import { openHeard } from '../../support/heard-of-page.ts';
import { blotsOf, colourOfStyle } from '../../support/chart-pixels.ts';
import { someOf } from '../../support/share-of-cases.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const found = await findBrowser();
const skip = found === null ? NO_BROWSER : false;

const WIDTHS = [390, 1440] as const;
const MINUTE_MS = 60_000;
const BARS = 240;
const HOLDING_BARS = 30;
/** The bar in which each trade begins; the second half of them lost. */
const OPENED_BARS = [20, 80, 140, 200] as const;
/** When within its bar a trade begins and ends, as a share of it. */
const WITHIN_BAR = 0.6;
const OUTSIDE_WORDS = '</script><script>document.title = 1</script> $& __REPORT__';

/** What a run of these bars is shown in. */
type Setting = {
  readonly intervalMinutes: number;
  readonly startMs: number;
  readonly timezoneId: string;
};

const MINUTES: Setting = { intervalMinutes: 1, startMs: SAMPLE_START_MS, timezoneId: 'UTC' };
/** Over the ends of summer time, at which an hour of the day comes twice or is left out. */
const OTHER_SETTINGS: readonly Setting[] = [
  { intervalMinutes: 5, startMs: Date.UTC(2024, 2, 30, 18), timezoneId: 'Europe/Berlin' },
  { intervalMinutes: 60, startMs: Date.UTC(2024, 9, 26), timezoneId: 'Europe/Berlin' },
  { intervalMinutes: 1_440, startMs: Date.UTC(2024, 0, 1), timezoneId: 'America/New_York' },
];

/** The instant at so many bars from the beginning. */
function atBar({ startMs, intervalMinutes }: Setting, bar: number): number {
  return startMs + Math.floor(bar * intervalMinutes) * MINUTE_MS;
}

/** Minutes that stand still for a bar, but for its rise, so that none looks like a loss. */
function risingCandles({ startMs, intervalMinutes }: Setting) {
  const rowCount = BARS * intervalMinutes;
  const column = (above: number): Float64Array =>
    Float64Array.from(
      { length: rowCount },
      (_, row) => 1_000 + Math.round(50 * Math.sin(Math.floor(row / intervalMinutes) / 20)) + above,
    );
  return {
    firstOpenMs: startMs,
    rowCount,
    open: column(0),
    high: column(5),
    low: column(-5),
    close: column(3),
    volume: column(0),
    isMissing: new Uint8Array(rowCount),
  };
}

/** Four trades, apart from one another. */
function pageText(setting: Setting): string {
  const { intervalMinutes, startMs } = setting;
  const report = sampleReport();
  const [first] = report.positions;
  const input = sampleInput({ inputs: { Length: 14, Words: OUTSIDE_WORDS } });
  const [market] = input.markets;
  assert.ok(first !== undefined && market !== undefined);
  const markets = [{ ...market, candles: risingCandles(setting) }];
  const positions = OPENED_BARS.map((bar, index) => ({
    ...first,
    positionId: `p${index}`,
    direction: index % 2 === 0 ? ('long' as const) : ('short' as const),
    openedAtMs: atBar(setting, bar + WITHIN_BAR),
    closedAtMs: atBar(setting, bar + HOLDING_BARS + WITHIN_BAR),
    averagePrice: decimal('10'),
    exitPrice: decimal('10.1'),
    realizedProfit: decimal(String(index < 2 ? 3 + index : -3 - index)),
  }));
  // Points between the bars' times, as those of a real equity curve.
  const equity = Array.from({ length: 200 }, (_, index) => {
    return { atMs: startMs + index * 71_000 * intervalMinutes, value: 1_000 + index / 10 };
  });
  const points = equity.map(({ atMs, value }) => ({ atMs, value: value / 100 }));
  const plots = [{ chart: 0, name: 'average', color: null, points }];
  const window = { intervalMinutes, startMs, endMs: atBar(setting, BARS) };
  const gathered = { input: { ...input, ...window, markets }, topUps: [] };
  const filled = sampleReport({ positions, equity, plots });
  return renderReport({ kind: 'backtest', gathered, report: filled });
}

/** The time of the bar at a place of the window, as the library of the chart tells it. */
async function timeAt(page: Page, x: number, y: number): Promise<number> {
  await page.mouse.move(x, y);
  await page.evaluate(DRAWN);
  return page.evaluate<number>(
    `Number(document.querySelector('.chart-legend').getAttribute('data-time'))`,
  );
}

/** The bars at which pixels of a colour of the page's style are drawn among the candles. */
async function barsMarked(page: Page, style: string): Promise<readonly number[]> {
  const box = await page.locator('.report-chart').boundingBox();
  assert.ok(box !== null);
  await page.mouse.move(box.x + 4, box.y - 6);
  await page.evaluate(DRAWN);
  const candles = { x: box.x, y: box.y + 60, width: box.width - 80, height: 310 };
  const blots = await blotsOf(page, candles, await colourOfStyle(page, style));
  const times: number[] = [];
  // What is cut off at an edge has its middle elsewhere.
  const whole = blots.filter(
    ({ x, width }) => x > candles.x && x + width < candles.x + candles.width,
  );
  for (const { x, y, width, height } of whole)
    times.push(await timeAt(page, x + (width - 1) / 2, y + height / 2));
  return times;
}

/** The wanted bar is marked, and each that is marked may be; by their times. */
function assertMarked(found: readonly number[], wanted: number, among: readonly number[]): void {
  assert.ok(found.includes(wanted), `no mark at ${wanted}: ${found.join()}`);
  assert.deepEqual(
    found.filter((time) => !among.includes(time)),
    [],
    `marks belong to ${among.join()}`,
  );
}

suite('the page of a backtest', { skip }, () => {
  let folder = '';
  let browser: Browser | null = null;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidemill-page-'));
    assert.ok(found !== null);
    browser = await startBrowser(found);
  });
  after(async () => {
    await browser?.close();
    await removeFolder(folder);
  });

  async function opened(width: number, setting = MINUTES) {
    assert.ok(browser !== null);
    const file = path.join(folder, `report-${setting.intervalMinutes}.html`);
    writeFileSync(file, pageText(setting));
    const view = { width, height: 1_000, isDark: false };
    const { page, heard } = await openHeard(browser, file, view, setting.timezoneId);
    await page.locator('.report-chart canvas').first().waitFor();
    await page.evaluate(DRAWN);
    return { page, heard };
  }

  async function assertMarksOnBars(width: number, setting: Setting): Promise<void> {
    const { page, heard } = await opened(width, setting);
    const timeOf = (bar: number): number => atBar(setting, bar) / 1_000;
    for (const [index, bar] of OPENED_BARS.entries()) {
      await page.locator(`.trade-row[aria-rowindex="${index + 2}"] .row-button`).click();
      await page.getByRole('button', { name: 'Show all' }).waitFor();
      await page.locator('.report-chart').scrollIntoViewIfNeeded();
      const looks = OPENED_BARS.filter((_, other) => other % 2 === index % 2);
      const entries = await barsMarked(page, index % 2 === 0 ? '--accent' : '--warn');
      assertMarked(entries, timeOf(bar), looks.map(timeOf));
      if (index < 2) continue;
      const exits = OPENED_BARS.slice(2).map((each) => timeOf(each + HOLDING_BARS));
      assertMarked(await barsMarked(page, '--chart-fall'), timeOf(bar + HOLDING_BARS), exits);
    }
    assert.deepEqual(heard, [], 'it asks for nothing, and complains of nothing');
    await page.close();
  }

  for (const width of WIDTHS.slice(0, someOf(WIDTHS.length)))
    test(`has each mark on its bar, ${width} pixels wide`, () => assertMarksOnBars(width, MINUTES));

  for (const setting of OTHER_SETTINGS.slice(0, someOf(OTHER_SETTINGS.length))) {
    const { intervalMinutes, timezoneId } = setting;
    test(`has each mark on its bar of ${intervalMinutes} minutes in ${timezoneId}`, () =>
      assertMarksOnBars(1_440, setting));
  }

  test('shows figures, the months, statistics, what was assumed and the log', async () => {
    const { page } = await opened(768);
    await page.getByRole('heading', { name: 'Distributions' }).first().waitFor();
    const text = (await page.locator('body').innerText()).replaceAll(/\s+/g, ' ');
    for (const shown of [
      'Waves',
      'Total return',
      'too few to tell',
      'Returns by month',
      'Growth per year (CAGR)',
      'Minutes without data 3',
      `Words ${OUTSIDE_WORDS}`,
      'started',
    ])
      assert.ok(text.includes(shown), `${shown} is not in: ${text.slice(0, 2_000)}`);
    assert.equal(await page.title(), 'Waves on m1');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), 768);
    await page.close();
  });
});
