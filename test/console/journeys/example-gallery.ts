// Examples found in the gallery and copied, and scripts that come from files.

import assert from 'node:assert/strict';
import type { Stage } from '../stage.ts';

export async function exampleGallery({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('greta');
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/scripts');
  await page.getByRole('button', { name: 'Examples' }).click();
  await page.getByRole('searchbox', { name: 'Search the examples' }).fill('range grid');
  await visitor.picture('gallery');
  await page.getByRole('button', { name: 'Copy Spot grid' }).click();
  await page.getByRole('heading', { level: 1, name: 'Spot grid' }).waitFor();
  const [script] = (await user.api.listScripts()).data;
  assert.deepEqual([script?.name, script?.is_valid], ['Spot grid', true]);

  await visitor.open('/scripts');
  const files = ['Rising.lua', 'Falling.lua'].map((name) => ({
    name,
    mimeType: 'text/plain',
    buffer: Buffer.from('Log("here")\n'),
  }));
  await page.getByLabel('Files of scripts').setInputFiles(files);
  await page.getByRole('link', { name: 'Rising' }).waitFor();
  await page.getByRole('link', { name: 'Falling' }).waitFor();
  await visitor.leave();
}
