// Pages whose requests hang, are refused or fail: each says so in words, offers to try again, and
// is complete once the service responds. A page is loaded once: what it offers leads from one
// failure to the next.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { ConsolePage, OwnObjects } from '../pages.ts';
import { PAGES } from '../pages.ts';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';

/** What becomes of each request of a page, and what the page says then. */
const FAILURES = [
  ['hangs', /The service has not responded yet/],
  [500, /Storage is out of reach/],
  [403, /It takes another role/],
  [404, /It is not here/],
  ['lost', /The service does not respond/],
] as const;
type Failure = (typeof FAILURES)[number][0];

const DETAILS = {
  500: 'Storage is out of reach.',
  403: 'It takes another role.',
  404: 'No such object.',
} as const;

const TELEPHONE = { width: 390, height: 844, isDark: false };
/** The stream is not among them: that it is gone is said above every page. */
const REQUESTS = /\/v1\/(?!events\b)|\/auth\/(?!session$)/;
/** Lists by which a page knows what it is about. */
const LISTS = /\/v1\/(accounts|markets|scripts|strategies|exchanges)$/;
/** Longer than one waits without a word. */
const SLOW_MS = 7_000;
/** As long as the wait before a request is sent again; not so long that lists are read anew. */
const RETRY_MS = 500;

/** They read nothing of the API, or are a dialog over a page that is walked by itself. */
export const NOT_WALKED = ['settings', 'missing', 'new-account', 'new-bot'];
const PARTS_FAILED = /Storage is out of reach|could not be loaded/;

/** What becomes of requests from here on; those of `passing`, an expression of paths, are sent. */
type Line = { readonly failure: Failure | null; readonly passing: string };

/** No request is sent. */
const NONE = '(?!)';

/** Walks through the failures of the pages of these names. */
export async function refusedPages(
  { service, visit }: Stage,
  names: readonly string[],
): Promise<void> {
  const { user, own } = await settledUser(service);
  const visitor = await visit(user, { view: TELEPHONE });
  const { page } = visitor;
  await standBetween(page);
  const walked = new Set<string>();
  for (const of of PAGES.filter(({ name }) => names.includes(name))) {
    const address = of.address(own);
    // All parts of one page fail alike while its object does not come.
    const isNew = !walked.has(address.replace(/\?tab=.*/, ''));
    walked.add(address.replace(/\?tab=.*/, ''));
    if (isNew || !isOfObject(address, own)) await failWhole(page, of, address);
    if (isOfObject(address, own)) await failParts(page, of, own);
    assert.deepEqual(visitor.faults(), [], of.name);
  }
  await visitor.leave();
}

/** Pages that wait for requests of their own. */
export const REFUSED_PAGES: readonly string[] = PAGES.map(({ name }) => name).filter(
  (name) => !NOT_WALKED.includes(name),
);

/** The address names something of the user's. */
function isOfObject(address: string, own: OwnObjects): boolean {
  return Object.values(own).some((id) => id !== '' && address.includes(`/${id}`));
}

/**
 * Stands between the page and what it fetches by, within the page itself: a browser whose requests
 * are held outside of it retains nothing that it has loaded, and loads the console anew each time.
 */
async function standBetween(page: Page): Promise<void> {
  await page.clock.install();
  await page.addInitScript(STAND_BETWEEN);
  // What becomes of requests is retained by the tab for an address of the console.
  await page.goto('/');
}

const STAND_BETWEEN = `(() => {
  if (!location.protocol.startsWith('http')) return;
  const send = globalThis.fetch.bind(globalThis);
  const details = ${JSON.stringify(DETAILS)};
  globalThis.fetch = (request, options) => {
    const { href, pathname } = new URL(request.url ?? request, location.href);
    const { failure, passing } = JSON.parse(sessionStorage.getItem('line') ?? '{"failure":null}');
    if (failure === null || !${String(REQUESTS)}.test(href) || new RegExp(passing).test(pathname))
      return send(request, options);
    const signal = request.signal ?? options?.signal;
    if (failure === 'hangs')
      return new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
      });
    if (failure === 'lost') return Promise.reject(new TypeError('Failed to fetch'));
    const problem = { type: 'about:blank', title: 'Refused', code: 'refused', status: failure };
    return Promise.resolve(new Response(JSON.stringify({ ...problem, detail: details[failure] }), {
      status: failure,
      headers: { 'content-type': 'application/problem+json' },
    }));
  };
})()`;

