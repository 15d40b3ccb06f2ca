// The console in German, and in a language made of English in brackets: what stands without them is
// in no catalogue. Pages that are not translated yet are named.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { served as SERVED_IN_GERMAN } from '../../../console/src/words/de/served.ts';
import { checkAccess, checkWhole, checkWidths } from '../page-checks.ts';
import type { ConsolePage } from '../pages.ts';
import { goWithin, PAGES } from '../pages.ts';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';

/**
 * Pages that consist of words of the service: names of blocks and of commands, what its compiler
 * says, requests, figures and tables. Those are English in every language.
 */
const OF_SERVICE: ReadonlySet<string> = new Set([
  'market-indicators',
  'bot-rules',
  'bot-graph',
  'script-with-mistake',
  'visual-script',
  'visual-script-lua',
  'visual-script-versions',
  'visual-script-graph',
  'visual-script-large',
  'visual-script-with-mistakes',
  'visual-script-graph-with-mistakes',
  'audit',
  'operator',
]);

/** Names that tests give to what they make, and words that are the same in every language. */
const NAMES = [
  'Tidemill',
  'Parquet',
  'PostgreSQL',
  'https://www.tradingview.com/',
  'Dismiss',
  'No running bot got the signal "tredn" (buy).',
  'pia',
  'min',
  'Main',
  'sim',
  'Simulated exchange',
  'Moving averages',
  'Averages on BTC',
  'Two averages',
  'Averages, stopped',
  'Dips on BTC',
  'Dips of a rising market',
  'Grid on BTC',
  'Unfinished',
  'Unfinished rules',
  'Many averages',
  'mood',
  'Trend of 42',
  'Grid of 42',
  'Back office',
  'App of 42',
  'Tests',
  'Messages of scripts',
  'Problems',
  'demo',
  'Interval',
  'Fast',
  'Slow',
  'Candles in the fast average',
  'Candles in the slow average',
  'unlimited',
  'whitelabel',
  '⟦Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
  'customer-',
];

/** Texts and names of parts without brackets; times and keys are written by the browser. */
const OUTSIDE = `(() => {
  const bare = (text) => {
    let left = text;
    for (let before = ''; before !== left;) {
      before = left;
      left = left.replace(/⟦[^⟦⟧]*⟧/g, ' ');
    }
    return left.replace(/\\s+/g, ' ').trim();
  };
  // Written by the browser, by the service, or by who made the script.
  const SKIPPED = 'time, kbd, code, pre, script, style, noscript, option, svg, .mono, '
    + '.cm-editor, .log-line, .conclusion, .chart-legend, .signal-trace, [lang]:not(html)';
  const found = new Set();
  const note = (text) => {
    const left = bare(text);
    if (/[A-Za-z]{2,}/.test(left)) found.add(left);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (parentElement.closest(SKIPPED) === null) note(data);
  }
  for (const name of ['aria-label', 'placeholder', 'alt'])
    for (const of of document.querySelectorAll('[' + name + ']'))
      if (of.closest(SKIPPED) === null) note(of.getAttribute(name));
  return [...found];
})()`;

/** Names of the user's own things, of exchanges and of the product are no texts. */
function withoutData(texts: readonly string[], data: readonly string[]): readonly string[] {
  const longest = data.toSorted((one, other) => other.length - one.length);
  return texts.filter((text) => {
    const left = longest.reduce((rest, of) => rest.replaceAll(of, ' '), text);
    // Currencies and tags of markets are in capitals.
    return /[A-Za-z]{2,}/.test(left.replaceAll(/\b[A-Z][A-Z0-9_]+\b/g, ' '));
  });
}

/** As it begins: it is longer than the English text that it is made of. */
const pseudo = (text: string): RegExp => new RegExp(`^⟦${text.replace('?', String.raw`\?`)} `);

const speak = async (page: Page, language: string): Promise<void> => {
  await page.addInitScript(`localStorage.setItem('tidemill-language', '${language}')`);
};

