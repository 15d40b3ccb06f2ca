// A bot from its making to its end, as its owner sees it.

import assert from 'node:assert/strict';
import type { Stage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const SOURCE = "local sender = Input('sender', 'the bot')\nLog('Hello from ' .. sender)\n";

export async function runningBot({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('bert');
  await service.openAccount('bert');
  await user.api.createScript({ body: { name: 'Greeting', source: SOURCE } });
  await user.api.createScript({ body: { name: 'Farewell', source: "Log('Goodbye')\n" } });
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/bots');
  await page.getByRole('button', { name: 'New bot' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name');
  for (const script of ['Farewell', 'Greeting']) {
    await dialog.getByLabel('Script').selectOption({ label: script });
    assert.equal(await name.inputValue(), script, 'its name is that of its script');
  }
  await name.fill('Greeter');
  await dialog.getByRole('button', { name: 'Make the bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Greeter' }).waitFor();
  await page.getByRole('button', { name: 'Start' }).click();
  await page.getByText('Running', { exact: true }).waitFor();
  // Its log comes by itself.
  await page.getByText('Started its script on SIM_').waitFor();
  await visitor.picture('bot-running');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('dialog', { name: 'Stop Greeter?' }).waitFor();
  await page.getByRole('button', { name: 'Stop the bot' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await makeAnother(visitor);
  await visitor.leave();
}

/** The other one has an input of its own, and all else of this one. */
async function makeAnother(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  await page.getByRole('link', { name: 'Make another like it' }).click();
  const dialog = page.getByRole('dialog');
  const script = dialog.getByLabel('Script');
  assert.equal(await script.locator('option:checked').innerText(), 'Greeting');
  await dialog.getByLabel('Name', { exact: true }).fill('Second greeter');
  await dialog.getByText('Inputs of the script').click();
  await dialog.getByLabel('sender', { exact: true }).fill('another');
  await visitor.picture('another-bot-like-it');
  await dialog.getByRole('button', { name: 'Make the bot' }).click();
  await page.getByRole('heading', { level: 1, name: 'Second greeter' }).waitFor();
  await page.locator('dl.parameters').getByText('another', { exact: true }).waitFor();
  await visitor.picture('bot-made-of-another');
}