const changeLine = (page: Page, line: Line): Promise<void> =>
  page.evaluate(`sessionStorage.setItem('line', ${JSON.stringify(JSON.stringify(line))})`);

/** Nothing comes that the page asks for. */
async function failWhole(page: Page, of: ConsolePage, address: string): Promise<void> {
  for (const [index, [failure, words]] of FAILURES.entries()) {
    await changeLine(page, { failure, passing: NONE });
    const when = `${of.name} when a request ${failure}`;
    // A part that replaces the one just seen offers its own button only a moment later.
    if (index === 0) await page.goto(address);
    else await until(`${when}, it offers to try again`, () => tryAgain(page));
    await seen(page, words, when);
    await checkWidths(page, [TELEPHONE.width]);
    if (failure === 500) await checkAccess(page, ['light']);
  }
  await changeLine(page, { failure: null, passing: NONE });
  await tryAgain(page);
  await complete(page, of);
}

/** What the page is about comes, and nothing else. */
async function failParts(page: Page, of: ConsolePage, own: OwnObjects): Promise<void> {
  const ids = Object.values(own).filter((id) => id !== '');
  const passing = `${LISTS.source}|/(${ids.join('|')})$`;
  await changeLine(page, { failure: 500, passing });
  await page.goto(of.address(own));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await seen(page, PARTS_FAILED, `${of.name} when its parts fail`);
  await checkWidths(page, [TELEPHONE.width]);
  await changeLine(page, { failure: null, passing: NONE });
  await tryAgain(page);
  await complete(page, of);
}

/** Until the page is loaded: a part may fail after the others were tried again, and is too. */
async function complete(page: Page, of: ConsolePage): Promise<void> {
  let isLoaded = false;
  const wait = async (): Promise<void> => {
    await of.isLoaded(page);
    isLoaded = true;
  };
  const pressing = until(`${of.name} is loaded`, async () => {
    if (!isLoaded) await tryAgain(page, '[role=alert] button');
    return isLoaded;
  });
  await Promise.all([wait(), pressing]);
}

/** Until the page says nothing but this: no part of it waits, and none is as it was before. */
async function seen(page: Page, words: RegExp, when: string): Promise<void> {
  const others = FAILURES.map(([, of]) => of).filter((of) => of !== words);
  const isHanging = words === FAILURES[0][1];
  const loading = page.getByRole('status', { name: 'Loading' });
  await until(`${when}, it says ${words.source}`, async () => {
    await page.clock.fastForward(isHanging ? SLOW_MS : RETRY_MS);
    const text = await page.locator('body').innerText();
    if (!words.test(text) || others.some((of) => of.test(text) && words !== PARTS_FAILED))
      return false;
    if (!isHanging && (await loading.count()) > 0) return false;
    return (await page.getByRole('button', { name: 'Try again' }).count()) > 0;
  });
}

/**
 * All that is offered, at once, as one would press them one after the other. One of them may load
 * the page anew, which ends what is run in it: what is there then is tried when one looks again.
 * Returns false where nothing was offered.
 */
async function tryAgain(page: Page, buttons = 'button'): Promise<boolean> {
  const pressAll = `(() => {
    const all = [...document.querySelectorAll('${buttons}')];
    const offered = all.filter((button) => button.textContent === 'Try again');
    for (const button of offered) button.click();
    return offered.length > 0;
  })()`;
  try {
    return await page.evaluate<boolean>(pressAll);
  } catch (error) {
    if (!/Execution context was destroyed/.test(String(error))) throw error;
    return true;
  }
}
