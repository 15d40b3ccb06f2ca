// An order with its stop and target by hand: what it risks in money, one thing among the open
// orders, and its end, which closes what it holds.

import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Stage } from '../stage.ts';

export async function bracketByHand({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('bracket-trader');
  await service.openAccount('bracket-trader');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/markets/SIM_BTC_USDT?exchange=sim');
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Type').selectOption('market');
  await ticket.getByRole('button', { name: 'In USDT' }).click();
  await ticket.getByLabel('Amount').fill('500');
  await ticket.getByLabel('Stop', { exact: true }).fill('900000');
  await ticket.getByText('Must be below the price that it enters at.').waitFor();
  await ticket.getByLabel('Stop', { exact: true }).fill('1000');
  await ticket.getByLabel('Target', { exact: true }).fill('900000');
  await ticket.getByText(/^At the stop$/).waitFor();
  await ticket
    .getByText(/% of the account/)
    .first()
    .waitFor();
  await visitor.picture('bracket-ticket');
  await ticket.getByRole('button', { name: /^Buy 0\.00/ }).click();
  await ticket.getByText(/Market order sent: buy .*, with its stop and target\./).waitFor();
  const own = page.getByRole('region', { name: 'Your activity' });
  const brackets = own.getByRole('region', { name: 'Orders with stop and target' });
  await brackets.getByText('protected', { exact: true }).waitFor();
  await visitor.picture('bracket-open');
  await brackets.getByRole('button', { name: 'Move' }).click();
  const moving = page.getByRole('dialog', { name: 'Move the stop and the target' });
  // The first is refused on purpose.
  visitor.expectMessage(/400 \(Bad Request\)/);
  await moving.getByLabel('Stop').fill('800000');
  await moving.getByRole('button', { name: 'Move them' }).click();
  await moving.getByText(/Must be below the price of now/i).waitFor();
  await moving.getByLabel('Stop').fill('2000');
  await visitor.picture('bracket-move');
  await moving.getByRole('button', { name: 'Move them' }).click();
  await moving.waitFor({ state: 'detached' });
  await brackets.getByText(/2\s000\.00/).waitFor();
  await brackets.getByText('protected', { exact: true }).waitFor();
  const end = brackets.getByRole('button', { name: 'End' });
  const right = async (of: Locator): Promise<number> => {
    const box = await of.boundingBox();
    return box === null ? Number.NaN : box.x + box.width;
  };
  assert.ok((await right(end)) <= (await right(brackets)), 'what ends it is in view');
  await end.click();
  await page.getByRole('button', { name: 'Close and end' }).click();
  await own.getByText('No open orders').waitFor();
  await own.getByRole('button', { name: 'Fills' }).click();
  await own.getByText('Sold').first().waitFor();
  await visitor.leave();
}
