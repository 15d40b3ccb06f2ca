// Every page of the console: it fits the screen, can be read and reached by everyone, and prints
// nothing in the browser's console.

import assert from 'node:assert/strict';
import { checkAccess, checkScreens, checkTitle, SCHEMES } from '../page-checks.ts';
import type { OwnObjects } from '../pages.ts';
import { openPage, openWithin, PAGES, SIGN_IN_PAGE, unlistedRoutes } from '../pages.ts';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';
import { NOT_WALKED, refusedPages } from './refused-pages.ts';

/** Pages that are looked at every day, by night: a list, a chart and an editor. */
const EVERYDAY = ['home', 'market', 'script'];
/** Pages that are also looked at every day while the service refuses: a list and an object. */
const REFUSED_EVERYDAY = ['home', 'bots', 'bot'];

export async function somePages(stage: Stage): Promise<void> {
  const pages = PAGES.filter(({ name }) => EVERYDAY.includes(name));
  await lookAt(stage, pages, ['dark']);
  await refusedPages(stage, REFUSED_EVERYDAY);
}

export async function allPages(stage: Stage): Promise<void> {
  const own = await lookAt(stage, PAGES, SCHEMES);
  assert.deepEqual(unlistedRoutes(own), [], 'each address of the console is looked at');
  const nobody = await stage.visit(null);
  await nobody.open(SIGN_IN_PAGE);
  await nobody.page.getByLabel('Password').waitFor();
  await checkScreens(nobody.page);
  await checkAccess(nobody.page);
  await nobody.leave();
}

async function lookAt(
  { service, visit }: Stage,
  pages: typeof PAGES,
  schemes: readonly (typeof SCHEMES)[number][],
): Promise<OwnObjects> {
  const { user, own } = await settledUser(service);
  const visitor = await visit(user);
  // Others than these are loaded by their own addresses where their requests are refused.
  await visitor.open('/');
  for (const of of pages) {
    await openWithin(visitor.page, of, own);
    await checkTitle(visitor.page);
    await checkScreens(visitor.page);
    await checkAccess(visitor.page, schemes);
    assert.deepEqual(visitor.faults(), [], of.name);
  }
  for (const of of pages.filter(({ name }) => NOT_WALKED.includes(name))) {
    if (of.prints !== undefined) visitor.expectMessage(of.prints);
    await openPage(visitor.page, of, own);
    assert.deepEqual(visitor.faults(), [], of.name);
  }
  await visitor.leave();
  return own;
}
