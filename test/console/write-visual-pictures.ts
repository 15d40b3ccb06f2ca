// The pictures of docs/visual.md, cut to what they are about:
//   node test/console/write-visual-pictures.ts [DIR]

import path from 'node:path';
import type { Page } from 'playwright-core';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { visualText } from '#domain/visual/own-form.ts';
import { modelOfTemplate, VISUAL_TEMPLATES } from '#domain/visual-rules/templates.ts';
import { present } from '#lib/assert.ts';
import { findBrowser, NO_BROWSER, startBrowser } from '../support/browser.ts';
import { startChatServer } from './chat-server.ts';
import { startConsole } from './console-service.ts';
import { furnish } from './furnish.ts';
import { openVisitor } from './visitor.ts';

const VIEW = { width: 1_400, height: 950 };
/** Room for blocks with what stands in them, beside the palette and the Lua. */
const WIDE = { width: 1_800, height: 950 };
const LIVE_MS = 240_000;
const usual = path.join(import.meta.dirname, '..', '..', 'docs', 'pictures');
const [folder = usual] = process.argv.slice(2);

const found = await findBrowser();
if (found === null) {
  process.stderr.write(`${NO_BROWSER}\n`);
  process.exit(2);
}
const chat = await startChatServer();
const [service, browser] = await Promise.all([startConsole(chat.environment), startBrowser(found)]);
try {
  const user = await service.makeUser('ada', 'owner');
  const own = await furnish(service, user);
  const visitor = await openVisitor(browser, service, user);
  const { page } = visitor;
  await page.setViewportSize(VIEW);
  const small = present(VISUAL_TEMPLATES[0], 'there are ten');
  const document = visualText(modelOfTemplate(small, VISUAL_PALETTE));
  const made = await user.api.createVisualScript({ body: { name: small.name, document } });
  const graph = `/scripts/${made.script_id}?view=graph`;
  await open(page, `/scripts/${own.visualScriptId}`, 'No mistakes');
  await write(page, 'rules', 740);
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  await page
    .getByText(/True on /)
    .first()
    .waitFor();
  await write(page, 'values', 960);
  await page.setViewportSize(WIDE);
  await open(page, graph, 'No mistakes');
  await page.getByLabel('Lua beside').check();
  await page.waitForTimeout(1_000);
  await write(page, 'graph', 700);
  await page.setViewportSize(VIEW);
  await open(page, `/scripts/${own.faultyRulesId}?view=graph`, '3 mistakes');
  await page.waitForTimeout(1_000);
  await write(page, 'problems', 930);
  await page.goto(`/bots/${own.rulesBotId}?tab=rules`);
  await page.getByRole('button', { name: 'Count over the last 300 candles' }).click();
  await page.locator('.counts').first().waitFor();
  // With the next update of the bot.
  await page.getByText('Live.', { exact: true }).waitFor({ timeout: LIVE_MS });
  const file = path.join(folder, 'live.png');
  await page.getByRole('region', { name: 'What it does' }).screenshot({ path: file });
  process.stdout.write(`${file}\n`);
  await visitor.leave();
} finally {
  await browser.close();
  await service.close();
  chat.close();
}
process.exit(0);

async function open(page: Page, address: string, words: string): Promise<void> {
  await page.goto(address);
  await page.getByText(words, { exact: true }).first().waitFor();
  await page.mouse.move(0, 0);
}

/** The top of the editor and of what stands beside it. */
async function write(page: Page, name: string, heightMax: number): Promise<void> {
  const box = await page.locator('.workbench').boundingBox();
  if (box === null) throw new Error('the editor is not drawn');
  const { x, y, width } = box;
  const height = Math.min(box.height, heightMax);
  const file = path.join(folder, `${name}.png`);
  await page.screenshot({ path: file, fullPage: true, clip: { x, y, width, height } });
  process.stdout.write(`${file}\n`);
}
