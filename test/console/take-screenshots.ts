// Pictures of the console's pages, for whoever changes them:
//   node test/console/take-screenshots.ts --out DIR [--width 390] [--scheme dark] [PAGE …]
// All pages, widths and schemes unless named; in another language with `--language de`.
// Each file is PAGE-WIDTH-SCHEME.png.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { findBrowser, NO_BROWSER, startBrowser } from '../support/browser.ts';
import { startChatServer } from './chat-server.ts';
import { startConsole } from './console-service.ts';
import { furnishPartner } from './furnish-partner.ts';
import { furnishChannels } from './furnish-channels.ts';
import { furnish } from './furnish.ts';
import { furnishWebhooks } from './furnish-webhooks.ts';
import { HEIGHTS, SCHEMES, WIDTHS } from './page-checks.ts';
import type { ConsolePage, OwnObjects } from './pages.ts';
import { openPage, PAGES } from './pages.ts';
import { openVisitor } from './visitor.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    width: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
    language: { type: 'string', default: 'en' },
  },
});
const { out: folder } = values;
const found = await findBrowser();
const unknown = positionals.filter((name) => !PAGES.some((page) => page.name === name));
if (folder === undefined || unknown.length > 0)
  fail(`--out DIR [${PAGES.map(({ name }) => name).join(' ')}]`);
if (found === null) fail(NO_BROWSER);

mkdirSync(folder, { recursive: true });
const widths = values.width?.map(Number) ?? WIDTHS;
const schemes = SCHEMES.filter((scheme) => values.scheme?.includes(scheme) ?? true);
const chat = await startChatServer();
const receiver = await startWebhookReceiver();
const [service, browser] = await Promise.all([startConsole(chat.environment), startBrowser(found)]);
try {
  const user = await service.makeUser('ada', 'owner');
  const own = { ...(await furnish(service, user)), ...(await furnishPartner(service, user)) };
  await furnishChannels(user, chat);
  await furnishWebhooks(service, user, receiver);
  const visitor = await openVisitor(browser, service, user);
  const { page } = visitor;
  await page.addInitScript(`localStorage.setItem('tidemill-language', '${values.language}')`);
  for (const of of PAGES)
    if (positionals.length === 0 || positionals.includes(of.name)) await takePage(page, of, own);
  for (const fault of visitor.faults()) process.stdout.write(`console: ${fault}\n`);
} finally {
  await browser.close();
  await service.close();
  chat.close();
  receiver.close();
}
process.exit(0);

async function takePage(page: Page, of: ConsolePage, own: OwnObjects): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
    for (const colorScheme of schemes) {
      await page.emulateMedia({ colorScheme });
      if (values.language === 'en') await openPage(page, of, own);
      else await openTranslated(page, of.address(own));
      // What is drawn on canvases comes a moment later.
      await page.waitForTimeout(300);
      const file = path.join(folder ?? '', `${of.name}-${width}-${colorScheme}.png`);
      await page.screenshot({ path: file, fullPage: true });
      process.stdout.write(`${file}\n`);
    }
  }
}

/** What a page is waited for has its English name; here it is what all pages have. */
async function openTranslated(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('main h1, [role=dialog]').first().waitFor();
  await page.locator('.bones').first().waitFor({ state: 'hidden' });
  // Headings come before what they are of.
  await page.waitForTimeout(1_500);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
