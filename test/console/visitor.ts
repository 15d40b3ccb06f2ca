// Somebody at the console, in a browser of their own. Whatever the browser's console prints counts
// as a fault of the page.

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { View } from '../support/browser.ts';
import { contextOptions } from '../support/browser.ts';
import type { ConsoleService, ConsoleUser } from './console-service.ts';

const DESK: View = { width: 1_440, height: 900, isDark: false };
/** Also of a slow machine that does other things. */
const PATIENCE_MS = 180_000;

/** Which one depends on what the connection was doing when it broke. */
const LOST_CONNECTION = [
  /net::ERR_(CONNECTION_\w+|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|SOCKET_NOT_CONNECTED)/,
  /503 \(Service Unavailable\)/,
] as const;

export type Visitor = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** From here on messages like this one are expected: a refusal that the journey provokes. */
  expectMessage(pattern: RegExp): void;
  /** The same of what a browser says while the service is gone, or does not take requests yet. */
  expectLostConnection(): void;
  /** What the console printed although nobody expected it. */
  faults(): readonly string[];
  /** Opens an address of the console. */
  open(address: string): Promise<void>;
  /** Writes what is seen now into the folder that TIDEMILL_SCREENSHOTS names, if any. */
  picture(name: string): Promise<void>;
  /** Says what is seen, for a journey that failed. */
  explain(name: string): Promise<void>;
  /** Leaves, and fails if the console has printed anything that nobody expected. */
  leave(): Promise<void>;
};

/** `user`: who is signed in; null: nobody. */
export async function openVisitor(
  browser: Browser,
  { url }: Pick<ConsoleService, 'url'>,
  user: Pick<ConsoleUser, 'session'> | null,
  view: View = DESK,
): Promise<Visitor> {
  const context = await browser.newContext({ ...contextOptions(view), baseURL: url });
  if (user !== null)
    await context.addCookies([
      { name: 'tidemill_session', value: user.session, url, httpOnly: true, sameSite: 'Strict' },
    ]);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const messages: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (message) => messages.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => messages.push(`thrown: ${error.stack ?? error.message}`));
  const faults = (): readonly string[] =>
    messages.filter((message) => !expected.some((pattern) => pattern.test(message)));
  return {
    page,
    context,
    faults,
    expectMessage: (pattern) => void expected.push(pattern),
    expectLostConnection: () => void expected.push(...LOST_CONNECTION),
    async open(address) {
      await page.goto(address);
    },
    picture: (name) => savePicture(page, name),
    async explain(name) {
      if (page.isClosed()) return;
      const unseen = (error: Error): string => `The page cannot be read: ${error.message}`;
      await savePicture(page, name).catch(unseen);
      const seen = await page.locator('body').innerText({ timeout: 5_000 }).catch(unseen);
      const lines = [page.url(), ...messages, seen.replaceAll(/\s+/g, ' ').slice(0, 2_000)];
      process.stderr.write(`${lines.join('\n')}\n`);
    },
    async leave() {
      await context.close();
      assert.deepEqual(faults(), []);
    },
  };
}

async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env['TIDEMILL_SCREENSHOTS'];
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
