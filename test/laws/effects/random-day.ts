// A random day of intents: bots get signals, are paused, stopped and started, orders are placed and
// cancelled, everything is stopped, over stores in memory, the simulated exchange and a clock by
// hand. Each act returns what its 2xx promised, with what its owner saw at the deadline.

import { decimal } from '#lib/decimal.ts';
import { MINUTE_MS } from '#lib/time.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import { nextDouble, seededGenerator } from '#lua/library/random.ts';
import { pauseBot } from '#services/bots/pause-bot.ts';
import { sendBotSignal } from '#services/bots/send-bot-signal.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness, LISTENER } from '#services/live/runner/bot-harness.fixture.ts';
import { cancelOrder } from '#services/orders/cancel-order.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';
import type { Act, Day, JudgedPromise } from './day.ts';
import { begin, receive, SIGNAL_BOT, TAG } from './day.ts';
import { actOnClosing } from './closing-act.ts';
import { actOnSeenSignal } from './seen-signal.ts';
import { OUTSIDE_ACTS } from './outside-acts.ts';
import { ACTS_ON_RECEIVERS } from './delivery-acts.ts';
import { JOB_ACTS } from './job-acts.ts';
import { ACTS_ON_SURFACES } from './partner-acts.ts';
import { SERVED_ACTS } from './served-acts.ts';
import { ACTS_ON_RUNNING } from './running-acts.ts';

const COUNTS_MINUTES = 'Log("ran")';
const ACTIONS = ['buy', 'sell', 'exit_position', 'exit_long', 'exit_short'] as const;

const ACTS: readonly Act[] = [
  actOnSignal,
  (day) => actOnPause(day, false),
  (day) => actOnPause(day, true),
  actOnStop,
  actOnRestart,
  actOnEverything,
  actOnClosing,
  actOnOrder,
  actOnLateMinutes,
  actOnSeenSignal,
  ...OUTSIDE_ACTS,
  ...SERVED_ACTS,
  ...ACTS_ON_RUNNING,
  ...ACTS_ON_SURFACES,
  ...JOB_ACTS,
  ...ACTS_ON_RECEIVERS,
];

/** So many acts try every operation that is tried. */
export const ACTS_KINDS_COUNT = ACTS.length;

/** The acts of one day, each in an installation of its own. */
export async function* randomDay(seed: number, actsCount: number): AsyncGenerator<JudgedPromise> {
  const generator = seededGenerator(seed);
  const chance = (): number => nextDouble(generator);
  for (let done = 0; done < actsCount; done += 1) {
    const act = ACTS[done % ACTS.length] ?? actOnSignal;
    const harness = await botHarness();
    yield await act({ harness, runner: harness.runner(), chance, isLate: chance() < 0.5 });
  }
}

async function actOnSignal(day: Day): Promise<JudgedPromise> {
  const { harness, runner, chance } = day;
  const isScript = chance() < 0.5;
  const isForBot = chance() < 0.6;
  const action = ACTIONS[Math.floor(chance() * ACTIONS.length)] ?? 'buy';
  const isStopped = chance() < 0.2;
  const bot = await harness.start(isScript ? LISTENER : SIGNAL_BOT);
  await begin(day);
  const signal = { botId: bot.botId, name: isForBot ? 'go' : 'trend', action };
  const command = { userId: bot.userId, signal, payload: null, completion: null };
  const before = (await harness.ordersOf(bot)).length;
  const sent = await sendBotSignal(sendingOf(harness), command);
  if (!sent.ok) throw new Error(`a running bot gets a signal: ${sent.rejection}`);
  if (isStopped) await harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
  else await receive(runner);
  await harness.passMinutes(2, [runner]);
  const orders = (await harness.ordersOf(bot)).slice(before);
  const [effect] = harness.effectsOf(bot);
  const trace =
    effect === undefined ? null : { ...effect, outcome: effect.reception ?? ('waiting' as const) };
  return {
    operation: 'sendBotSignal',
    act: `${signal.name} ${action} to ${isScript ? 'a script' : 'a signal bot'}`,
    promised: {
      kind: 'signal',
      isForBot,
      ordersSince: orders.map(({ orderId }) => orderId),
      trace,
      log: (await harness.linesOf(bot)).map(({ message }) => message),
      events: harness.eventsOf(bot),
      wasStopped: isStopped,
      mayBeSilent: isScript,
    },
  };
}

/** What whoever sends to a bot works with. */
function sendingOf({ deps: { clock }, store: bots, inbox }: BotHarness) {
  return { clock, bots, inbox };
}

async function stateOf(harness: BotHarness, bot: Bot) {
  const { isActivated, isPaused, stoppedBy, stopReason } = await harness.find(bot);
  return { isActivated, isPaused, stoppedBy, stopReason };
}

async function actOnPause(day: Day, isResumed: boolean): Promise<JudgedPromise> {
  const { harness, runner } = day;
  const bot = await harness.start(COUNTS_MINUTES);
  await begin(day);
  for (const isPaused of isResumed ? [true, false] : [true]) {
    const pause = { botId: bot.botId, isPaused };
    await pauseBot(sendingOf(harness), { userId: bot.userId, pause, completion: null });
    await receive(runner);
    await harness.passMinutes(1, [runner]);
  }
  return {
    operation: isResumed ? 'resumeBot' : 'pauseBot',
    act: isResumed ? 'goes on' : 'is paused',
    promised: {
      kind: 'state',
      wanted: { isActivated: true, isPaused: !isResumed },
      seen: await stateOf(harness, bot),
      eventWanted: null,
      events: harness.eventsOf(bot),
    },
  };
}

