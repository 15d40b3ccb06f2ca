// Pages of reports in a browser: every mark stands on its bar, all of the window is shown, and
// nothing is wider than the screen. Skipped where no browser is installed.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { renderReport } from '#main/opening/render-report.ts';
import { sampleComparison } from '#services/reports/comparison-report.fixture.ts';
import { renderComparisonReport } from '#services/reports/render-comparison-report.ts';
import { SAMPLE_START_MS, sampleInput, sampleReport } from '#services/reports/report.fixture.ts';
import type { Browser } from 'playwright-core';
import type { OpenPage } from '../support/browser.ts';
import { findBrowser, NO_BROWSER, openFile, startBrowser } from '../support/browser.ts';
import { someOf } from '../support/share-of-cases.ts';

const found = await findBrowser();
const skip = found === null ? NO_BROWSER : false;

const WIDTHS = [390, 768, 1440] as const;
const MINUTE_MS = 60_000;

/** Four trades, apart from one another, of which two lost. */
function pageText(): string {
  const report = sampleReport();
  const [first] = report.positions;
  assert.ok(first !== undefined);
  const positions = [20, 80, 140, 200].map((minute, index) => ({
    ...first,
    direction: index % 2 === 0 ? ('long' as const) : ('short' as const),
    openedAtMs: SAMPLE_START_MS + minute * MINUTE_MS,
    closedAtMs: SAMPLE_START_MS + (minute + 30) * MINUTE_MS,
    averagePrice: decimal(String(1_000 + index)),
    realizedProfit: decimal(String(index < 2 ? 3 + index : -3 - index)),
  }));
  // Points between the bars' times, as those of a real equity curve.
  const equity = Array.from({ length: 200 }, (_, index) => {
    return { atMs: SAMPLE_START_MS + index * 71_000, value: 1_000 + index / 10 };
  });
  const plots = [{ chart: 0, name: 'average', color: null, points: equity }];
  return renderReport(sampleInput(), sampleReport({ positions, equity, plots }));
}

type Mark = {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly text: string;
};

/** Where each mark belongs, by the bar that holds its time and the chart's own scales. */
const MARKS = `(() => {
  const frame = document.getElementById('charts').getBoundingClientRect();
  const scale = drawn.chart.timeScale();
  return drawn.marks.map((mark, place) => {
    const index = drawn.bars.findIndex(({ time }) => time === mark.time);
    const bar = drawn.bars[index];
    return {
      x: frame.left + scale.logicalToCoordinate(index),
      top: frame.top + drawn.price.priceToCoordinate(bar.high),
      bottom: frame.top + drawn.price.priceToCoordinate(bar.low),
      text: drawn.texts[place],
    };
  });
})()`;

const LABEL = `(() => {
  const label = document.getElementById('mark-label');
  return label.hidden ? '' : label.textContent;
})()`;

/** What the pointer finds above and below a bar. */
async function textsAt(page: OpenPage, { x, top, bottom }: Mark): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const y of [top - 8, top - 14, bottom + 8, bottom + 14]) {
    await page.pointAt(x, y);
    found.add(await page.evaluate<string>(LABEL));
  }
  return found;
}

suite('the page of a backtest', { skip }, () => {
  let folder = '';
  let file = '';
  let browser: Browser | null = null;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidemill-page-'));
    file = path.join(folder, 'report.html');
    writeFileSync(file, pageText());
    assert.ok(found !== null);
    browser = await startBrowser(found);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function opened(width: number): Promise<OpenPage> {
    assert.ok(browser !== null);
    return openFile(browser, file, { width, height: 2_400, isDark: false });
  }

  for (const width of WIDTHS.slice(0, someOf(WIDTHS.length))) {
    test(`has every mark on its bar, ${width} pixels wide`, async () => {
      const page = await opened(width);
      const marks = await page.evaluate<readonly Mark[]>(MARKS);
      assert.equal(marks.length, 8);
      for (const mark of marks) {
        const texts = await textsAt(page, mark);
        assert.ok(texts.has(mark.text), `${mark.text} stands on its bar: ${[...texts].join(', ')}`);
      }
    });

    test(`shows the whole window, ${width} pixels wide, and nothing beside the screen`, async () => {
      const page = await opened(width);
      const range = await page.evaluate<{ readonly from: number; readonly to: number }>(
        'drawn.chart.timeScale().getVisibleLogicalRange()',
      );
      const count = await page.evaluate<number>('drawn.bars.length');
      assert.ok(range.from <= 0.5 && range.to >= count - 1.5, JSON.stringify(range));
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      const narrowest = await page.evaluate<number>(
        `Math.min(...[...document.querySelectorAll('.pairs td')].map((cell) => cell.clientWidth))`,
      );
      assert.ok(narrowest >= 100, `a value has ${narrowest} pixels`);
    });
  }
});

/** What reaches beyond the screen or out of its box, by its class. */
const OUTSIDE = `[...document.querySelectorAll('.orders td, .causes td, .tile')]
  .filter((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return left < 0 || right > innerWidth || cell.scrollWidth > cell.clientWidth + 1;
  })
  .map((cell) => cell.className)`;

suite("the page of a bot's day beside a backtest", { skip }, () => {
  let folder = '';
  let browser: Browser | null = null;

  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidemill-page-'));
    assert.ok(found !== null);
    browser = await startBrowser(found);
  });
  after(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const width of [390, 1440]) {
    for (const isDark of [false, true]) {
      test(`has all in view, ${width} pixels wide, ${isDark ? 'dark' : 'light'}`, async () => {
        assert.ok(browser !== null);
        const file = path.join(folder, 'day.html');
        writeFileSync(file, renderComparisonReport(sampleComparison()));
        const page = await openFile(browser, file, { width, height: 900, isDark });
        assert.deepEqual(await page.evaluate(OUTSIDE), []);
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width);
      });
    }
  }
});
