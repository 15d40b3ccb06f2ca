// Examples found in the gallery and copied, and scripts and candles that come from files.

import assert from 'node:assert/strict';
import type { Stage } from '../stage.ts';

export async function exampleGallery({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('greta', 'owner');
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

  await visitor.open('/markets');
  await page.getByRole('button', { name: 'Import candles' }).click();
  const hours = Array.from({ length: 12 }, (_, hour) => {
    const time = new Date(Date.UTC(2024, 2, 1, hour)).toISOString();
    return `${time},${100 + hour},${102 + hour},${99 + hour},${101 + hour},2.5,9\n`;
  });
  await page.getByLabel('File').setInputFiles({
    name: 'GRTUSDT-1h.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`time,open,high,low,close,volume,trades\n${hours.join('')}`),
  });
  await visitor.picture('import-candles');
  await page.getByRole('button', { name: 'Import the file' }).click();
  await page.getByText('The volume is column “volume”.').waitFor();
  await page.getByText('Not read: trades.').waitFor();
  await visitor.picture('imported-candles');
  await page.getByRole('link', { name: 'ARCHIVE_GRT_USDT' }).click();
  await page.getByRole('heading', { level: 1, name: 'GRT/USDT' }).waitFor();
  await visitor.leave();
}
