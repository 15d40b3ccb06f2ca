// A thousand bots: all are listed, each is drawn when one scrolls to it, one is found by its name,
// and all are chosen at once.

import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { MARKET } from '../furnish.ts';
import type { Stage } from '../stage.ts';

const COUNT = 1_000;
/** Within which each part of the list is drawn. */
const FRAMES_MAX = 600;

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
 * drawn, and the places at which a part of the list stayed blank.
 */
const SCROLL_THROUGH = `(async () => {
  const list = document.querySelector('.bots-rows');
  const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
  const seen = new Set();
  const blank = [];
  // The end of what is drawn from the top on without a gap, as far as it is in view.
  const coveredTo = () => {
    const { top } = list.getBoundingClientRect();
    return [...list.querySelectorAll('[role=row]')].reduce((to, row) => {
      const box = row.getBoundingClientRect();
      return box.top <= to + 1 ? Math.max(to, box.bottom) : to;
    }, top);
  };
  const isCovered = () => coveredTo() >= list.getBoundingClientRect().bottom - 1;
  for (;;) {
    await frame();
    // Frames of a slow machine pass before the script has drawn.
    for (let waited = 0; waited < ${FRAMES_MAX} && !isCovered(); waited += 1) await frame();
    if (!isCovered()) blank.push(list.scrollTop);
    for (const row of list.querySelectorAll('[role=row]'))
      seen.add(row.querySelector('a').textContent);
    if (list.scrollTop + list.clientHeight >= list.scrollHeight - 1) break;
    list.scrollTop += list.clientHeight * 2;
  }
  return { seen: seen.size, blank };
})()`;
