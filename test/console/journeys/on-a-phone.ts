// A day on a telephone, by touch: signing in, an order, a bot, and a backtest. Nothing is wider
// than the screen on the way.

import { PASSWORD } from '../console-service.ts';
import { furnish } from '../furnish.ts';
import { checkWidths } from '../page-checks.ts';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const PHONE = { width: 390, height: 844, isDark: true, isTouched: true };

export async function onAPhone({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('toni');
  await furnish(service, user);
  const visitor = await visit(null, { view: PHONE });
  const { page } = visitor;
  await visitor.open('/');
  await page.getByLabel('Name').fill('toni');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).tap();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await fits(visitor, 'home');
  await order(visitor);
  await bot(visitor);
  await backtest(visitor);
  await bar(visitor).getByRole('button', { name: 'More' }).tap();
  // What the page asks for while the session ends is refused.
  visitor.expectMessage(/401/);
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).tap();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await visitor.leave();
}

/** The one at the bottom of the screen: the rail is not there. */
const bar = ({ page }: Visitor) => page.locator('nav.bar');

async function fits(visitor: Visitor, name: string): Promise<void> {
  await checkWidths(visitor.page, [PHONE.width]);
  await visitor.picture(`phone-${name}`);
}

async function order(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await bar(visitor).getByRole('link', { name: 'Markets' }).tap();
  await page.getByRole('link', { name: 'BTC/USDT' }).first().tap();
  const ticket = page.getByRole('form', { name: 'Order ticket' });
  await ticket.getByLabel('Type').selectOption('market');
  await ticket.getByLabel('Amount').fill('0.01');
  await ticket.getByText('Fee, 0.1 % taker').waitFor();
  await fits(visitor, 'ticket');
  await ticket.getByRole('button', { name: 'Buy 0.01 BTC' }).tap();
  await page.getByText('Bought 0.01').waitFor();
}

async function bot(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await bar(visitor).getByRole('link', { name: 'Bots' }).tap();
  await page.getByRole('link', { name: 'Averages, stopped' }).tap();
  await page.getByRole('heading', { level: 1, name: 'Averages, stopped' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).tap();
  await page.getByText('Running', { exact: true }).waitFor();
  await page.getByText('Started its script on SIM_').waitFor();
  await fits(visitor, 'bot');
  await page.getByRole('button', { name: 'Stop', exact: true }).tap();
  await page.getByRole('button', { name: 'Stop the bot' }).tap();
  await page.getByText('Stopped', { exact: true }).waitFor();
}

async function backtest(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await bar(visitor).getByRole('button', { name: 'More' }).tap();
  await fits(visitor, 'more');
  await page.getByRole('dialog').getByRole('link', { name: 'Scripts' }).tap();
  await page.getByRole('link', { name: 'Moving averages' }).tap();
  await page.getByRole('button', { name: 'Run', exact: true }).tap();
  await page.getByText('Buy and hold').first().waitFor();
  await page.locator('.report-chart canvas').first().waitFor();
  await fits(visitor, 'backtest');
}
