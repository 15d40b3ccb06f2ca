// A thousand bots: all are listed, each is drawn when one scrolls to it, one is found by its name,
// and all are chosen at once.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MARKET } from '../furnish.ts';
import type { Stage } from '../stage.ts';

const COUNT = 1_000;

export async function thousandBots({ service, visit }: Stage): Promise<void> {
  const user = await service.makeUser('max');
  const account_id = await service.openAccount('max');
  const source = "Log('at work')\n";
  const { script_id } = await user.api.createScript({ body: { name: 'Worker', source } });
  const body = { name: 'Bot 0', script_id, account_id, market_tag: MARKET };
  await service.copyBot((await user.api.createBot({ body })).bot_id, COUNT - 1);
  const visitor = await visit(user);
  const { page } = visitor;
  await visitor.open('/bots');
  const table = page.getByRole('table', { name: 'Bots' });
  await table.getByRole('row').nth(3).waitFor();
  assert.equal(await table.getAttribute('aria-rowcount'), String(COUNT + 1));
  assert.deepEqual(await page.evaluate(SCROLL_THROUGH), { seen: COUNT, blank: [] });
  assert.ok((await table.getByRole('row').count()) < 100, 'only those in view are drawn');
  await visitor.picture('thousand-bots');

  await page.getByLabel('Select all shown').check();
  await page.getByText(`${COUNT} chosen`).waitFor();
  // Faster than anybody types: no letter is lost.
  const search = page.getByRole('searchbox').first();
  await search.pressSequentially('Bot 777');
  assert.equal(await search.inputValue(), 'Bot 777');
  await onlyRow(page, 'Bot 777').waitFor();
  assert.equal(await table.getAttribute('aria-rowcount'), '2');
  await page.reload();
  await onlyRow(page, 'Bot 777').waitFor();
  await visitor.leave();
}

const onlyRow = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Bots' }).getByRole('link', { name, exact: true });

/**
 * Scrolls to the end, by twice what is in view: as much is drawn around it. The bots that were
 * drawn, and the places at which a part of the list was blank two frames later.
 */
const SCROLL_THROUGH = `(async () => {
  const list = document.querySelector('.bots-rows');
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const seen = new Set();
  const blank = [];
  for (;;) {
    await frame();
    await frame();
    const { top, bottom } = list.getBoundingClientRect();
    let to = top;
    for (const row of list.querySelectorAll('[role=row]')) {
      seen.add(row.querySelector('a').textContent);
      const box = row.getBoundingClientRect();
      if (box.top <= to + 1) to = Math.max(to, box.bottom);
    }
    if (to < bottom - 1) blank.push(list.scrollTop);
    if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) break;
    list.scrollTop += list.clientHeight * 2;
  }
  return { seen: seen.size, blank };
})()`;
