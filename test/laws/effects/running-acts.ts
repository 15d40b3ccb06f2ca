// Acts of a random day that change a running bot: a pause, the end of one, and settings. Of those
// that it is stopped before it reads nothing comes, and its log has to say so.

import { decimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { lendBot, offerSimulated } from '../../support/lend-bot.ts';
import type { ServedHarness } from '../../support/serve-harness.ts';
import { serveHarness } from '../../support/serve-harness.ts';
import type { Act, Day, JudgedPromise } from './day.ts';
import { begin, receive, SIGNAL_BOT } from './day.ts';

const PARTNER = 'usr_first';
const CHANGED = { config: { order_size: '300' } };

type Sending = {
  readonly operation: string;
  /** Words by which the log says what was sent. */
  readonly named: RegExp;
  /** Null: it was accepted. */
  readonly send: (served: ServedHarness, day: Day, bot: Bot) => Promise<string | null>;
};

const SETTINGS = /new settings/;

const SENDINGS: readonly Sending[] = [
  {
    operation: 'pauseBot',
    named: /a pause/,
    send: (served, _day, { userId, botId }) =>
      served.request(userId, 'POST', `bots/${botId}/pause`),
  },
  {
    operation: 'resumeBot',
    named: /the end of a pause/,
    async send(served, { harness, runner }, { userId, botId }) {
      await served.request(userId, 'POST', `bots/${botId}/pause`);
      await receive(runner);
      await harness.passMinutes(1, [runner]);
      return served.request(userId, 'POST', `bots/${botId}/resume`);
    },
  },
  {
    operation: 'editStrategyBot',
    named: SETTINGS,
    send: (served, _day, { userId, botId }) =>
      served.request(userId, 'PUT', `strategy-bots/${botId}`, CHANGED),
  },
  ...(['whitelabel', 'partner'] as const).map((surface): Sending => ({
    operation: `${surface}EditBot`,
    named: SETTINGS,
    send: (served, _day, { userId, botId }) =>
      served.request(PARTNER, 'PUT', `${surface}/users/${userId}/bots/${botId}`, CHANGED),
  })),
];

export const ACTS_ON_RUNNING: readonly Act[] = [
  ...SENDINGS.map(
    (sending): Act =>
      (day) =>
        over(day, sending, actUnread),
  ),
  // Pauses that are read are tried among the first acts of a day.
  ...SENDINGS.filter(({ named }) => named === SETTINGS).map(
    (sending): Act =>
      (day) =>
        over(day, sending, actEdited),
  ),
];

type RunningBot = { readonly day: Day; readonly served: ServedHarness; readonly bot: Bot };

async function over(
  day: Day,
  { operation, named, send }: Sending,
  act: (sent: RunningBot, named: RegExp) => Promise<Omit<JudgedPromise, 'operation'>>,
): Promise<JudgedPromise> {
  const { harness } = day;
  const bot = await harness.start(SIGNAL_BOT);
  lendBot(harness, bot, PARTNER, SIGNAL_BOT.config.signal_token);
  const served = await serveHarness(harness);
  offerSimulated(harness, PARTNER);
  try {
    await begin(day);
    const refusal = await send(served, day, bot);
    if (refusal !== null) throw new Error(`a running bot takes ${operation}: ${refusal}`);
    return { operation, ...(await act({ day, served, bot }, named)) };
  } finally {
    await served.close();
  }
}

async function actUnread({ day, served, bot }: RunningBot, named: RegExp) {
  const { harness, runner, chance } = day;
  await harness.store.deactivateBot(bot.userId, bot.botId, harness.sim.nowMs());
  const isStartedAgain = chance() < 0.5;
  if (isStartedAgain) await harness.restart(bot, SIGNAL_BOT);
  await harness.passMinutes(2, [runner]);
  type Logs = { readonly data: readonly { readonly message: string }[] };
  const { data } = await served.call<Logs>(bot.userId, `bots/${bot.botId}/logs`);
  const reason = data.find(({ message }) => named.test(message))?.message ?? null;
  return {
    act: `to a bot that is stopped first${isStartedAgain ? ', and started again' : ''}`,
    promised: {
      kind: 'work',
      canBeDone: false,
      shown: { standing: 'not_done', reason },
      eventWanted: null,
      events: [],
    },
  } as const;
}

/** The next order of the bot is of the new size. */
async function actEdited({ day, served, bot }: RunningBot) {
  const { harness, runner } = day;
  await receive(runner);
  await harness.passMinutes(1, [runner]);
  const signal = { name: SIGNAL_BOT.config.signal_token, action: 'buy', payload: null };
  await served.call(bot.userId, `bots/${bot.botId}/signals`, signal);
  await receive(runner);
  await harness.passMinutes(2, [runner]);
  const [order] = await harness.ordersOf(bot);
  const { price } = await harness.sim.exchange.fetchPrice(SIGNAL_BOT.config.market_tag);
  const worth = order === undefined ? ZERO : multiplyDecimal(order.amount, price, 'floor');
  const isOfSize = decimal('250') < worth && worth < decimal('350');
  return {
    act: 'to a bot that trades next',
    promised: {
      kind: 'state',
      wanted: { isOfSize: true },
      seen: { isOfSize },
      eventWanted: null,
      events: [],
    },
  } as const;
}
