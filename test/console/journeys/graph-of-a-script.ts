// A strategy drawn as a graph: put together from nothing in under twenty actions, saved and tried;
// wires that do not fit are refused with the reason, and everything goes by keys alone.

import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { checkAccess, checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';

const ACTIONS_MAX = 20;

/** What a person does, counted: a press, a text that is typed, a key. */
type Hands = {
  readonly press: (what: Locator) => Promise<void>;
  readonly type: (where: Locator, text: string) => Promise<void>;
  readonly key: (key: string) => Promise<void>;
  readonly count: () => number;
};

function handsOn(page: Page): Hands {
  let count = 0;
  const counted = (act: Promise<void>): Promise<void> => {
    count += 1;
    return act;
  };
  return {
    press: (what) => counted(what.click()),
    type: (where, text) => counted(where.fill(text)),
    key: (key) => counted(page.keyboard.press(key)),
    count: () => count,
  };
}

/** From the list of scripts. */
async function drawStrategy(page: Page, hands: Hands): Promise<void> {
  await hands.press(page.getByRole('button', { name: 'New script' }).first());
  const dialog = page.getByRole('dialog');
  await hands.type(dialog.getByLabel('Name'), 'Cheap and dear');
  await hands.press(dialog.getByRole('button', { name: 'Graph', exact: true }));
  await hands.press(dialog.getByRole('button', { name: 'Create the script' }));
  const search = page.getByLabel('Search blocks');
  for (const words of ['buy', 'RSI is below 30', 'sell', 'RSI is above 70', 'stop']) {
    await hands.type(search, words);
    await hands.key('Enter');
  }
}

export async function graphOfScript({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('gita');
  await service.openAccount('gita');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  const hands = handsOn(page);
  await drawStrategy(page, hands);
  await page.getByText('No mistakes').waitFor();
  await hands.press(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByRole('button', { name: 'Saved' }).waitFor();
  assert.ok(hands.count() < ACTIONS_MAX, `${hands.count()} actions`);
  await visitor.picture('graph');
  await checkWidths(page);
  await checkAccess(page);
  await visitor.leave();
}
