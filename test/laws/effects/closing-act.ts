// Positions that a stop of their bot, or of everything, was to close.

import { formatDecimal, ZERO } from '#lib/decimal.ts';
import { stopBot } from '#services/bots/stop-bot.ts';
import { stopEverything } from '#services/risk/stop-everything.ts';
import type { Act } from './day.ts';
import { begin, TAG } from './day.ts';

const HOLDS = `
  if Load('held', false) then return end
  Save('held', true)
  PlaceGoShortOrder(CurrentPrice().close, 0.003, {type = MarketOrderType})`;
const CHOICES = { cancelsOrders: true, closesPositions: true };

/** Its effect is seen at the exchange, and in what the bot shows. */
export const actOnClosing: Act = async (day) => {
  const { harness, runner, chance } = day;
  const { deps, store, runs, futures, sim } = harness;
  const marketTag = `${TAG}_PERP`;
  const bot = await harness.start(HOLDS, { accountId: futures.accountId, marketTag });
  await begin(day);
  await harness.passMinutes(3, [runner]);
  if ((await sim.exchange.fetchPositions(futures)).length === 0)
    throw new Error('the bot holds nothing');
  const isEverything = chance() < 0.5;
  const closing = { ...deps, bots: store, botRuns: runs };
  if (isEverything)
    await stopEverything(
      { ...closing, riskSwitch: store, timer: { every: () => () => undefined } },
      {
        reach: { kind: 'user', userId: bot.userId },
        reason: 'Stopped by the risk switch.',
        ...CHOICES,
        derivationId: 'day',
        withinMs: null,
      },
    );
  else await stopBot(closing, { ...bot, windDown: CHOICES });
  await harness.passMinutes(2, [runner]);
  const [position] = await sim.exchange.fetchPositions(futures);
  const { isActivated, stoppedBy } = await harness.find(bot);
  const shown = (await runs.findPositions(bot.botId))?.positions ?? '';
  return {
    operation: isEverything ? 'stopEverything' : 'stopBot',
    act: 'closes positions',
    promised: {
      kind: 'state',
      wanted: {
        isActivated: false,
        stoppedBy: isEverything ? 'risk' : 'user',
        held: '0',
        shown: '[]',
      },
      seen: { isActivated, stoppedBy, held: formatDecimal(position?.amount ?? ZERO), shown },
      eventWanted: 'bot.stopped',
      events: harness.eventsOf(bot),
    },
  };
};
