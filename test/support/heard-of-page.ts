// Requests and complaints of a page that is a file.

import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import type { View } from './browser.ts';
import { contextOptions, DRAWN } from './browser.ts';

export type HeardPage = {
  readonly page: Page;
  /** Requests but for the page itself, messages of the console, and errors. */
  readonly heard: readonly string[];
};

/** Opens a file, and waits until it is drawn. */
export async function openHeard(
  browser: Browser,
  file: string,
  view: View,
  timezoneId = 'UTC',
): Promise<HeardPage> {
  const heard: string[] = [];
  const address = pathToFileURL(file).href;
  const page = await browser.newPage({ ...contextOptions(view), timezoneId });
  page.on('request', (request) => {
    if (request.url() !== address) heard.push(request.url());
  });
  page.on('console', (message) => heard.push(message.text()));
  page.on('pageerror', (error) => heard.push(error.message));
  await page.goto(address);
  await page.evaluate(DRAWN);
  return { page, heard };
}
