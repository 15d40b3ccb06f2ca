// From a script to a bot with the inputs that a search found best, and the report of that result;
// and from a backtest to a search that begins as the backtest was made.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ConsoleUser } from '../console-service.ts';
import { settledUser } from '../settled-user.ts';
import type { Stage } from '../stage.ts';

export async function labToBot({ service, visit }: Stage): Promise<void> {
  const { user, own } = await settledUser(service);
  const { scriptId } = own;
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/scripts/${scriptId}`);
  await page.getByRole('link', { name: 'Search its inputs' }).click();
  await page.getByRole('button', { name: 'Choose its ranges' }).click();
  await page.getByRole('heading', { name: 'What to search' }).waitFor();
  await page.getByRole('button', { name: '7 days' }).click();
  const start = page.getByRole('button', { name: 'Start the search' });
  assert.ok(await start.isDisabled(), 'nothing is varied yet');
  for (const [name, values] of [
    ['Fast', ['10', '30', '10']],
    ['Slow', ['40', '60', '10']],
  ] as const) {
    const row = page.getByRole('listitem').filter({ hasText: name });
    await row.getByRole('checkbox').check();
    for (const [index, field] of ['from', 'to', 'step'].entries())
      await row.getByRole('textbox', { name: field }).fill(values[index] ?? '');
  }
  await page.getByText('9 runs').waitFor();
  await start.click();
  await page.getByRole('heading', { name: 'How much may be luck' }).waitFor();
  await page.getByRole('img', { name: /Best profit by Fast and Slow/ }).waitFor();
  await visitor.picture('lab');
  await assertConstraints(page);
  await assertFront(user, page);
  const best = page.getByRole('region', { name: 'Best results' }).getByRole('row').nth(1);
  const [fast, slow] = (await best.getByRole('cell').allInnerTexts()).slice(0, 2);
  await best.getByRole('link', { name: 'Report' }).click();
  await page.getByRole('heading', { name: 'Returns by month' }).waitFor();
  await page.goBack();
  const row = page.getByRole('region', { name: 'Best results' }).getByRole('row').nth(1);
  await row.getByRole('button', { name: 'Make a bot' }).click();
  await page
    .getByRole('heading', { level: 1, name: `Moving averages (${fast}, ${slow})` })
    .waitFor();
  const [bot] = (await user.api.listBots()).data.filter(({ name }) => name.includes('('));
  assert.deepEqual(
    [bot?.parameters['Fast'], bot?.parameters['Slow']].map(String),
    [fast, slow],
    'the bot has the inputs of the result',
  );
  await visitor.leave();
}

/** What breaks one is greyed and stands below what holds; nothing that breaks one is best. */
async function assertConstraints(page: Page): Promise<void> {
  const rows = page.getByRole('region', { name: 'Best results' }).locator('tbody tr');
  const count = await rows.count();
  await page.getByRole('textbox', { name: /At least/ }).fill('100000');
  await page.getByText('0 results hold').waitFor();
  assert.equal(await page.locator('.row-broken').count(), count);
  assert.match((await rows.first().getAttribute('title')) ?? '', /fewer than 100000 trades/);
  await page.getByRole('textbox', { name: /At least/ }).fill('');
  await page.locator('.row-broken').first().waitFor({ state: 'detached' });
}

/** The front is that of the API, whatever the goals are. */
async function assertFront({ api }: Pick<ConsoleUser, 'api'>, page: Page): Promise<void> {
  const lab_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const table = page.getByRole('region', { name: 'Best trade-offs' });
  const goals = page.getByRole('group', { name: /No other result beats these/ });
  const assertShown = async (words: string): Promise<void> => {
    const front = (await api.listLabFront({ lab_id, goals: words })).data;
    await page.getByText(new RegExp(`^${front.length} of \\d+ results are on the front`)).waitFor();
    const links = await table.getByRole('link', { name: 'Report' }).all();
    const hrefs = await Promise.all(links.map((link) => link.getAttribute('href')));
    const shown = hrefs.map((href) => href?.split('/').at(-1));
    assert.deepEqual(
      shown,
      front.map(({ backtest_id: id }) => id),
    );
  };
  await assertShown('profit,drawdown');
  assert.ok(await goals.getByRole('checkbox', { name: 'Profit' }).isDisabled(), 'two at least');
  await goals.getByRole('checkbox', { name: 'Sharpe' }).check();
  await assertShown('profit,drawdown,sharpe');
  await goals.getByRole('checkbox', { name: 'Least drawdown' }).uncheck();
  await assertShown('profit,sharpe');
  await page.getByRole('img', { name: 'The front of Profit and Sharpe' }).waitFor();
}

/** The search runs as the backtest did: on its market, over its time, with its settings. */
export async function backtestToLab({ service, visit }: Stage): Promise<void> {
  const { user, own } = await settledUser(service);
  const settings = { trade_amount_percent: '50', slippage_percent: '0.1', rules: 'touch' } as const;
  const { backtest_id: backtestId } = await user.api.createBacktest({
    body: {
      script_id: own.scriptId,
      account_id: own.accountId,
      market_tag: 'SIM_ETH_USDT',
      interval: 30,
      start_at: '2026-03-02T00:00:00Z',
      end_at: '2026-03-04T00:00:00Z',
      settings,
    },
  });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open(`/backtests/${backtestId}`);
  await page.getByRole('link', { name: 'Search its inputs' }).click();
  await page.getByRole('button', { name: 'Choose its ranges' }).click();
  await page.getByRole('heading', { name: 'What to search' }).waitFor();
  await page.getByText('How orders fill').click();
  for (const [label, value] of [
    ['or percent of the equity', '50'],
    ['Slippage, percent', '0.1'],
    ['From', '2026-03-02'],
    ['To', '2026-03-04'],
  ] as const)
    assert.equal(await page.getByLabel(label, { exact: true }).inputValue(), value, label);
  for (const [name, value] of [
    ['Rules of matching', 'touch'],
    ['Candles', '30'],
  ] as const) {
    const choice = page.getByRole('combobox', { name, exact: true });
    assert.equal(await choice.inputValue(), value, name);
  }
  const row = page.getByRole('listitem').filter({ hasText: 'Fast' });
  await row.getByRole('checkbox').check();
  for (const [field, value] of [
    ['from', '10'],
    ['to', '20'],
    ['step', '10'],
  ] as const)
    await row.getByRole('textbox', { name: field }).fill(value);
  await page.getByText('2 runs').waitFor();
  const also = page.getByRole('combobox', { name: 'Also on' });
  for (const label of ['BTC/USDT', 'SOL/USDT']) await also.selectOption({ label });
  await page.getByText('6 runs').waitFor();
  await page.getByRole('button', { name: 'Leave out SOL/USDT' }).click();
  await page.getByText('4 runs').waitFor();
  await page.getByRole('button', { name: 'Start the search' }).click();
  await page.getByRole('region', { name: 'Best results' }).waitFor();
  const lab = await user.api.getLab({
    lab_id: new URL(page.url()).pathname.split('/').at(-1) ?? '',
  });
  assert.deepEqual(
    [lab.market_tag, lab.further_markets, lab.interval, lab.start_at, lab.end_at],
    ['SIM_ETH_USDT', ['SIM_BTC_USDT'], 30, '2026-03-02T00:00:00.000Z', '2026-03-04T00:00:00.000Z'],
  );
  assert.deepEqual({ ...lab.settings }, settings);
  // What it gave on the second market has a report of its own.
  const best = page.getByRole('region', { name: 'Best results' }).getByRole('row').nth(1);
  await visitor.picture('lab-markets');
  await best.getByRole('link', { name: 'SIM_BTC_USDT' }).click();
  await page.getByRole('heading', { name: 'Returns by month' }).waitFor();
  await page.getByText('SIM_BTC_USDT').first().waitFor();
  await visitor.leave();
}
