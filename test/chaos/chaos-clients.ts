// Clients of a run of chaos: senders of keyed orders, which go to both API processes; keepers of
// single resting orders, each operation of which is retained with its instants; requests for
// backtests; and signals to bots.

import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../sim/chance.ts';
import type { World } from './chaos-world.ts';
import { ask, REAL_MARKET, SIM_MARKET } from './chaos-world.ts';
import type { Operation, OrderState } from './judge-linear.ts';

const WORKING: ReadonlySet<unknown> = new Set(['pending', 'open', 'unknown', 'lost']);
const BETWEEN_TRIES_MS = 150;
const BETWEEN_BACKTESTS_MS = 10_000;
const READS_MAX = 3;
const SIGNAL_PAUSE_MS = { least: 200, spread: 1_500 };
/** Of the simulated exchange's bitcoin, which has never been so cheap. */
const RESTING = { side: 'buy', type: 'limit', price: '10000', amount: '0.01' };

/** Each key goes to both processes, at once or in turn, and again while it has no order. */
export async function sendOrders(
  world: World,
  name: string,
  where: 'sim' | 'real',
  ending: AbortSignal,
): Promise<void> {
  const accountId = where === 'sim' ? world.accountId : (world.realAccountId ?? '');
  const market_tag = where === 'sim' ? SIM_MARKET : REAL_MARKET;
  const amount = where === 'sim' ? '0.0001' : '0.001';
  for (let number = 1; !ending.aborted; number += 1) {
    const key = `${name}-${number}`;
    world.sentKeys.add(key);
    // What was bought is sold again, so that money lasts for any time.
    const side = number % 2 === 1 ? 'buy' : 'sell';
    const order = { market_tag, type: 'market', amount, side };
    const gapMs = number % 2 === 0 ? 15 : 0;
    const path = `/v1/accounts/${accountId}/orders`;
    for (let tries = 0; !ending.aborted; tries += 1) {
      if ((await sendToBoth(world, key, [path, order], { tries, gapMs })) > 0) break;
      await pause(BETWEEN_TRIES_MS);
    }
    await pause(where === 'sim' ? 20 : 300);
  }
}

/** How many of the two acknowledged it. */
async function sendToBoth(
  world: World,
  key: string,
  [path, order]: readonly [string, unknown],
  { tries, gapMs }: { readonly tries: number; readonly gapMs: number },
): Promise<number> {
  const both = [0, 1].map(async (at) => {
    await pause(at * gapMs);
    const made = await ask(world, at + tries, ['POST', path, order], key);
    if (made?.status !== 201) return 0;
    world.acknowledged.push({ key, orderId: String(made.body['order_id']) });
    return 1;
  });
  const [one = 0, other = 0] = await Promise.all(both);
  return one + other;
}

/** One resting order after another: placed, read, cancelled and read, by either process. */
export async function keepOrders(
  world: World,
  name: string,
  chance: Chance,
  ending: AbortSignal,
): Promise<void> {
  for (let number = 1; !ending.aborted; number += 1) {
    const key = `${name}-${number}`;
    const operations: Operation[] = [];
    world.registers.set(key, operations);
    world.sentKeys.add(key);
    const orderId = await placeResting(world, key, { operations, chance, ending });
    if (orderId === null) return;
    await readSome(world, orderId, { operations, chance });
    // Reads go on beside it, and the key is sent once more: it is the same order, however it is.
    await Promise.all([
      cancelResting(world, orderId, { operations, chance, ending }),
      readSome(world, orderId, { operations, chance }),
    ]);
    await placeResting(world, key, { operations, chance, ending });
    await readSome(world, orderId, { operations, chance });
    await pause(50);
  }
}

type Keeping = {
  readonly operations: Operation[];
  readonly chance: Chance;
  readonly ending: AbortSignal;
};

