// Reports that are files, whatever they are about: each opens from the disk, asks for nothing, has
// all in view by day and by night, and is read and reached by everyone. Skipped where there is no
// browser.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { DAY_MS } from '#lib/time.ts';
import type { ReportSubject } from '#cli/report-subject.ts';
import { renderReport } from '#main/reports/render-report.ts';
import { REPORT } from '#services/reports/lab-report.fixture.ts';
import { sampleInput, sampleReport } from '#services/reports/report.fixture.ts';
import { sampleComparison } from '#services/comparisons/finished-comparison.fixture.ts';
import type { Browser, Page } from 'playwright-core';
import type { View } from '../../support/browser.ts';
import { findBrowser, NO_BROWSER, startBrowser } from '../../support/browser.ts';
import { openHeard } from '../../support/heard-of-page.ts';
import { removeFolder } from '../../support/remove-folder.ts';
import { someOf } from '../../support/share-of-cases.ts';

const found = await findBrowser();
const skip = found === null ? NO_BROWSER : false;

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
const WRONG = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes: [first] }) => id + ': ' + first.html.slice(0, 200)))`;

const NARROW: View = { width: 390, height: 844, isDark: true };
const VIEWS: readonly View[] = [
  NARROW,
  { width: 1_440, height: 900, isDark: false },
  { width: 768, height: 1_024, isDark: true },
  { width: 390, height: 844, isDark: false },
  { width: 1_440, height: 900, isDark: true },
];

const OUTSIDE_WORDS = '</script><script>document.title = 1</script> $& __TITLE__';

function comparedDays(): ReportSubject {
  const newest = sampleComparison(undefined, [OUTSIDE_WORDS]);
  const [pair = { live: null, backtest: null }] = newest.report.pairs;
  const before = {
    ...sampleComparison(Array.from({ length: 250 }, () => pair)),
    dayMs: newest.dayMs - DAY_MS,
  };
  const failed = { dayMs: newest.dayMs - 2 * DAY_MS, status: 'failed', reason: 'No history.' };
  const days = [newest, before].map(({ dayMs }) => {
    return { dayMs, status: 'finished', reason: null } as const;
  });
  return {
    kind: 'comparison',
    botName: `Turns ${OUTSIDE_WORDS}`,
    days: [...days, { ...failed, status: 'failed' }],
    comparisons: [newest, before],
  };
}

/** A lab whose best run has its report in the page. */
function lab(): ReportSubject {
  const gathered = { input: sampleInput(), topUps: [] };
  const runs = [{ backtestId: 'bt_3', gathered, report: sampleReport() }];
  return { kind: 'lab', report: REPORT, runs };
}

const FILES: { readonly [name: string]: () => ReportSubject } = {
  comparison: comparedDays,
  lab,
};

/** Every day a file is seen in one view, and the file after it in the next. */
function viewsOf(at: number): readonly View[] {
  return [...VIEWS.slice(at), ...VIEWS].slice(0, someOf(VIEWS.length));
}

const nameOf = ({ width, isDark }: View): string => `${width} wide, ${isDark ? 'dark' : 'light'}`;

/** Cells whose content reaches out of them or of the screen. */
const OUTSIDE = `[...document.querySelectorAll('.cards td, .table-causes td, .figure')]
  .filter((cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return left < 0 || right > innerWidth || cell.scrollWidth > cell.clientWidth + 1;
  })
  .map((cell) => cell.className)`;

suite('reports that are files', { skip }, () => {
  let folder = '';
  let browser: Browser;
  before(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tidemill-reports-'));
    assert.ok(found !== null);
    browser = await startBrowser(found);
  });
  after(async () => {
    await browser.close();
    await removeFolder(folder);
  });

  async function opened(name: string, view: View) {
    const file = path.join(folder, `${name}.html`);
    const subject = FILES[name]?.();
    assert.ok(subject !== undefined);
    writeFileSync(file, renderReport(subject));
    const { page, heard } = await openHeard(browser, file, view);
    await page.getByRole('heading', { level: 1 }).waitFor();
    return { page, heard };
  }

  for (const [at, name] of Object.keys(FILES).entries())
    for (const view of viewsOf(at))
      test(`${name} has all in view, ${nameOf(view)}`, async () => {
        const { page, heard } = await opened(name, view);
        if (name === 'lab') await page.locator('.plot svg').nth(4).waitFor();
        assert.equal(await page.evaluate('document.documentElement.scrollWidth'), view.width);
        assert.deepEqual(await page.evaluate(OUTSIDE), []);
        await page.evaluate(`${AXE}; true`);
        assert.deepEqual(await page.evaluate(WRONG), []);
        assert.deepEqual(heard, [], 'it asks for nothing, and complains of nothing');
        await page.close();
      });

  async function textOf(page: Page): Promise<string> {
    return (await page.locator('main').innerText()).replaceAll(/\s+/g, ' ');
  }

  test('a comparison has its causes, its orders, what is equal folded, and its days', async () => {
    const { page, heard } = await opened('comparison', NARROW);
    const shown = await textOf(page);
    assert.equal(await page.title(), `Turns ${OUTSIDE_WORDS} against a backtest`);
    for (const text of [
      OUTSIDE_WORDS,
      'Difference +16.88 USDT',
      'Missed Only the backtest’s order filled +17.2287625',
      'All causes +16.882847',
      'not placed',
      '0.02 of 0.05',
      '12.0 min',
      'Bot: The exchange ended it after a part.',
    ])
      assert.ok(shown.includes(text), `${text} is not in: ${shown}`);
    const rows = page.locator('.cards tr');
    assert.equal(await rows.count(), 6);
    await page.getByText('2 equal orders').click();
    await rows.nth(7).waitFor();
    assert.equal(await rows.count(), 8);

    await page.getByRole('button', { name: '2026-11-19, compared' }).click();
    await page.getByText('No order of the bot differs').waitFor();
    await page.getByText('250 equal orders').click();
    await page.getByRole('button', { name: 'Show 50 more' }).click();
    await rows.nth(249).waitFor();

    await page.getByRole('button', { name: '2026-11-18, failed' }).click();
    await page.getByText('No history.').waitFor();
    assert.deepEqual(heard, []);
    await page.close();
  });

  test('a lab has its judgement, its figures, its best results, and reports of some', async () => {
    const { page, heard } = await opened('lab', NARROW);
    await page.locator('.plot svg').nth(4).waitFor();
    assert.equal(await page.title(), '<b>lengths</b>: brute_force on SIM_BTC_USDT');
    assert.equal(await page.evaluate('document.documentElement.scrollWidth'), NARROW.width);
    const shown = await textOf(page);
    for (const text of [
      '<b>lengths</b>',
      'Completed Averages · SIM_BTC_USDT · 1h',
      'Probability of over-fitting 42 %',
      'Best profit by Fast and Slow, USDT',
      'Profits of the runs, USDT',
      'How much each input matters',
      'Return in the part that the search saw',
      '1 of 6 runs closed no trade',
    ])
      assert.ok(shown.includes(text), `${text} is not in: ${shown}`);
    const rows = page.getByRole('region', { name: 'Best results' }).locator('tbody tr');
    assert.equal(await rows.count(), 5);
    const best = (await rows.first().innerText()).replaceAll(/\s+/g, ' ');
    assert.match(best, /^10 20 \+0\.825 % \+8\.25 USDT Report/);

    await rows.first().getByRole('link', { name: 'Report' }).click();
    await page.getByRole('heading', { level: 1, name: 'Waves' }).waitFor();
    await page.locator('.report-chart canvas').first().waitFor();
    await page.getByRole('heading', { name: 'Trades', exact: true }).waitFor();
    await page.goBack();
    await rows.first().waitFor();
    await page.goForward();
    await page.getByRole('link', { name: '<b>lengths</b>' }).click();
    await rows.first().waitFor();
    assert.deepEqual(heard, [], 'it asks for nothing, and complains of nothing');
    await page.close();
  });
});
