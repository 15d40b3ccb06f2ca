// Dialogs of the console on a small telephone: each fits, all of it can be reached, it holds the
// focus, and Escape closes it.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/until.ts';
import type { ConsoleDialog } from '../dialogs.ts';
import { checkAccess } from '../page-checks.ts';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';

const TELEPHONE = { width: 390, height: 700, isDark: false };

export async function eachDialog(
  { service, visit }: Stage,
  dialogs: readonly ConsoleDialog[],
): Promise<void> {
  const { user, own } = await settledUser(service);
  await service.makeUser('second');
  const visitor = await visit(user, { view: TELEPHONE });
  let before = '';
  for (const of of dialogs) {
    const address = of.address(own);
    // One that its address opens is gone from the address once it was closed.
    if (address !== before || address.includes('new=')) await visitor.open(address);
    before = address;
    await of.open(visitor.page);
    await checkDialog(visitor.page, of);
    assert.deepEqual(visitor.faults(), [], of.name);
  }
  await visitor.leave();
}

async function checkDialog(page: Page, of: ConsoleDialog): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const loading = dialog.getByRole('status', { name: 'Loading' });
  await loading.first().waitFor({ state: 'hidden' });
  assert.deepEqual(await page.evaluate(OUTSIDE), [], `${of.name} fits the screen`);
  for (const button of await dialog.getByRole('button').all()) await reach(button);
  await until(`${of.name} has the focus`, () => page.evaluate<boolean>(HAS_FOCUS));
  await checkAccess(page, ['dark'], `'[role=dialog]'`);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** What of the dialog lies beyond the screen, or is cut off at its side. */
const OUTSIDE = `(() => {
  const dialog = document.querySelector('[role=dialog]');
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  const isBeyond = left < 0 || top < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
  const isCut = (part) =>
    part.clientWidth > 1 && part.scrollWidth > part.clientWidth + 1;
  return [
    ...(isBeyond ? ['it is at ' + [left, top, right, bottom].map(Math.round).join(' ')] : []),
    ...(dialog.scrollWidth > dialog.clientWidth ? ['it scrolls sideways'] : []),
    ...[...dialog.querySelectorAll('button, h2, label, p')].filter(isCut)
      .map((part) => part.tagName + ' is cut off: ' + part.textContent.slice(0, 40)),
  ];
})()`;

const HAS_FOCUS = `document.querySelector('[role=dialog]').contains(document.activeElement)`;

/** Can be pressed, once it was scrolled to. */
async function reach(button: Locator): Promise<void> {
  if (await button.isEnabled()) await button.click({ trial: true });
  else await button.scrollIntoViewIfNeeded();
}