/** Null: the run ended before it was acknowledged. */
async function placeResting(world: World, key: string, keeping: Keeping): Promise<string | null> {
  const order = { ...RESTING, market_tag: SIM_MARKET };
  const path = `/v1/accounts/${world.accountId}/orders`;
  while (!keeping.ending.aborted) {
    const at = keeping.chance.below(2);
    const note = begin(keeping.operations, 'place', at);
    const made = await ask(world, at, ['POST', path, order], key);
    if (made?.status === 201) {
      note({ isDone: true });
      const orderId = String(made.body['order_id']);
      world.acknowledged.push({ key, orderId });
      return orderId;
    }
    note({ isDone: false });
    await pause(BETWEEN_TRIES_MS);
  }
  return null;
}

async function cancelResting(world: World, orderId: string, keeping: Keeping): Promise<void> {
  while (!keeping.ending.aborted) {
    const at = keeping.chance.below(2);
    const note = begin(keeping.operations, 'cancel', at);
    const done = await ask(world, at, ['DELETE', `/v1/orders/${orderId}`]);
    // The 404 says that nothing of it works any more, as a read does.
    if (done?.status === 404) note({ isDone: true, saw: 'ended' });
    else note({ isDone: done?.status === 204 });
    if (done?.status === 204 || done?.status === 404) return;
    await pause(BETWEEN_TRIES_MS);
  }
}

async function readSome(
  world: World,
  orderId: string,
  { operations, chance }: Omit<Keeping, 'ending'>,
): Promise<void> {
  for (let count = chance.below(READS_MAX); count >= 0; count -= 1) {
    const at = chance.below(2);
    const note = begin(operations, 'read', at);
    const seen = await ask(world, at, ['GET', `/v1/orders/${orderId}`]);
    note(seen === null ? { isDone: false } : { isDone: true, saw: stateOf(seen) });
  }
}

function stateOf({ status, body }: { readonly status: number; readonly body: object }): OrderState {
  if (status === 404) return 'absent';
  return WORKING.has((body as { readonly status?: unknown }).status) ? 'working' : 'ended';
}

type Observation = { readonly isDone: boolean; readonly saw?: OrderState };

/** Retains the operation with its instants when it is over. */
function begin(
  operations: Operation[],
  kind: Operation['kind'],
  at: number,
): (noted: Observation) => void {
  const calledMs = performance.now();
  return ({ isDone, saw }) => {
    const returnedMs = isDone ? performance.now() : null;
    const seen = saw === undefined ? {} : { saw };
    const did = saw === undefined ? kind : 'read';
    operations.push({ kind: did, at: `api ${at}`, calledMs, returnedMs, ...seen });
  };
}

export async function requestBacktests(world: World, ending: AbortSignal): Promise<void> {
  const window = { start_at: '2024-01-01T00:00:00Z', end_at: '2024-01-02T00:00:00Z' };
  const { accountId: account_id, scriptId: script_id } = world;
  const backtest = { account_id, script_id, market_tag: SIM_MARKET, interval: 60, ...window };
  for (let number = 1; !ending.aborted; number += 1) {
    const name = `backtest-${number}`;
    const made = await ask(world, number, ['POST', '/v1/backtests', backtest], name);
    if (made?.status === 202) world.backtestIds.add(String(made.body['backtest_id']));
    await pause(BETWEEN_BACKTESTS_MS, undefined, { signal: ending }).catch(() => undefined);
  }
}

/** One keyed signal after another to a bot, at either process, until it is acknowledged. */
export async function sendSignals(
  world: World,
  botId: string,
  chance: Chance,
  ending: AbortSignal,
): Promise<void> {
  for (let number = 1; !ending.aborted; number += 1) {
    const id = `${botId}-${number}`;
    world.signals.set(id, false);
    const signal = { name: 'go', action: 'buy', payload: { id } };
    while (!ending.aborted && world.signals.get(id) !== true) {
      const at = chance.below(2);
      const sent = await ask(world, at, ['POST', `/v1/bots/${botId}/signals`, signal], id);
      if (sent?.status === 202) world.signals.set(id, true);
      else await pause(BETWEEN_TRIES_MS);
    }
    await pause(SIGNAL_PAUSE_MS.least + chance.below(SIGNAL_PAUSE_MS.spread));
  }
}
