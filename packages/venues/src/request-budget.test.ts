import { suite, test } from 'node:test';
import assert from 'node:assert/strict';
import type { RequestBudget } from '#venues/request-budget.ts';
import { makeRequestBudget } from '#venues/request-budget.ts';
import type { HandTime } from '#venues/monotonic-time.fixture.ts';
import { handTime } from '#venues/monotonic-time.fixture.ts';
import type { VenueLane, WireOutcome } from '#venues/wire/venue-wire.ts';

const START_MS = 1_000_000;
const LONG_MS = 300_000;

test('an order overtakes a hundred reads that wait, and a cancel overtakes the order', async () => {
  const { budget } = budgetOf(6_000);
  const running = await Promise.all(ask(budget, 'fills', 24));
  const granted: VenueLane[] = [];
  const note = async (lane: VenueLane): Promise<void> => {
    const result = await budget.acquire(lane, 1, LONG_MS);
    granted.push(lane);
    settle(result);
  };
  for (let count = 0; count < 100; count++) void note('candles');
  await turn();
  assert.deepEqual(granted, []);
  // Reads leave places free, so neither waits for a read to end.
  void note('order');
  await turn();
  assert.deepEqual(granted, ['order']);

  const orders = await Promise.all(ask(budget, 'order', 24));
  void note('lookup');
  void note('order');
  void note('cancel');
  await turn();
  assert.deepEqual(granted, ['order']);
  settle(orders[0] ?? assert.fail());
  await turn();
  assert.deepEqual(granted.slice(0, 3), ['order', 'cancel', 'order']);
  settle(running[0] ?? assert.fail());
  await turn();
  assert.deepEqual(granted.slice(3, 5), ['lookup', 'candles']);
});

test('candles leave places to other reads', async () => {
  const { budget } = budgetOf(6_000);
  const running = await Promise.all(ask(budget, 'candles', 16));
  const granted: VenueLane[] = [];
  const note = async (lane: VenueLane): Promise<void> => {
    await budget.acquire(lane, 1, LONG_MS);
    granted.push(lane);
  };
  void note('candles');
  void note('lookup');
  await turn();
  assert.deepEqual(granted, ['lookup']);
  settle(running[0] ?? assert.fail());
  await turn();
  assert.deepEqual(granted, ['lookup', 'candles']);
});

/** Up to which share of a limit of 100 each lane is let through at once. */
const CEILINGS: readonly (readonly [VenueLane, number])[] = [
  ['candles', 50],
  ['fills', 80],
  ['lookup', 90],
  ['order', 95],
  ['cancel', 98],
];

test('each lane leaves room for those above it', async () => {
  const { budget } = budgetOf(100);
  for (const [lane, ceiling] of CEILINGS) {
    let usedCount = budget.figures().usedInMinute;
    for (; usedCount < ceiling; usedCount++) settle(await budget.acquire(lane, 1, LONG_MS));
    void budget.acquire(lane, 1, LONG_MS);
    assert.equal(budget.figures().usedInMinute, ceiling);
    assert(budget.figures().waitingCount > 0);
  }
});

test('never more than the limit within any sixty seconds, whatever is asked', async () => {
  const { budget, time } = budgetOf(100);
  const grantedAtMs: number[] = [];
  const note = async (): Promise<void> => {
    const result = await budget.acquire('cancel', 1, 10 * LONG_MS);
    grantedAtMs.push(time.nowMs());
    settle(result);
  };
  for (let count = 0; count < 400; count++) void note();
  for (let second = 0; second < 300; second++) {
    await turn();
    time.advance(700);
  }
  await turn();
  assert(grantedAtMs.length >= 300, `${grantedAtMs.length} were granted`);
  for (const [index, atMs] of grantedAtMs.entries()) {
    const within = grantedAtMs.slice(index).filter((other) => other < atMs + 59_000);
    assert(within.length <= 98, `${within.length} within a minute`);
  }
});

