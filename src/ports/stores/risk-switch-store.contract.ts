// Contract of every store for the risk switch.

import assert from 'node:assert/strict';
import type { BracketStanding } from '#domain/strategy/bracket-standing.ts';
import { SAMPLE_BRACKET } from '#ports/stores/bot-run.fixture.ts';
import type { Bot, StrategyBot } from '#ports/stores/bot-store.ts';
import type { EndUser } from '#ports/stores/partner-store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { sampleAccount, sampleBot, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';

const STOP = {
  reason: 'Stopped by the risk switch.',
  by: 'risk',
  atMs: 1_800_000_000_000,
} as const;

/** An account with a running bot and one that was never started. */
async function runningBot(store: Store, userId: string): Promise<Bot> {
  const account = sampleAccount(userId);
  await store.insertAccount(account);
  const [bot, idle] = [sampleBot(account), sampleBot(account)];
  for (const each of [bot, idle]) await store.insertBot(each, null);
  const loaded = { kind: 'script', source: "Log('a')", libraries: [] } as const;
  const { botId } = bot;
  await store.activateBot({ userId, botId, loaded, runningMax: null, atMs: 5 });
  return bot;
}

async function storedUser(store: Store): Promise<string> {
  const user = sampleUser();
  await store.insertUser(user);
  return user.userId;
}

async function isRunning(store: Store, { userId, botId }: Bot): Promise<boolean | undefined> {
  return (await store.findBot(userId, botId))?.isActivated;
}

/** A partner with a running bot of its own, and two end users with one each. */
async function partnerHarness(store: Store) {
  const partnerId = await storedUser(store);
  const partner = { partnerId, exchanges: ['sim'], marketTags: [], createdAtMs: 1 };
  await store.insertPartner(partner);
  const own = await runningBot(store, partnerId);
  const bots: Bot[] = [];
  for (const number of [1, 2]) {
    const userId = sampleId('usr');
    const rest = { exchange: 'sim', isSimulated: true, createdAtMs: 1 };
    const endUser: EndUser = { userId, partnerId, externalId: `customer ${number}`, ...rest };
    await store.insertEndUser(endUser, [], null);
    bots.push(await runningBot(store, userId));
  }
  const [first, second] = bots as [Bot, Bot];
  return { partnerId, own, first, second };
}

