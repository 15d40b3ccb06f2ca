// Pages whose requests hang, are refused or fail: each says so in words, offers to try again, and
// is complete once the service responds. A page is loaded once: what it offers leads from one
// failure to the next.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import type { ConsoleUser } from '../console-service.ts';
import { furnishPartner } from '../furnish-partner.ts';
import { furnish } from '../furnish.ts';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { ConsolePage, OwnObjects } from '../pages.ts';
import { PAGES } from '../pages.ts';
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
const NOT_WALKED = ['settings', 'missing', 'new-account', 'new-bot'];
const PARTS_FAILED = /Storage is out of reach|could not be loaded/;

/** Between the page and the service: what becomes of requests from here on. */
type Line = { failure: Failure | null; isPassing: (path: string) => boolean };

/** Walks through the failures of the pages of these names. */
export async function refusedPages(
  { visit }: Stage,
  user: ConsoleUser,
  own: OwnObjects,
  names: readonly string[],
): Promise<void> {
  const visitor = await visit(user, { view: TELEPHONE });
  // What the browser itself says of each response.
  visitor.expectMessage(/Failed to load resource/);
  const { page } = visitor;
  const line = await standBetween(page);
  const walked = new Set<string>();
  for (const of of PAGES.filter(({ name }) => names.includes(name))) {
    const address = of.address(own);
    // All parts of one page fail alike while its object does not come.
    const isNew = !walked.has(address.replace(/\?tab=.*/, ''));
    walked.add(address.replace(/\?tab=.*/, ''));
    if (isNew || !isOfObject(address, own)) await failWhole(page, line, of, address);
    if (isOfObject(address, own)) await failParts(page, line, of, own);
    assert.deepEqual(visitor.faults(), [], of.name);
  }
  await visitor.leave();
}

export async function allRefusedPages(stage: Stage): Promise<void> {
  const { service } = stage;
  const user = await service.makeUser('rolf', 'owner');
  const own = { ...(await furnish(service, user)), ...(await furnishPartner(service, user)) };
  const names = PAGES.map(({ name }) => name).filter((name) => !NOT_WALKED.includes(name));
  await refusedPages(stage, user, own, names);
}

/** The address names something of the user's. */
function isOfObject(address: string, own: OwnObjects): boolean {
  return Object.values(own).some((id) => id !== '' && address.includes(`/${id}`));
}

async function standBetween(page: Page): Promise<Line> {
  const line: Line = { failure: null, isPassing: () => false };
  await page.clock.install();
  await page.route(REQUESTS, async (route) => {
    const { failure } = line;
    const { pathname } = new URL(route.request().url());
    if (failure === null || line.isPassing(pathname)) return route.fallback();
    if (failure === 'hangs') return;
    if (failure === 'lost') return route.abort('connectionrefused');
    const problem = { type: 'about:blank', title: 'Refused', code: 'refused', status: failure };
    return route.fulfill({
      status: failure,
      contentType: 'application/problem+json',
      body: JSON.stringify({ ...problem, detail: DETAILS[failure] }),
    });
  });
  return line;
}

/** Nothing comes that the page asks for. */
async function failWhole(page: Page, line: Line, of: ConsolePage, address: string): Promise<void> {
  line.isPassing = () => false;
  for (const [index, [failure, words]] of FAILURES.entries()) {
    line.failure = failure;
    const when = `${of.name} when a request ${failure}`;
    // A part that replaces the one just seen offers its own button only a moment later.
    if (index === 0) await page.goto(address);
    else await until(`${when}, it offers to try again`, () => tryAgain(page));
    await seen(page, words, when);
    await checkWidths(page, [TELEPHONE.width]);
    if (failure === 500) await checkAccess(page, ['light']);
  }
  line.failure = null;
  await tryAgain(page);
  await complete(page, of);
}

/** What the page is about comes, and nothing else. */
async function failParts(page: Page, line: Line, of: ConsolePage, own: OwnObjects): Promise<void> {
  const ids = Object.values(own).filter((id) => id !== '');
  line.isPassing = (path) => LISTS.test(path) || ids.some((id) => path.endsWith(`/${id}`));
  line.failure = 500;
  await page.goto(of.address(own));
  await page.getByRole('heading', { level: 1 }).waitFor();
  await seen(page, PARTS_FAILED, `${of.name} when its parts fail`);
  await checkWidths(page, [TELEPHONE.width]);
  line.failure = null;
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