test('what the venue counted counts, also when others used the address', async () => {
  const { budget } = budgetOf(100, 'x-used');
  const [grant] = await Promise.all(ask(budget, 'order', 1));
  settle(grant ?? assert.fail(), reply(200, { 'x-used': '80' }));
  assert.equal(budget.figures().usedInMinute, 80);
  void budget.acquire('fills', 1, LONG_MS);
  assert.equal(budget.figures().waitingCount, 1);
  assert.equal((await budget.acquire('order', 1, LONG_MS)).kind, 'granted');
  assert.equal(budget.figures().usedInMinute, 81);
});

test('what was not sent is given back', async () => {
  const { budget } = budgetOf(100);
  const [grant] = await Promise.all(ask(budget, 'order', 1));
  assert.equal(budget.figures().usedInMinute, 1);
  settle(grant ?? assert.fail(), { kind: 'not_sent', cause: 'refused', retryAfterMs: null });
  assert.equal(budget.figures().usedInMinute, 0);
  assert.equal(budget.figures().inFlightCount, 0);
});

/** A status with its headers, and for how long nothing at all is sent afterwards. */
const STOPS: readonly (readonly [number, Readonly<Record<string, string>>, number])[] = [
  [200, {}, 0],
  [503, {}, 0],
  [429, {}, 10_000],
  [429, { 'retry-after': '33' }, 33_000],
  [418, {}, 120_000],
  [418, { 'retry-after': '600' }, 600_000],
  [418, { 'retry-after': 'soon' }, 120_000],
];

for (const [status, headers, pausedForMs] of STOPS)
  test(`${status} with ${JSON.stringify(headers)} stops the address for ${pausedForMs} ms`, async () => {
    const { budget, time } = budgetOf(100);
    const [grant] = await Promise.all(ask(budget, 'candles', 1));
    settle(grant ?? assert.fail(), reply(status, headers));
    assert.equal(budget.figures().pausedForMs, pausedForMs);
    if (pausedForMs === 0) return;
    const refused = await budget.acquire('cancel', 1, pausedForMs);
    assert.deepEqual(refused, { kind: 'refused', retryAfterMs: pausedForMs });
    const waiting = budget.acquire('cancel', 1, pausedForMs + 1_000);
    time.advance(pausedForMs);
    assert.equal((await waiting).kind, 'granted');
  });

test('429 stops nothing where it is about an account, and a ban still does', async () => {
  const settings = { perMinute: 100, windowSeconds: 60, usedHeader: null } as const;
  const budget = makeRequestBudget({ ...settings, tooManyBy: 'account' }, handTime(START_MS));
  const [first, second] = await Promise.all(ask(budget, 'candles', 2));
  settle(first ?? assert.fail(), reply(429, { 'retry-after': '33' }));
  assert.equal(budget.figures().pausedForMs, 0);
  settle(second ?? assert.fail(), reply(418, {}));
  assert.equal(budget.figures().pausedForMs, 120_000);
});

test('a call that finds no room by its deadline is refused, and uses nothing', async () => {
  const { budget, time } = budgetOf(100);
  for (const grant of await Promise.all(
    [ask(budget, 'cancel', 24), ask(budget, 'cancel', 24)].flat(),
  ))
    settle(grant);
  for (const grant of await Promise.all(ask(budget, 'cancel', 40))) settle(grant);
  const late = budget.acquire('candles', 1, 2_000);
  time.advance(2_000);
  const result = await late;
  assert(result.kind === 'refused');
  assert(result.retryAfterMs >= 50_000 && result.retryAfterMs <= 60_000);
  assert.equal(budget.figures().usedInMinute, 88);
  assert.equal(budget.figures().waitingCount, 0);
  assert.equal((await budget.acquire('candles', 51, LONG_MS)).kind, 'refused');
});

test('a call whose deadline has passed is refused unless there is room at once', async () => {
  const { budget } = budgetOf(100);
  const places = await Promise.all(ask(budget, 'fills', 24));
  assert.equal((await budget.acquire('candles', 1, -1.5)).kind, 'refused');
  assert.equal(budget.figures().waitingCount, 0);
  assert.equal((await budget.acquire('order', 1, -1.5)).kind, 'granted');
  for (const place of places) settle(place);
});

