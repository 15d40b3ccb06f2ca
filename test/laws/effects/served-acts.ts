// Acts of a random day over the API: several bots at once, and orders of an account.

import type { Bot } from '#ports/stores/bot-store.ts';
import type { ServedHarness } from '../../support/serve-harness.ts';
import { serveHarness } from '../../support/serve-harness.ts';
import type { Act, Day, JudgedPromise } from './day.ts';
import { begin, SIGNAL_BOT, TAG } from './day.ts';

const FAR_PRICE = '1000';
const FARTHER_PRICE = '1100';
const IDS = ['bot_01jd3f8k2m5q7r9t1v3x5z7b9c', 'bot_01jd3f8k2m5q7r9t1v3x5z7b9d'] as const;

type ServedAct = (day: Day, served: ServedHarness) => Promise<JudgedPromise>;

function over(act: ServedAct): Act {
  return async (day) => {
    const served = await serveHarness(day.harness);
    try {
      return await act(day, served);
    } finally {
      await served.close();
    }
  };
}

/** Two bots: the effect is the same for each. */
async function actOnStops(day: Day, served: ServedHarness): Promise<JudgedPromise> {
  const { harness, runner } = day;
  const bots = await twoBots(day);
  await begin(day);
  const [{ userId }] = bots;
  await served.call(userId, 'stop-bots', { bot_ids: bots.map(({ botId }) => botId) });
  await harness.passMinutes(1, [runner]);
  const seen = await Promise.all(bots.map((bot) => standingOf(day, bot)));
  return {
    operation: 'stopBots',
    act: 'stops two bots',
    promised: {
      kind: 'state',
      wanted: { first: 'stopped by user', second: 'stopped by user' },
      seen: { first: seen[0], second: seen[1] },
      eventWanted: 'bot.stopped',
      events: harness.eventsOf(bots[1]),
    },
  };
}

async function actOnStarts(day: Day, served: ServedHarness): Promise<JudgedPromise> {
  const { harness, runner } = day;
  const bots = await twoBots(day);
  await begin(day);
  for (const { userId, botId } of bots)
    await harness.store.deactivateBot(userId, botId, harness.sim.nowMs());
  await harness.passMinutes(2, [runner]);
  const before = await Promise.all(bots.map((bot) => doneUntilMs(day, bot)));
  const [{ userId }] = bots;
  await served.call(userId, 'start-bots', { bot_ids: bots.map(({ botId }) => botId) });
  await harness.passMinutes(2, [runner]);
  const after = await Promise.all(bots.map((bot) => doneUntilMs(day, bot)));
  const seen = await Promise.all(bots.map((bot) => standingOf(day, bot)));
  return {
    operation: 'startBots',
    act: 'starts two bots',
    promised: {
      kind: 'state',
      wanted: { first: 'runs', second: 'runs', haveRun: true },
      seen: {
        first: seen[0],
        second: seen[1],
        haveRun: after.every((untilMs, index) => untilMs > (before[index] ?? 0)),
      },
      eventWanted: 'bot.started',
      events: harness.eventsOf(bots[1]),
    },
  };
}

async function twoBots({ harness }: Day): Promise<readonly [Bot, Bot]> {
  const [first, second] = IDS;
  return [
    await harness.start(SIGNAL_BOT, { botId: first }),
    await harness.start(SIGNAL_BOT, { botId: second }),
  ];
}

async function standingOf({ harness }: Day, bot: Bot): Promise<string> {
  const { isActivated, stoppedBy } = await harness.find(bot);
  return isActivated ? 'runs' : `stopped by ${stoppedBy}`;
}

async function doneUntilMs({ harness }: Day, { botId }: Bot): Promise<number> {
  return (await harness.runs.findProgress([botId])).get(botId)?.doneUntilMs ?? 0;
}

