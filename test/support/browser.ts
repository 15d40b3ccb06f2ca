// The browser that tests open pages with: Chromium without a window. For Linux on x64 it comes with
// the packages; elsewhere it is an installed one. `TIDEMILL_TEST_BROWSER` names another. Where
// there is none, the tests that need it are skipped.

import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { packagedBrowser } from './packaged-browser.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const SWITCHES = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'];

export type FoundBrowser = {
  readonly executable: string;
  /** Beside the environment of the tests. */
  readonly environment: { readonly [name: string]: string };
};

/** Why tests are skipped where none is found. */
export const NO_BROWSER = 'no browser is installed (chromium, or TIDEMILL_TEST_BROWSER)';

export async function findBrowser(): Promise<FoundBrowser | null> {
  const named = process.env['TIDEMILL_TEST_BROWSER'];
  if (named !== undefined) return { executable: named, environment: {} };
  return (await packagedBrowser()) ?? installedBrowser();
}

function installedBrowser(): FoundBrowser | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  const executable = files.find(isExecutable);
  return executable === undefined ? null : { executable, environment: {} };
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export function startBrowser({ executable, environment }: FoundBrowser): Promise<Browser> {
  return chromium.launch({
    executablePath: executable,
    args: SWITCHES,
    env: { ...process.env, ...environment },
  });
}

export type View = {
  readonly width: number;
  readonly height: number;
  readonly isDark: boolean;
  /** Whether it is a telephone's, which is touched. */
  readonly isTouched?: boolean;
};

/** A page that is drawn. */
export type OpenPage = {
  /** The value of an expression in the page, as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Moves the pointer to a place of the window, in pixels. */
  pointAt(x: number, y: number): Promise<void>;
};

/** Two frames after the page and its fonts are there, all of it has been laid out and drawn. */
export const DRAWN = `new Promise((done) => {
  const settle = () => requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  if (document.readyState === 'complete') settle();
  else addEventListener('load', settle);
})`;

/** Opens a file, and waits until it is drawn. */
export async function openFile(browser: Browser, file: string, view: View): Promise<OpenPage> {
  const page = await browser.newPage(contextOptions(view));
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(DRAWN);
  return {
    evaluate: (expression) => page.evaluate(expression),
    async pointAt(x, y) {
      await page.mouse.move(x, y);
      await page.evaluate(DRAWN);
    },
  };
}

/** What a context of the browser is made with to have this view. */
export function contextOptions({ width, height, isDark, isTouched = false }: View) {
  return {
    viewport: { width, height },
    hasTouch: isTouched,
    isMobile: isTouched,
    colorScheme: isDark ? ('dark' as const) : ('light' as const),
    reducedMotion: 'reduce' as const,
  };
}