export const RISK_SWITCH_CASES: StoreCases = {
  'the running bots of a user are stopped, with the reason': async (store) => {
    const userId = await storedUser(store);
    const [bot, other] = [await runningBot(store, userId), await runningBot(store, userId)];
    const stopped = await store.stopBots({ kind: 'user', userId }, STOP);
    assert.deepEqual(stopped, [bot.botId, other.botId]);
    const found = await store.findBot(userId, bot.botId);
    assert.deepEqual([found?.isActivated, found?.stopReason], [false, STOP.reason]);
    assert.equal(found?.stoppedBy, 'risk');
  },
  "another user's bots go on": async (store) => {
    const bot = await runningBot(store, await storedUser(store));
    const reach = { kind: 'user', userId: await storedUser(store) } as const;
    assert.deepEqual(await store.stopBots(reach, STOP), []);
    assert.equal(await isRunning(store, bot), true);
  },
  'brackets that have entered are spared, and enter nothing more': async (store) => {
    const userId = await storedUser(store);
    const account = sampleAccount(userId);
    await store.insertAccount(account);
    const bracketOf = (standing: BracketStanding | null): StrategyBot => {
      const config = { market_tag: 'SIM_BTC_USDT', direction: 'short', allows_entry: true };
      const brain = { kind: 'strategy', type: 'bracket', config } as const;
      const bot = sampleBot(account, { activation: 1, activatedAtMs: 5, bracket: standing });
      return { ...bot, brain, isActivated: true };
    };
    const [entered, unsent] = [bracketOf(SAMPLE_BRACKET), bracketOf(null)];
    for (const each of [entered, unsent]) await store.insertBracket(each, 9);
    const reach = { kind: 'user', userId } as const;
    const stop = { ...STOP, sparesBrackets: true };
    assert.deepEqual(await store.stopBots(reach, stop), [unsent.botId]);
    const halted = [{ botId: entered.botId, direction: 'short' }];
    assert.deepEqual(await store.haltBrackets(reach, STOP.atMs), halted);
    // What is halted already stays so.
    assert.deepEqual(await store.haltBrackets(reach, STOP.atMs), halted);
    const found = await store.findBracket(userId, entered.botId);
    assert.equal(found?.isActivated, true);
    assert.equal(found.brain.config['allows_entry'], false);
    assert.deepEqual(await store.stopBots(reach, STOP), [entered.botId]);
    assert.deepEqual(await store.haltBrackets(reach, STOP.atMs), []);
  },
  'a bot that was stopped before keeps its reason': async (store) => {
    const userId = await storedUser(store);
    const bot = await runningBot(store, userId);
    await store.stopBots({ kind: 'user', userId }, STOP);
    const again = { ...STOP, reason: 'again' };
    assert.deepEqual(await store.stopBots({ kind: 'user', userId }, again), []);
    assert.equal((await store.findBot(userId, bot.botId))?.stopReason, STOP.reason);
  },
  'bots whose orders are cancelled for good start anew': async (store) => {
    const userId = await storedUser(store);
    const [bot, other] = [await runningBot(store, userId), await runningBot(store, userId)];
    const accountOf = ({ accountId }: Bot) => ({ kind: 'account', accountId }) as const;
    await store.stopBots(accountOf(bot), { ...STOP, startsAnew: true });
    await store.stopBots(accountOf(other), STOP);
    assert.equal((await store.findBot(userId, bot.botId))?.startsAnew, true);
    assert.equal((await store.findBot(userId, other.botId))?.startsAnew, false);
  },
  'a stopped bot can be started again': async (store) => {
    const userId = await storedUser(store);
    const { botId } = await runningBot(store, userId);
    await store.stopBots({ kind: 'user', userId }, STOP);
    const loaded = { kind: 'script', source: '', libraries: [] } as const;
    const request = { userId, botId, loaded, runningMax: null, atMs: 6 };
    assert.equal(await store.activateBot(request), 'activated');
    assert.equal((await store.findBot(userId, botId))?.stopReason, null);
  },
  "a partner's end users are reached, and its own bots are not": async (store) => {
    const { partnerId, own, first, second } = await partnerHarness(store);
    const one = { kind: 'end_users', partnerId, endUserId: first.userId } as const;
    assert.deepEqual(await store.stopBots(one, STOP), [first.botId]);
    assert.equal(await isRunning(store, second), true);
    const all = { ...one, endUserId: null };
    assert.deepEqual(await store.stopBots(all, STOP), [second.botId]);
    assert.equal(await isRunning(store, own), true);
  },
  "another partner's end user is not reached": async (store) => {
    const { first } = await partnerHarness(store);
    const foreign = await partnerHarness(store);
    const { partnerId } = foreign;
    const reach = { kind: 'end_users', partnerId, endUserId: first.userId } as const;
    assert.deepEqual(await store.stopBots(reach, STOP), []);
    assert.deepEqual(await store.listAccountsInReach(reach, null, 10), []);
    assert.equal(await isRunning(store, first), true);
  },
  'the running bots of an account are stopped, those of another go on': async (store) => {
    const userId = await storedUser(store);
    const [bot, other] = [await runningBot(store, userId), await runningBot(store, userId)];
    const reach = { kind: 'account', accountId: bot.accountId } as const;
    assert.deepEqual(await store.stopBots(reach, STOP), [bot.botId]);
    assert.equal(await isRunning(store, other), true);
  },
  'all bots of the installation are stopped': async (store) => {
    const { own, first, second } = await partnerHarness(store);
    const stopped = await store.stopBots({ kind: 'installation' }, STOP);
    for (const bot of [own, first, second]) {
      assert(stopped.includes(bot.botId), 'it is named');
      assert.equal(await isRunning(store, bot), false);
    }
  },
  'accounts in reach are listed page by page': async (store) => {
    const { partnerId, own, first, second } = await partnerHarness(store);
    const ids = (accounts: readonly Account[]) => accounts.map(({ accountId }) => accountId);
    const mine = await store.listAccountsInReach({ kind: 'user', userId: partnerId }, null, 10);
    assert.deepEqual(ids(mine), [own.accountId]);
    const reach = { kind: 'end_users', partnerId, endUserId: null } as const;
    const page = await store.listAccountsInReach(reach, null, 1);
    assert.deepEqual(ids(page), [first.accountId]);
    const rest = await store.listAccountsInReach(reach, first.accountId, 10);
    assert.deepEqual(ids(rest), [second.accountId]);
    const all = await store.listAccountsInReach({ kind: 'installation' }, null, 10_000);
    for (const bot of [own, first, second]) assert(ids(all).includes(bot.accountId));
  },
};
