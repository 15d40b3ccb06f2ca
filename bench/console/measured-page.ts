// Measurements in a page: when something was drawn, which frames came late, what it holds.

import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { contextOptions } from '../../test/support/browser.ts';

const DESK = { width: 1_440, height: 900, isDark: false };
const LIMIT_MS = 120_000;
const FRAME_MS = 1_000 / 60;
/** Frames that a page is given before the next figure is taken. */
const PACE_MS = 8;

export type MeasuredPage = {
  readonly page: Page;
  /** Milliseconds from going to the address until the condition holds and is drawn. */
  openUntil(address: string, condition: string): Promise<number>;
  /** The same from this act on. */
  actUntil(act: () => Promise<void>, condition: string): Promise<number>;
  /** Frames that came late while `act` ran, and all that a screen would have shown. */
  framesDuring(act: () => Promise<void>): Promise<Frames>;
  /** What is in use after a collection. */
  memory(): Promise<Memory>;
  close(): Promise<void>;
};

export type Frames = {
  readonly dropped: number;
  readonly all: number;
  readonly longestMs: number;
  /** Processor time of the page's process and of the one that draws, per frame that was shown. */
  readonly processorMsEach: number;
};
export type Memory = {
  readonly heapMib: number;
  readonly nodes: number;
  readonly listeners: number;
};

/** `session`: the token of who is signed in; null: nobody is. */
export async function measuredPage(
  browser: Browser,
  baseURL: string,
  session: string | null,
): Promise<MeasuredPage> {
  const context = await browser.newContext({ ...contextOptions(DESK), baseURL });
  if (session !== null)
    await context.addCookies([{ name: 'tidemill_session', value: session, url: baseURL }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const whole = await browser.newBrowserCDPSession();
  await devtools.send('Performance.enable');
  return {
    page,
    openUntil: async (address, condition) => {
      await page.goto(address, { waitUntil: 'commit' });
      return drawnAt(page, condition);
    },
    async actUntil(act, condition) {
      const fromMs = await page.evaluate<number>('performance.now()');
      await act();
      return (await drawnAt(page, condition)) - fromMs;
    },
    framesDuring: (act) => framesDuring(page, whole, act),
    memory: () => memoryOf(devtools),
    async close() {
      await whole.detach();
      await context.close();
    },
  };
}

/** Milliseconds from the beginning of the page until two frames after the condition holds. */
async function drawnAt(page: Page, condition: string): Promise<number> {
  return page.evaluate<number>(`new Promise((done, fail) => {
    const endMs = performance.now() + ${LIMIT_MS};
    const look = () => {
      if (${condition})
        requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
      else if (performance.now() > endMs) fail(new Error('not drawn in time'));
      else setTimeout(look, 2);
    };
    look();
  })`);
}

async function framesDuring(
  page: Page,
  whole: CDPSession,
  act: () => Promise<void>,
): Promise<Frames> {
  await page.evaluate(`(() => {
    const seen = { isOver: false, gaps: [] };
    globalThis.seenFrames = seen;
    let last = null;
    const note = (atMs) => {
      if (last !== null) seen.gaps.push(atMs - last);
      last = atMs;
      if (!seen.isOver) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  })()`);
  const beforeMs = await processorMs(whole);
  await act();
  const usedMs = (await processorMs(whole)) - beforeMs;
  const gaps = await page.evaluate<number[]>(
    '((seen) => { seen.isOver = true; return seen.gaps; })(globalThis.seenFrames)',
  );
  const counts = gaps.map((gap) => Math.max(1, Math.round(gap / FRAME_MS)));
  const all = counts.reduce((sum, count) => sum + count, 0);
  return {
    all,
    dropped: all - gaps.length,
    longestMs: Math.max(...gaps),
    processorMsEach: usedMs / gaps.length,
  };
}

const DRAWING: ReadonlySet<string> = new Set(['renderer', 'GPU']);

/** Of all pages: measure one at a time. It depends less on other load than times do. */
async function processorMs(whole: CDPSession): Promise<number> {
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  const drawing = processInfo.filter(({ type }) => DRAWING.has(type));
  return 1_000 * drawing.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

async function memoryOf(devtools: CDPSession): Promise<Memory> {
  await devtools.send('HeapProfiler.collectGarbage');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0;
  return {
    heapMib: of('JSHeapUsedSize') / 2 ** 20,
    nodes: of('Nodes'),
    listeners: of('JSEventListeners'),
  };
}

/** Drags to and fro around the middle of an element for so long. */
export async function drag(page: Page, selector: string, durationMs: number): Promise<void> {
  const box = await page.locator(selector).first().boundingBox();
  if (box === null) throw new Error(`${selector} is not on the page.`);
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middle, y);
  await page.mouse.down();
  const fromMs = performance.now();
  for (let tookMs = 0; tookMs < durationMs; tookMs = performance.now() - fromMs) {
    await page.mouse.move(middle + Math.sin(tookMs / 300) * box.width * 0.4, y);
    await pause(PACE_MS);
  }
  await page.mouse.up();
}