async function actOnStop(day: Day): Promise<JudgedPromise> {
  const { harness, runner } = day;
  const bot = await harness.start(LISTENER);
  await begin(day);
  await harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
  await harness.passMinutes(1, [runner]);
  return stopped('stopBot', harness, bot, { stoppedBy: 'user', stopReason: null });
}

async function actOnEverything(day: Day): Promise<JudgedPromise> {
  const { harness, runner } = day;
  const bot = await harness.start(LISTENER);
  await begin(day);
  const { deps, store, runs } = harness;
  const timer = { every: () => () => undefined };
  const reason = 'Stopped by the risk switch.';
  await stopEverything(
    { ...deps, riskSwitch: store, bots: store, botRuns: runs, timer },
    {
      reach: { kind: 'user', userId: bot.userId },
      reason,
      cancelsOrders: true,
      closesPositions: false,
      derivationId: 'day',
      withinMs: null,
    },
  );
  await harness.passMinutes(1, [runner]);
  return stopped('stopEverything', harness, bot, { stoppedBy: 'risk', stopReason: reason });
}

async function stopped(
  operation: string,
  harness: BotHarness,
  bot: Bot,
  wanted: Readonly<Record<string, unknown>>,
): Promise<JudgedPromise> {
  return {
    operation,
    act: 'stops a bot',
    promised: {
      kind: 'state',
      wanted: { isActivated: false, ...wanted },
      seen: await stateOf(harness, bot),
      eventWanted: 'bot.stopped',
      events: harness.eventsOf(bot),
    },
  };
}

async function actOnRestart(day: Day): Promise<JudgedPromise> {
  const { harness, runner } = day;
  const bot = await harness.start(COUNTS_MINUTES);
  await begin(day);
  await harness.restart(bot, COUNTS_MINUTES);
  const before = (await harness.linesOf(bot)).length;
  await harness.passMinutes(2, [runner]);
  const isRun = (await harness.linesOf(bot)).length > before;
  return {
    operation: 'startBot',
    act: 'starts a bot again',
    promised: {
      kind: 'state',
      wanted: { isActivated: true, stoppedBy: null, isRun: true },
      seen: { ...(await stateOf(harness, bot)), isRun },
      eventWanted: 'bot.started',
      events: harness.eventsOf(bot),
    },
  };
}

async function actOnOrder({ harness, chance }: Day): Promise<JudgedPromise> {
  const { deps, spot, store } = harness;
  const caller = sampleCaller(spot.userId);
  const isCancelled = chance() < 0.5;
  const placed = await placeOrder(deps, {
    caller,
    accountId: spot.accountId,
    marketTag: TAG,
    side: 'buy',
    type: isCancelled ? 'limit' : 'market',
    price: isCancelled ? decimal('1000') : null,
    amount: decimal(isCancelled ? '0.2' : '0.01'),
    derivationId: `order ${chance()}`,
    isTakeover: false,
    completion: null,
  });
  if (!placed.ok) throw new Error(`an order that fits is accepted: ${placed.rejection.detail}`);
  const { orderId, state: said } = placed.value;
  if (isCancelled) await cancelOrder(deps, { caller, orderId });
  const order = await store.findOrder(spot.userId, orderId);
  return {
    operation: isCancelled ? 'cancelOrder' : 'placeOrder',
    act: isCancelled ? 'cancels an order' : 'buys at market',
    promised: {
      kind: 'order',
      said,
      state: order?.state ?? null,
      reason: order?.reason ?? null,
      mustHaveReason: isCancelled,
      mustBeUnknown: false,
    },
  };
}

/** Nobody runs the bot for some minutes: they are run late. */
async function actOnLateMinutes(day: Day): Promise<JudgedPromise> {
  const { harness, runner, chance } = day;
  const bot = await harness.start(COUNTS_MINUTES);
  await harness.passMinutes(2, [runner]);
  const missedCount = 1 + Math.floor(chance() * 5);
  const counted = async (): Promise<number> => {
    const { doneUntilMs } = (await harness.runs.findProgress([bot.botId])).get(bot.botId) ?? {
      doneUntilMs: 0,
    };
    return doneUntilMs / MINUTE_MS;
  };
  const before = await counted();
  const linesBefore = (await harness.linesOf(bot)).length;
  harness.passMs(missedCount * MINUTE_MS);
  await harness.passMinutes(1, [runner]);
  const lines = (await harness.linesOf(bot)).slice(linesBefore);
  const said = lines.map(({ message }) => message);
  return {
    operation: 'startBot',
    act: `misses ${missedCount} minutes`,
    promised: {
      kind: 'minutes',
      expectedCount: (await counted()) - before,
      ranCount: timesSaid(said, 'ran'),
      saidLines: said.filter((message) => message.includes('left out')),
    },
  };
}

/** A line that follows on itself is shown once, with how often. */
function timesSaid(messages: readonly string[], text: string): number {
  return messages
    .filter((message) => message.startsWith(text))
    .reduce((sum, message) => sum + Number(/\((\d+) times\)$/.exec(message)?.[1] ?? 1), 0);
}