/** An order far from the market; all orders of the account are cancelled, or it stays. */
function actOnOrder(operation: 'placeAccountOrder' | 'cancelAccountOrders'): Act {
  return over(async ({ harness }, served) => {
    const { spot, store, sim } = harness;
    const { userId, accountId } = spot;
    const path = `accounts/${accountId}/orders`;
    const amounts = { price: FAR_PRICE, amount: '0.2' };
    const order = { market_tag: TAG, side: 'buy', type: 'limit', ...amounts };
    type Placed = { readonly order_id: string; readonly status?: string };
    const placed = await served.call<Placed>(userId, path, order);
    const isCancelled = operation === 'cancelAccountOrders';
    const refusal = isCancelled ? await served.request(userId, 'DELETE', path) : null;
    if (refusal !== null) throw new Error(`an open order can be cancelled: ${refusal}`);
    const stored = await store.findOrder(userId, placed.order_id);
    const open = await sim.exchange.fetchOpenOrders(spot);
    return {
      operation,
      act: isCancelled ? 'cancels what is open' : 'places one far from the market',
      promised: {
        kind: 'order',
        said: placed.status,
        // The exchange and our record agree, or it is as if nobody had sent it.
        state: open.length === Number(!isCancelled) ? (stored?.state ?? null) : 'pending',
        reason: stored?.reason ?? null,
        mustHaveReason: isCancelled,
        mustBeUnknown: false,
      },
    };
  });
}

const BRACKET_ACTS = {
  placeBracket: 'places one with a stop',
  moveBracket: 'moves the stop of one that holds',
  cancelBracket: 'cancels one that holds, and closes that',
} as const;

/** An entry with a stop: what it fills is protected, or nothing of it is left. */
function actOnBracket(operation: 'placeBracket' | 'moveBracket' | 'cancelBracket'): Act {
  return over(async ({ harness, runner }, served) => {
    const { userId, accountId } = harness.spot;
    const path = `accounts/${accountId}/brackets`;
    const entry = { market_tag: TAG, direction: 'long', amount: '0.01', stop_price: FAR_PRICE };
    type Placed = { readonly bracket_id: string };
    type Shown = {
      readonly state: string;
      readonly outcome: string | null;
      readonly orders: readonly { readonly trigger_price?: string }[];
    };
    const { bracket_id: id } = await served.call<Placed>(userId, path, entry);
    const isCancelled = operation === 'cancelBracket';
    await harness.passMinutes(1, [runner]);
    const ending = `${path}/${id}?close_position=true`;
    const refusal = isCancelled ? await served.request(userId, 'DELETE', ending) : null;
    if (refusal !== null) throw new Error(`a bracket can be cancelled: ${refusal}`);
    const isMoved = operation === 'moveBracket';
    const eventsBefore = harness.eventsAbout(id);
    const moved = { stop_price: FARTHER_PRICE };
    const unmoved = isMoved ? await served.request(userId, 'PUT', `${path}/${id}`, moved) : null;
    if (unmoved !== null) throw new Error(`a stop can be moved: ${unmoved}`);
    await runner.receive();
    await runner.settled();
    await harness.passMinutes(2, [runner]);
    const events = [...eventsBefore, ...harness.eventsAbout(id)];
    const stop = { stop: isCancelled ? null : isMoved ? FARTHER_PRICE : FAR_PRICE };
    const shown = await served.call<Shown>(userId, `${path}/${id}`);
    return {
      operation,
      act: BRACKET_ACTS[operation],
      promised: {
        kind: 'state',
        wanted: isCancelled
          ? { ...stop, state: 'ended', outcome: 'closed' }
          : { ...stop, state: 'protected', outcome: null },
        seen: {
          stop: shown.orders[0]?.trigger_price ?? null,
          state: shown.state,
          outcome: shown.outcome,
        },
        eventWanted: isCancelled ? 'bot.stopped' : 'bot.started',
        events,
      },
    };
  });
}

export const SERVED_ACTS: readonly Act[] = [
  over(actOnStops),
  over(actOnStarts),
  actOnOrder('placeAccountOrder'),
  actOnOrder('cancelAccountOrders'),
  actOnBracket('placeBracket'),
  actOnBracket('moveBracket'),
  actOnBracket('cancelBracket'),
];
