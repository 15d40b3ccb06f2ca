// Partners with end users and bots for the suites of what is retained of them.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import type { BacktestStore } from '#ports/stores/backtest-store.ts';
import type { BotInbox } from '#ports/stores/bot-inbox.ts';
import type { EventLog } from '#ports/stores/event-log.ts';
import type { BotRunStore } from '#ports/stores/bot-run-store.ts';
import type {
  NewPartnerBot,
  PartnerBot,
  PartnerBotStore,
} from '#ports/stores/partner-bot-store.ts';
import type { PartnerSignalStore } from '#ports/stores/partner-signal-store.ts';
import type { PartnerUsageStore } from '#ports/stores/partner-usage-store.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import { sampleAccount, sampleBot, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Store } from '#ports/stores/store.ts';

export type PartnerHarness = {
  readonly store: Store;
  readonly runs: BotRunStore;
  readonly inbox: BotInbox;
  readonly partnerBots: PartnerBotStore;
  readonly signals: PartnerSignalStore;
  readonly events: Pick<EventLog, 'numberEvents' | 'readEvents'>;
  readonly usage: PartnerUsageStore;
  readonly backtests: Pick<BacktestStore, 'insertBacktest' | 'deleteBacktest'>;
  close(hasFailed: boolean): Promise<void>;
};

export const NOW_MS = 1_700_000_000_000;

export async function storedPartner({ store }: PartnerHarness): Promise<string> {
  const user = sampleUser();
  await store.insertUser(user);
  const offer = { exchanges: ['sim'], marketTags: [] };
  await store.insertPartner({ partnerId: user.userId, ...offer, createdAtMs: NOW_MS });
  return user.userId;
}

export async function storedEndUser(
  { store }: PartnerHarness,
  partnerId: string,
): Promise<EndUser> {
  const userId = sampleId('usr');
  const endUser: EndUser = {
    userId,
    partnerId,
    externalId: `customer ${userId}`,
    exchange: 'sim',
    isSimulated: true,
    createdAtMs: NOW_MS,
  };
  const account = sampleAccount(userId);
  const outcome = await store.insertEndUser(
    endUser,
    [{ account, deposits: null, credentials: null }],
    null,
  );
  assert.equal(outcome, 'inserted');
  return endUser;
}

/** A webhook bot that listens to a token, not stored yet. */
export async function sampleRequest(
  { store }: PartnerHarness,
  { userId, partnerId }: EndUser,
  changes: Partial<NewPartnerBot> = {},
): Promise<NewPartnerBot> {
  const [first] = await store.listAccounts(userId, null, 1);
  const account = present(first, 'an end user has an account');
  return {
    bot: {
      ...sampleBot(account),
      brain: { kind: 'strategy', type: 'webhook', config: { order_size: '10' } },
    },
    partnerId,
    exchange: 'sim',
    signalToken: 'trend',
    source: null,
    botsMax: null,
    completion: null,
    ...changes,
  };
}

export async function storedPartnerBot(
  harness: PartnerHarness,
  endUser: EndUser,
  changes: Partial<NewPartnerBot> = {},
): Promise<PartnerBot> {
  const request = await sampleRequest(harness, endUser, changes);
  assert.equal(await harness.partnerBots.insertPartnerBot(request), 'inserted');
  return found(harness, request.bot);
}

export async function found(
  { partnerBots }: PartnerHarness,
  { userId, botId }: { readonly userId: string; readonly botId: string },
): Promise<PartnerBot> {
  return present(await partnerBots.findPartnerBot(userId, botId), 'the bot is there');
}

export async function startBot(
  { store }: PartnerHarness,
  { bot }: PartnerBot,
  atMs = NOW_MS,
): Promise<void> {
  const { userId, botId, brain: loaded } = bot;
  await store.activateBot({ userId, botId, loaded, runningMax: null, atMs });
}

/** The source of a copy of this bot. */
export function copyOf({ bot, version }: PartnerBot, isFollowed: boolean) {
  return { botId: bot.botId, version, isFollowed };
}