test('a venue that counts five seconds is sent no more within any five', async () => {
  const { budget, time } = budgetOf(1_000, null, 6);
  const sentAtMs: number[] = [];
  const note = async (granting: Granting): Promise<void> => {
    const result = await granting;
    sentAtMs.push(time.nowMs());
    settle(result);
  };
  for (const granting of ask(budget, 'cancel', 400)) void note(granting);
  for (let step = 0; step < 300; step++) {
    await turn();
    time.advance(100);
  }
  assert.equal(sentAtMs.length, 400);
  for (const atMs of sentAtMs)
    assert(sentAtMs.filter((other) => other >= atMs && other < atMs + 5_000).length <= 100);
});

suite('a budget that processes of one address share', () => {
  /** How many requests of cost 1 are granted at once. */
  async function grantedOf(budget: RequestBudget, lane: VenueLane): Promise<number> {
    let count = 0;
    const use = async (granting: Granting): Promise<void> => {
      const result = await granting;
      if (result.kind === 'refused') return;
      count += 1;
      settle(result);
    };
    for (const granting of ask(budget, lane, 100)) void use(granting);
    for (let turns = 0; turns < 200; turns++) await turn();
    return count;
  }

  test('gives each an equal part', async () => {
    const { budget } = budgetOf(100);
    budget.share(4);
    assert.equal(await grantedOf(budget, 'order'), 23);
    assert.equal((await budget.acquire('fills', 21, LONG_MS)).kind, 'refused');
  });

  test('leaves what the venue counts of the others to them', async () => {
    const { budget } = budgetOf(100, 'used');
    budget.share(2);
    const [first] = await Promise.all(ask(budget, 'order', 1));
    settle(first ?? assert.fail(), reply(200, { used: '80' }));
    assert.equal(budget.figures().usedInMinute, 80);
    assert.equal(await grantedOf(budget, 'order'), 15);
  });

  test('gives the part of one that is gone away at once where the venue counts aloud', async () => {
    const { budget } = budgetOf(100, 'used');
    budget.share(2);
    budget.share(1);
    assert.equal(await grantedOf(budget, 'order'), 95);
  });

  test('gives it away after a minute where the venue does not', async () => {
    const { budget, time } = budgetOf(100);
    budget.share(2);
    budget.share(1);
    assert.equal(await grantedOf(budget, 'order'), 47);
    time.advance(60_000);
    await turn();
    assert.equal(budget.figures().usedInMinute, 53);
  });
});

function budgetOf(
  perMinute: number,
  usedHeader: string | null = null,
  windowSeconds = 60,
): { readonly budget: RequestBudget; readonly time: HandTime } {
  const time = handTime(START_MS);
  return { budget: makeRequestBudget({ perMinute, windowSeconds, usedHeader }, time), time };
}

type Granting = ReturnType<RequestBudget['acquire']>;

function ask(budget: RequestBudget, lane: VenueLane, count: number): readonly Granting[] {
  return Array.from({ length: count }, async () => budget.acquire(lane, 1, LONG_MS));
}

function reply(status: number, headers: Readonly<Record<string, string>> = {}): WireOutcome {
  const map = new Map(Object.entries(headers));
  return { kind: 'reply', status, headers: map, body: '', receivedAtMs: START_MS };
}

function settle(result: Awaited<Granting>, outcome: WireOutcome = reply(200)): void {
  assert(result.kind === 'granted');
  result.settle(outcome);
}

async function turn(): Promise<void> {
  await new Promise<void>((resolve) => void setImmediate(resolve));
}

test('a budget that is closed refuses what waits and what comes', async () => {
  const { budget } = budgetOf(60);
  const running = await Promise.all(ask(budget, 'order', 48));
  const waiting = ask(budget, 'order', 1);
  await turn();
  budget.close();
  const late = ask(budget, 'cancel', 1);
  for (const result of await Promise.all([...waiting, ...late]))
    assert.deepEqual(result, { kind: 'refused', retryAfterMs: 1_000 });
  for (const result of running) settle(result);
  assert.equal(budget.figures().inFlightCount, 0);
  assert.equal(budget.figures().waitingCount, 0);
});
