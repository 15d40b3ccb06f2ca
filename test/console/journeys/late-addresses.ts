// Leaving a page is final, whatever comes later: a pause of typing that ends, the response to a run
// that was begun, and what was made on a page that is no longer seen.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import type { ConsoleUser } from '../console-service.ts';
import type { Stage } from '../stage.ts';

const LONG_MS = 5_000;
/** What comes late has come; on a slower machine the journey sees less, and never too much. */
const ALL_CAME_MS = 2_000;

export async function lateAddresses({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('lena');
  await service.openAccount('lena');
  const visitor = await visit(user);
  const { page } = visitor;
  await page.clock.install();
  await leaveWhileTyping(page);
  await leaveDuringRun(page, user);
  await leaveDuringMaking(page, user);
  await visitor.leave();
}

/** The form writes its settings into the address a moment after the last key. */
async function leaveWhileTyping(page: Page): Promise<void> {
  await page.goto('/bots/new-strategy');
  await page.getByText('Needed at the start').waitFor();
  // The form is still seen while the next page is loaded.
  const release = await hold(page, /\/assets\/|\/v1\//);
  await page.getByLabel('Name', { exact: true }).fill('Left behind');
  await page.getByRole('textbox', { name: 'Upper price' }).fill('99999');
  await page.getByRole('navigation').getByRole('link', { name: 'Scripts' }).click();
  await page.waitForURL('**/scripts');
  await page.clock.fastForward(LONG_MS);
  assert.equal(pathOf(page), '/scripts');
  release();
  await page.getByRole('heading', { level: 1, name: 'Scripts' }).waitFor();
  await page.clock.fastForward(LONG_MS);
  assert.equal(pathOf(page), '/scripts', 'the form does not come back');
}

async function leaveDuringRun(page: Page, user: ConsoleUser): Promise<void> {
  const { script_id: id } = await user.api.createScript({
    body: { name: 'Slow to start', source: 'Log("here")' },
  });
  await page.goto(`/scripts/${id}`);
  await page.getByRole('heading', { level: 1, name: 'Slow to start' }).waitFor();
  const release = await hold(page, /\/v1\/backtests$/);
  const requested = page.waitForRequest(/\/v1\/backtests$/);
  await page.getByRole('button', { name: 'Run' }).click();
  await requested;
  await page.getByRole('navigation').getByRole('link', { name: 'Labs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Labs' }).waitFor();
  const response = page.waitForResponse(/\/v1\/backtests$/);
  release();
  await (await response).finished();
  await page.clock.fastForward(LONG_MS);
  await page.waitForTimeout(ALL_CAME_MS);
  assert.equal(pathOf(page), '/labs', 'the run is not shown to who has left');
}

async function leaveDuringMaking(page: Page, user: ConsoleUser): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Scripts' }).click();
  await page.getByRole('button', { name: 'New script' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Made late');
  const release = await hold(page, /\/v1\/scripts$/);
  const requested = page.waitForRequest((of) => of.method() === 'POST');
  await page.getByRole('button', { name: 'Create the script' }).click();
  await requested;
  await until('the page before is back', async () => {
    if (pathOf(page) !== '/labs') await page.goBack();
    return pathOf(page) === '/labs';
  });
  const response = page.waitForResponse((of) => of.request().method() === 'POST');
  release();
  await (await response).finished();
  await page.clock.fastForward(LONG_MS);
  await page.waitForTimeout(ALL_CAME_MS);
  assert.equal(pathOf(page), '/labs', 'nobody is taken to what was made late');
  const made = (await user.api.listScripts()).data.map(({ name }) => name);
  assert.ok(made.includes('Made late'));
}

const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Requests wait until what is returned is called; later ones pass. */
async function hold(page: Page, requests: RegExp): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(requests, async (route) => {
    await released;
    await route.fallback();
  });
  return release;
}
