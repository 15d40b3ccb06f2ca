// Readers of a market who do not take all of it: they get the newest ticker, and each minute.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { makeAccountUpdater } from '#adapters/sim/account-updater.ts';
import { makeMemorySimStore } from '#adapters/sim/memory-sim-store.ts';
import { makeSimCandleSource } from '#adapters/sim/sim-candle-source.ts';
import { makeSimExchange } from '#adapters/sim/sim-exchange.ts';
import { HARNESS_PRICES } from '#adapters/sim/sim-harness.fixture.ts';
import { memoryHistoryStore } from '#adapters/memory/memory-history-store.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { EdgeDeps } from '#api/http/edge-deps.ts';
import type { RequestContext } from '#api/http/requests/request-context.ts';
import { marketStreams } from '#api/streams/market-streams.ts';
import type { OpenStream, OpenStreams, StreamUse } from '#api/streams/open-streams.ts';

const START_MS = Date.UTC(2026, 10, 20, 10, 0, 30);
const ignore = (): void => undefined;

/** One stream whose reader takes what the test says. */
function makeStream() {
  const time = { nowMs: START_MS, tick: ignore };
  const clock = { nowMs: () => time.nowMs };
  const store = makeMemorySimStore();
  const api = makeAccountUpdater({ store, prices: HARNESS_PRICES, clock });
  const deps = { store, api, prices: HARNESS_PRICES, clock, nextFillShare: () => null };
  const services = {
    exchanges: exchangeRegistry([makeSimExchange(deps)]),
    candleSources: [makeSimCandleSource(HARNESS_PRICES)],
    history: memoryHistoryStore(),
    marketFeeds: new Map(),
    clock,
  };
  const timer = {
    every(_intervalMs: number, run: () => void) {
      time.tick = run;
      return ignore;
    },
  };
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  const texts: string[] = [];
  const made: { stream: OpenStream | null } = { stream: null };
  const open: Pick<OpenStreams, 'add' | 'begin' | 'write'> = {
    add(context, use: StreamUse) {
      const rest = { isBegun: false, stillSinceMs: null, endedAtMs: null };
      made.stream = { context, use, caller: {}, ...rest } as OpenStream;
      return made.stream;
    },
    begin(stream) {
      stream.isBegun = true;
      return true;
    },
    write: (_stream, text) => void texts.push(text),
  };
  const edge = { ports: { clock, timer, log }, services } as unknown as EdgeDeps;
  const context = { response: { destroyed: false } } as RequestContext;
  marketStreams(edge, open as OpenStreams).open(context, '', { market_tag: 'SIM_BTC_USDT' });
  const pass = async (): Promise<void> => {
    time.nowMs += 1_000;
    time.tick();
    await turn();
  };
  return { made, texts, time, pass };
}

function countOf(texts: readonly string[], type: string): number {
  return texts.filter((text) => text.includes(`{"type":"${type}"`)).length;
}

test('a reader that is behind gets the newest ticker, and each minute', async () => {
  const { made, texts, time, pass } = makeStream();
  while (countOf(texts, 'ticker') < 1) await turn();
  const { stream } = made;
  assert.ok(stream !== null);
  stream.stillSinceMs = time.nowMs;
  while (countOf(texts, 'minute') < 2) await pass();
  assert.equal(countOf(texts, 'ticker'), 1, 'what it does not take is left out');
  stream.stillSinceMs = null;
  stream.use.onDrain();
  assert.equal(countOf(texts, 'ticker'), 2);
  assert.ok(texts.at(-1)?.includes(`"at":"${new Date(time.nowMs).toISOString()}"`));
  await pass();
  assert.equal(countOf(texts, 'ticker'), 3);
});
