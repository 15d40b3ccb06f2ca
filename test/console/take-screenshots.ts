// Pictures of the console's pages, for whoever changes them:
//   node test/console/take-screenshots.ts --out DIR [--width 390] [--scheme dark] [PAGE …]
// All pages, widths and schemes unless named. Each file is PAGE-WIDTH-SCHEME.png.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findBrowser, NO_BROWSER, startBrowser } from '../support/browser.ts';
import { startChatServer } from './chat-server.ts';
import { startConsole } from './console-service.ts';
import { furnishPartner } from './furnish-partner.ts';
import { furnishChannels } from './furnish-channels.ts';
import { furnish } from './furnish.ts';
import { furnishWebhooks } from './furnish-webhooks.ts';
import { HEIGHTS, SCHEMES, WIDTHS } from './page-checks.ts';
import { openPage, PAGES } from './pages.ts';
import { openVisitor } from './visitor.ts';
import { startWebhookReceiver } from './webhook-receiver.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string' },
    width: { type: 'string', multiple: true },
    scheme: { type: 'string', multiple: true },
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
  for (const of of PAGES) {
    if (positionals.length > 0 && !positionals.includes(of.name)) continue;
    for (const width of widths) {
      await page.setViewportSize({ width, height: HEIGHTS[width] ?? 900 });
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await openPage(page, of, own);
        // What is drawn on canvases comes a moment later.
        await page.waitForTimeout(300);
        const file = path.join(folder, `${of.name}-${width}-${colorScheme}.png`);
        await page.screenshot({ path: file, fullPage: true });
        process.stdout.write(`${file}\n`);
      }
    }
  }
  for (const fault of visitor.faults()) process.stdout.write(`console: ${fault}\n`);
} finally {
  await browser.close();
  await service.close();
  chat.close();
  receiver.close();
}
process.exit(0);

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
