// A browser that tests open pages with: Chromium without a window, spoken to over its debugging
// protocol. Where none is installed there is none, and the tests that need it are skipped.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { present } from '#lib/assert.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];

/** `TIDEMILL_TEST_BROWSER` names one that is not in the path. */
export function findBrowser(): string | null {
  const named = process.env['TIDEMILL_TEST_BROWSER'];
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const files = folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name)));
  return (named === undefined ? files : [named]).find(isExecutable) ?? null;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export type View = {
  readonly width: number;
  readonly height: number;
  readonly isDark: boolean;
};

export type OpenPage = {
  /** The value of an expression in the page, as JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Moves the pointer to a place of the window, in pixels. */
  pointAt(x: number, y: number): Promise<void>;
  /** The page as far as it reaches, or as much of it as is seen; the bytes of a PNG. */
  screenshot(isWhole: boolean): Promise<Buffer>;
};

export type Browser = {
  /** Opens a file, and waits until it is drawn. */
  open(file: string, view: View): Promise<OpenPage>;
  close(): Promise<void>;
};

export async function startBrowser(executable: string): Promise<Browser> {
  const profile = mkdtempSync(path.join(tmpdir(), 'tidemill-browser-'));
  const switches = [
    '--headless=new',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--hide-scrollbars',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const child = spawn(executable, switches, { stdio: ['ignore', 'ignore', 'pipe'] });
  const socket = new WebSocket(await debuggerAddress(child.stderr));
  await once(socket, 'open');
  const send = asking(socket);
  return {
    open: (file, view) => openPage(send, file, view),
    async close() {
      const gone = once(child, 'exit');
      await send('Browser.close', {}, null);
      await gone;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

async function debuggerAddress(errors: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: errors })) {
    const address = /DevTools listening on (\S+)/.exec(line)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error('the browser ended before it could be spoken to');
}

type Send = (method: string, params: object, sessionId: string | null) => Promise<unknown>;

type Reply = {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
};

function asking(socket: WebSocket): Send {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id = 0, result, error } = JSON.parse(String(data)) as Reply;
    const requested = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) requested?.resolve(result);
    else requested?.reject(new Error(error.message));
  });
  return (method, params, sessionId) => {
    lastId += 1;
    const requested = Promise.withResolvers<unknown>();
    waiting.set(lastId, requested);
    const session = sessionId === null ? {} : { sessionId };
    socket.send(JSON.stringify({ id: lastId, method, params, ...session }));
    return requested.promise;
  };
}

/** Two frames after the page and its fonts are there, all of it has been laid out and drawn. */
const DRAWN = `new Promise((done) => {
  const settle = () => requestAnimationFrame(() => requestAnimationFrame(() => done(true)));
  if (document.readyState === 'complete') settle();
  else addEventListener('load', settle);
})`;

async function openPage(send: Send, file: string, view: View): Promise<OpenPage> {
  const made = (await send('Target.createTarget', { url: 'about:blank' }, null)) as {
    readonly targetId: string;
  };
  const attached = (await send(
    'Target.attachToTarget',
    { targetId: made.targetId, flatten: true },
    null,
  )) as { readonly sessionId: string };
  const ask = (method: string, params: object) => send(method, params, attached.sessionId);
  const { width, height, isDark } = view;
  const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
  await ask('Emulation.setDeviceMetricsOverride', metrics);
  const scheme = { name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' };
  await ask('Emulation.setEmulatedMedia', { features: [scheme] });
  const evaluate = async <T>(expression: string): Promise<T> => {
    const params = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = (await ask('Runtime.evaluate', params)) as {
      readonly result: { readonly value?: unknown };
      readonly exceptionDetails?: { readonly exception?: { readonly description?: string } };
    };
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? 'the page threw');
    return result.value as T;
  };
  await ask('Page.enable', {});
  await ask('Page.navigate', { url: pathToFileURL(file).href });
  while ((await evaluate<string>('location.href')) === 'about:blank');
  await evaluate(DRAWN);
  return {
    evaluate,
    async pointAt(x, y) {
      await ask('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y });
      await evaluate(DRAWN);
    },
    async screenshot(isWhole) {
      const shown = { format: 'png', captureBeyondViewport: isWhole };
      const taken = (await ask('Page.captureScreenshot', shown)) as { readonly data?: string };
      return Buffer.from(present(taken.data, 'a picture was taken'), 'base64');
    },
  };
}
