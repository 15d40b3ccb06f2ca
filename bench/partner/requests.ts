// Requests of a partner to the API, each with how long its response took.

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { SignalledOrder } from '../bots/figures.ts';
import type { PlainClient } from './plain-client.ts';
import { plainClient } from './plain-client.ts';
import { tokenOf } from './world.ts';

const PAGE_ITEMS = 500;
const CONNECTIONS = 64;
const RESPONSE_MS_MAX = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

export type Api = { readonly url: string; readonly key: string };

type TimedText = { readonly text: string; readonly tookMs: number };

function read({ url, key }: Api, path: string) {
  return new Promise<TimedText>((resolve, reject) => {
    const fromMs = performance.now();
    const headers = { authorization: `Bearer ${key}` };
    const options = { headers, agent, timeout: RESPONSE_MS_MAX };
    const sent = request(`${url}${path}`, options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        resolve({ text, tookMs: performance.now() - fromMs });
      });
    });
    sent.on('error', reject);
    sent.on('timeout', () => sent.destroy(new Error(`No response within a minute: ${path}`)));
    sent.end();
  });
}

/**
 * Reads the list of all bots, page by page, so often; the milliseconds of each full page. Throws
 * when the pages do not have `count` bots together.
 */
export async function readPages(api: Api, count: number, times: number): Promise<number[]> {
  const tookMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    let found = 0;
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/v1/whitelabel/bots?limit=${PAGE_ITEMS}${after}`;
      const response = await read(api, path);
      const page = JSON.parse(response.text) as { data: unknown[]; next_cursor: string | null };
      if (page.data.length === PAGE_ITEMS) tookMs.push(response.tookMs);
      found += page.data.length;
      cursor = page.next_cursor;
    } while (cursor !== null);
    if (found !== count) throw new Error(`The pages have ${found} bots, not ${count}.`);
  }
  return tookMs;
}

export type SentSignal = {
  readonly token: string;
  readonly sentAtMs: number;
  readonly respondedAtMs: number;
  readonly status: number;
  readonly tookMs: number;
};

/** Entries and exits by turns to each of the bots, evenly spread over the time. */
export async function sendSignals(
  api: Api,
  botsCount: number,
  perSecond: number,
  durationMs: number,
): Promise<readonly SentSignal[]> {
  const client = plainClient(api.url, api.key, CONNECTIONS);
  const fromMs = Date.now();
  const sending: Promise<SentSignal>[] = [];
  for (let sent = 0; ; sent += 1) {
    const dueMs = fromMs + (sent * 1_000) / perSecond;
    if (dueMs >= fromMs + durationMs) break;
    const leftMs = dueMs - Date.now();
    if (leftMs > 0) await pause(Math.ceil(leftMs));
    const action = Math.floor(sent / botsCount) % 2 === 0 ? 'buy' : 'exit_long';
    sending.push(sendSignal(client, tokenOf(sent % botsCount), action));
  }
  const returned = await Promise.all(sending);
  client.end();
  return returned;
}

async function sendSignal(client: PlainClient, token: string, action: string): Promise<SentSignal> {
  const fromMs = performance.now();
  const sentAtMs = Date.now();
  const body = JSON.stringify({ signal_token: token, action });
  const status = await client.post('/v1/whitelabel/signals', body);
  return { token, sentAtMs, respondedAtMs: Date.now(), status, tookMs: performance.now() - fromMs };
}

export type ArrivedSignal = SentSignal & {
  /** From sending the signal to its order at the driver. */
  readonly untilDriverMs: number;
};

/**
 * The signals whose orders arrived at the driver. An order names the instant at which the service
 * had its signal, which lies between sending and response.
 */
export function arrivedSignals(
  sent: readonly SentSignal[],
  orders: readonly SignalledOrder[],
): readonly ArrivedSignal[] {
  const byToken = Map.groupBy(sent, ({ token }) => token);
  return orders.flatMap(({ name, givenAtMs, arrivedAtMs }) => {
    const signals = byToken.get(name) ?? [];
    const at = signals.findIndex(
      ({ sentAtMs, respondedAtMs }) => sentAtMs <= givenAtMs && givenAtMs <= respondedAtMs,
    );
    const [signal] = at < 0 ? [] : signals.splice(at, 1);
    if (signal === undefined) return [];
    return [{ ...signal, untilDriverMs: arrivedAtMs - signal.sentAtMs }];
  });
}
