// All pages for people in a browser, as axe judges them: nothing keeps anyone from reading or
// reaching a part of them, by day and by night, and nothing is wider than the screen. Skipped
// where no browser is installed.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openApiDocument } from '#api/openapi/open-api-document.ts';
import { OPERATIONS } from '#api/operations.ts';
import { PUBLISHED_BUDGETS } from '#api/http/edge-deps.ts';
import { renderCommandsPage } from '#api/pages/commands-page.ts';
import { renderErrorIndex, renderErrorPage } from '#api/pages/error-page.ts';
import { renderGroupPage } from '#api/pages/group-page.ts';
import { renderReferencePage } from '#api/pages/reference-page.ts';
import { renderShapeIndex, renderShapePage } from '#api/pages/shape-pages.ts';
import { once } from '#lib/once.ts';
import { renderStartPage } from '#api/pages/start-page.ts';
import { renderReport } from '#main/reports/render-report.ts';
import { sampleInput, sampleReport } from '#services/reports/report.fixture.ts';
import { commandReference } from '#services/scripts/command-reference.ts';
import type { Browser } from 'playwright-core';
import { findBrowser, NO_BROWSER, openFile, startBrowser } from '../../support/browser.ts';
import { someOf } from '../../support/share-of-cases.ts';

const found = await findBrowser();
const skip = found === null ? NO_BROWSER : false;

const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const VIEWS = [
  { width: 390, height: 844, isDark: false },
  { width: 768, height: 1_024, isDark: true },
  { width: 1_440, height: 900, isDark: false },
] as const;

/** Every day a page is seen in one view, and the page after it in the next. */
function viewsOf(at: number) {
  return [...VIEWS.slice(at % VIEWS.length), ...VIEWS].slice(0, someOf(VIEWS.length));
}

/** The first pages every day, at least so many, with their places. */
function someOfPages(pages: typeof PAGES, countMin: number) {
  const all = Object.entries(pages);
  return all.slice(0, Math.max(countMin, someOf(all.length))).entries();
}

const PAGES_MIN = 3;
const BASE_URL = 'http://127.0.0.1:8080';

/** Axe takes a second for a thousand elements, so of long pages it sees a part. */
const SOME_OPERATIONS = OPERATIONS.slice(0, 12);
const SOME_CHARACTERS = 20_000;

const DOCUMENT_OPTIONS = { baseUrl: BASE_URL, version: '1.2.3', budgets: PUBLISHED_BUDGETS };
const document = once(() => openApiDocument(OPERATIONS, DOCUMENT_OPTIONS));

function orders(operations: typeof OPERATIONS): string {
  const [first] = operations;
  return renderGroupPage(openApiDocument(operations, DOCUMENT_OPTIONS), first?.tag ?? 'Orders');
}

const PAGES: { readonly [name: string]: () => string } = {
  operations: () => orders(SOME_OPERATIONS),
  backtest: () => {
    const gathered = { input: sampleInput(), topUps: [] };
    return renderReport({ kind: 'backtest', gathered, report: sampleReport() });
  },
  docs: () => renderReferencePage(document()),
  shape: () => renderShapePage(document(), 'PlaceOrder') ?? '',
  start: () => renderStartPage({ version: '1.2.3', baseUrl: BASE_URL, isReady: true }),
  commands: () => renderCommandsPage(commandReference().slice(0, SOME_CHARACTERS)),
  errors: renderErrorIndex,
  error: () => renderErrorPage('invalid_request'),
};

const WHOLE_PAGES: typeof PAGES = {
  operations: () => renderGroupPage(document(), 'White label'),
  shapes: () => renderShapeIndex(document()),
  commands: () => renderCommandsPage(commandReference()),
};

/** What axe finds: the rule, how often, and the first part that breaks it. */
const WRONG = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' x' + nodes.length + ': ' + nodes[0].html.slice(0, 200)))`;

const WIDEST = 'document.documentElement.scrollWidth';

suite('the pages for people', { skip }, () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidemill-pages-'));
  let browser: Browser;
  before(async () => {
    assert.ok(found !== null);
    browser = await startBrowser(found);
  });
  after(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });

  for (const [at, [name, render]] of someOfPages(WHOLE_PAGES, 1))
    test(`all of ${name} is as wide as the screen`, async () => {
      const file = path.join(folder, `whole-${name}.html`);
      writeFileSync(file, render());
      for (const view of viewsOf(at)) {
        const page = await openFile(browser, file, view);
        assert.equal(await page.evaluate<number>(WIDEST), view.width);
      }
    });

  for (const [at, [name, render]] of someOfPages(PAGES, PAGES_MIN))
    test(`${name} is read and reached by everyone`, async () => {
      const file = path.join(folder, `${name}.html`);
      writeFileSync(file, render());
      for (const view of viewsOf(at)) {
        const page = await openFile(browser, file, view);
        await page.evaluate(`${AXE}; true`);
        const where = `${view.width} wide, ${view.isDark ? 'dark' : 'light'}`;
        assert.deepEqual(await page.evaluate<readonly string[]>(WRONG), [], where);
        assert.equal(await page.evaluate<number>(WIDEST), view.width, where);
      }
    });
});
