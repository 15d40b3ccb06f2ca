// From a script to a bot with the inputs that a search found best, and the report of that result.

import assert from 'node:assert/strict';
import { furnish } from '../furnish.ts';
import type { Stage } from '../stage.ts';

export async function labToBot({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('lars');
  const { scriptId } = await furnish(service, user);
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
