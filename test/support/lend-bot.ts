// Makes a bot of an installation in memory one of a partner's end user, without the operations that
// would take it through the exchange's keys.

import { present } from '#lib/assert.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';

/** The owner of the bot becomes the partner's end user. */
export function lendBot(
  harness: BotHarness,
  bot: Bot,
  partnerId: string,
  signalToken: string,
): void {
  const { state, sim } = harness;
  const { userId } = bot;
  harness.lend(bot, partnerId, signalToken);
  const made = { exchange: 'sim', isSimulated: true, createdAtMs: sim.nowMs() };
  const endUser = { userId, partnerId, externalId: userId, ...made };
  state.endUsers.set(userId, { ...endUser, deletedAtMs: null });
}

/** The partner offers the simulated exchange from now on, with all of its markets. */
export function offerSimulated({ state: { partners } }: BotHarness, partnerId: string): void {
  const partner = present(partners.get(partnerId), 'who is served is a partner');
  partners.set(partnerId, { ...partner, exchanges: ['sim'] });
}
