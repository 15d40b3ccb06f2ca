// Many calls at once against a service that counts: those that are too many wait, none is refused.

import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { test } from 'node:test';
import { createClient } from '../../sdk/src/tidemill-client.ts';
import type { RateLimits } from '../../sdk/src/rate-limits.ts';
import { noteRateLimit, takeRequest } from '../../sdk/src/rate-limits.ts';
import { jsonResponse, problemResponse } from './scripted-fetch.ts';

const LIMIT = 10;
const WINDOW_MS = 60_000;

/** A fixed window that begins with the first request. */
function countingFetch() {
  const counts = { sent: 0, refused: 0 };
  let [startedAtMs, used] = [Number.NEGATIVE_INFINITY, 0];
  const respond: typeof fetch = async () => {
    const nowMs = Date.now();
    if (nowMs >= startedAtMs + WINDOW_MS) [startedAtMs, used] = [nowMs, 0];
    used += 1;
    counts.sent += 1;
    const seconds = Math.ceil((startedAtMs + WINDOW_MS - nowMs) / 1_000);
    const headers = {
      'ratelimit-policy': `"reads";q=${LIMIT};w=${WINDOW_MS / 1_000}`,
      ratelimit: `"reads";r=${Math.max(0, LIMIT - used)};t=${seconds}`,
    };
    if (used <= LIMIT) return jsonResponse({ data: [] }, 200, headers);
    counts.refused += 1;
    return problemResponse('rate_limited', 429, { ...headers, 'retry-after': String(seconds) });
  };
  return { respond, counts };
}

test('calls at the same time share what is left of the limit', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const { respond, counts } = countingFetch();
  const client = createClient({ baseUrl: 'http://tidemill.invalid', fetch: respond });
  await client.listExchanges();
  let done = 0;
  const calls = Array.from({ length: 45 }, async () => {
    await client.listExchanges();
    done += 1;
  });
  for (let steps = 0; done < calls.length && steps < 600; steps += 1) {
    await turn();
    context.mock.timers.tick(500);
  }
  await Promise.all(calls);
  assert.deepEqual(counts, { sent: 46, refused: 0 });
});

test('a response of an earlier window, or one that was overtaken, gives nothing back', () => {
  const limits: RateLimits = new Map();
  const note = (nowMs: number, remaining: number, seconds: number): void => {
    const policy = { 'ratelimit-policy': `"reads";q=${LIMIT};w=60` };
    const left = { ratelimit: `"reads";r=${remaining};t=${seconds}` };
    noteRateLimit(limits, new Headers({ ...policy, ...left }), nowMs);
  };
  note(0, 2, 60);
  assert.equal(takeRequest(limits, 'reads', 1_000), 0);
  assert.equal(takeRequest(limits, 'reads', 1_000), 0);
  note(2_000, 1, 58);
  assert.equal(takeRequest(limits, 'reads', 2_000), 58_000);
  assert.equal(takeRequest(limits, 'reads', 60_000), 0);
  note(60_500, 9, 60);
  note(60_500, 0, 0);
  assert.equal(takeRequest(limits, 'reads', 60_500), 0);
  assert.equal(takeRequest(limits, 'other', 0), 0);
});