export async function textsInCatalogues({ service, visit }: Stage): Promise<void> {
  const { user } = await settledUser(service);
  const [accounts, bots] = [await user.api.listAccounts(), await user.api.listBots()];
  const data = [
    user.userName,
    ...accounts.data.flatMap(({ name, exchange }) => [name, exchange]),
    ...bots.data.flatMap(({ name, stop_reason: reason }) => [name, reason ?? '']),
    ...NAMES,
  ].filter((text) => text !== '');
  const visitor = await visit(user);
  const { page } = visitor;
  await speak(page, 'pseudo');
  await visitor.open('/');
  await page.getByRole('heading', { level: 1, name: pseudo('Home') }).waitFor();
  await page.getByRole('heading', { name: pseudo('Running bots') }).waitFor();
  await page
    .getByRole('status', { name: pseudo('Loading') })
    .first()
    .waitFor({ state: 'hidden' });
  const assertNone = async (where: string): Promise<void> => {
    const texts = await page.evaluate<readonly string[]>(OUTSIDE);
    assert.deepEqual(withoutData(texts, data), [], `${where}: texts outside of the catalogues`);
  };
  await assertNone('home');
  await visitor.picture('home-pseudo');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: pseudo('Keys') }).waitFor();
  await assertNone('keys');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: pseudo('Stop everything') })
    .first()
    .click();
  await page.getByRole('dialog', { name: pseudo('Stop everything?') }).waitFor();
  await assertNone('stop everything');
  await page.keyboard.press('Escape');
  await visitor.leave();
}

/** Every page: its texts are in the catalogues, and longer ones have room on each screen. */
export async function pagesInCatalogues({ service, visit }: Stage): Promise<void> {
  const { user, own } = await settledUser(service);
  const served = Object.keys(SERVED_IN_GERMAN);
  const visitor = await visit(user);
  const { page } = visitor;
  await speak(page, 'pseudo');
  await visitor.open('/');
  const faults: string[] = [];
  for (const of of PAGES) {
    await goWithin(page, of.address(own));
    await page.locator('.bones').first().waitFor({ state: 'hidden' });
    await checkWidths(page);
    if (OF_SERVICE.has(of.name)) continue;
    const texts = await page.evaluate<readonly string[]>(OUTSIDE);
    const outside = withoutData(texts, [user.userName, ...NAMES, ...served]);
    faults.push(...outside.map((text) => `${of.name}: ${text}`));
  }
  assert.deepEqual(faults, [], 'texts outside of the catalogues');
  await visitor.leave();
}

/** A violation, which is to be found. */
const CUT_BUTTON = `<div style="overflow-x: auto; width: 90px">
  <button style="width: 100px">Stornieren</button>
</div>`;

/** Pages in German: on a telephone too, whatever is pressed is seen whole. */
export async function pagesInGerman(
  { service, visit }: Stage,
  pages: readonly ConsolePage[],
): Promise<void> {
  const { user, own } = await settledUser(service);
  const visitor = await visit(user);
  const { page } = visitor;
  await page.setContent(CUT_BUTTON);
  await assert.rejects(checkWhole(page), /seen in part/);
  await speak(page, 'de');
  await visitor.open('/');
  for (const of of pages) {
    await goWithin(page, of.address(own));
    await page.locator('.bones').first().waitFor({ state: 'hidden' });
    await checkWhole(page);
  }
  await visitor.leave();
}

export async function consoleInGerman({ service, visit }: Stage): Promise<void> {
  const { user } = await settledUser(service);
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/settings');
  await page
    .getByRole('group', { name: 'Language' })
    .getByRole('button', { name: 'Deutsch' })
    .click();
  const places = page.getByRole('navigation', { name: 'Orte' }).first();
  await places.getByRole('link', { name: 'Märkte' }).waitFor();
  await places.getByRole('link', { name: 'Start' }).click();
  await page.getByRole('heading', { level: 1, name: 'Start' }).waitFor();
  await page.getByRole('heading', { name: 'Laufende Bots' }).waitFor();
  assert.equal(await page.evaluate('document.documentElement.lang'), 'de');
  // Numbers are written with a comma.
  await page
    .getByText(/^\D?\d[\d\s]*,\d/)
    .first()
    .waitFor();
  await checkWidths(page);
  await checkAccess(page);
  await visitor.picture('home-german');
  await page.setViewportSize({ width: 390, height: 844 });
  await visitor.picture('home-german-390');
  await page.setViewportSize({ width: 1_440, height: 900 });
  await visitor.open('/settings');
  await page.getByRole('button', { name: 'English' }).click();
  await page.getByRole('navigation', { name: 'Places' }).first().waitFor();
  await visitor.leave();
}
