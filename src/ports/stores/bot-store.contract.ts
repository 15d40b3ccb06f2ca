// Contract of every store for bots.

import assert from 'node:assert/strict';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import type {
  Bot,
  BotEdit,
  BotSettings,
  LoadedScript,
  StrategyBot,
  StrategyBrain,
  StrategyConfig,
  StrategyEdit,
} from '#ports/stores/bot-store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import {
  heldCompletion,
  lostCompletion,
  sampleAccount,
  sampleBot,
  sampleId,
  storedAccount,
} from '#ports/stores/store.fixture.ts';
import type { Account } from '#ports/stores/account-store.ts';
import type { Store } from '#ports/stores/store.ts';

const STOPPED_AT_MS = 1_800_000_000_000;

const LOADED: LoadedScript = {
  kind: 'script',
  source: "Log('a')",
  libraries: [{ name: 'lib', source: 'x' }],
};

const GRID: StrategyBrain = {
  kind: 'strategy',
  type: 'spot_grid',
  config: { upper_price: '30000', grid_count: 5, start_price: null, trailing_up: false },
};

/** With all settings chosen, so that each must be retained. */
function chosenBot(account: Account, changes: Partial<Bot> = {}): Bot {
  const settings: BotSettings = {
    intervalMinutes: 5,
    inputs: { 'Trend.Length': 14, Mode: 'fast', 'Use "it"': true },
    leverage: decimal('2.5'),
    marginMode: 'isolated',
    tradeAmountQuote: null,
    tradeAmountPercent: decimal('12.5'),
    pyramiding: 3,
    stops: 'exchange',
  };
  const brain = { kind: 'script', scriptId: sampleId('script') } as const;
  return sampleBot(account, { brain, settings, ...changes });
}

function runningBracket(account: Account): StrategyBot {
  const config = { market_tag: 'SIM_BTC_USDT', amount: '0.01', stop_price: '50000' };
  const brain: StrategyBrain = { kind: 'strategy', type: 'bracket', config };
  const bot = sampleBot(account, { brain, activation: 1, activatedAtMs: 5 });
  return { ...bot, brain, isActivated: true };
}

async function storedBot(store: Store, changes: Partial<Bot> = {}): Promise<Bot> {
  const bot = chosenBot(await storedAccount(store), changes);
  assert.equal(await store.insertBot(bot, null), 'inserted');
  return bot;
}

function activation(bot: Bot, changes: object = {}) {
  const { userId, botId } = bot;
  return { userId, botId, loaded: LOADED, runningMax: null, atMs: 5, ...changes };
}

/** Another bot of the same user. */
async function sibling(store: Store, bot: Bot): Promise<Bot> {
  const other = { ...bot, botId: sampleId('bot') };
  assert.equal(await store.insertBot(other, null), 'inserted');
  return other;
}

function editOf({ userId, botId }: Bot, after: StrategyConfig): StrategyEdit {
  const { config: before } = GRID;
  const marketTag = 'SIM_ETH_USDT';
  const parts = { userId, botId, before, after, marketTag };
  return { ...parts, isActivated: false, atMs: STOPPED_AT_MS, completion: null };
}

async function find(store: Store, bot: Bot): Promise<Bot> {
  return present(await store.findBot(bot.userId, bot.botId), 'the bot is there');
}

export const BOT_CASES: StoreCases = {
  'a bot is found by its user, whole': async (store) => {
    const bot = await storedBot(store);
    assert.deepEqual(await find(store, bot), bot);
    assert.equal(await store.findLoadedBrain(bot.botId), null);
    const bare = await storedBot(store, { marketTag: null });
    assert.deepEqual(await find(store, bare), bare);
  },
  "another user's bot is neither found nor changed": async (store) => {
    const bot = await storedBot(store);
    const { userId } = await storedBot(store);
    assert.equal(await store.findBot(userId, bot.botId), null);
    assert.equal(await store.activateBot(activation(bot, { userId })), 'unknown');
    assert.equal(await store.deactivateBot(userId, bot.botId, STOPPED_AT_MS), false);
    assert.equal(await store.deleteBot(userId, bot.botId), false);
    assert.deepEqual(await find(store, bot), bot);
  },
  'a user has at most so many bots, and the same bot is stored once': async (store) => {
    const bot = await storedBot(store);
    const other = { ...bot, botId: sampleId('bot') };
    assert.equal(await store.insertBot(other, 1), 'limit');
    assert.equal(await store.insertBot(bot, 1), 'exists');
    assert.equal(await store.insertBot(other, 2), 'inserted');
  },
  'a request that was taken over makes no bot and starts none': async (store) => {
    const bot = await storedBot(store);
    const other = { ...bot, botId: sampleId('bot') };
    const completion = await lostCompletion(store);
    const refusal = { code: 'conflict' };
    await assert.rejects(store.insertBot(other, null, completion), refusal);
    assert.equal(await store.findBot(other.userId, other.botId), null);
    const starting = store.activateBot(activation(bot, { claim: completion }));
    await assert.rejects(starting, refusal);
    assert.deepEqual(await find(store, bot), bot);
    assert.equal(await store.findLoadedBrain(bot.botId), null);
  },
  'a request that was taken over stops no bot': async (store) => {
    const bot = await storedBot(store);
    const { userId, botId } = bot;
    await store.activateBot(activation(bot));
    const lost = await lostCompletion(store);
    const stopping = store.deactivateBot(userId, botId, STOPPED_AT_MS, null, lost);
    await assert.rejects(stopping, { code: 'conflict' });
    assert.equal((await find(store, bot)).isActivated, true);
    const { completion } = await heldCompletion(store);
    assert.equal(await store.deactivateBot(userId, botId, STOPPED_AT_MS, null, completion), true);
    assert.equal((await find(store, bot)).isActivated, false);
  },
  'a bot is stored with the outcome of its request': async (store) => {
    const bot = await storedBot(store);
    const other = { ...bot, botId: sampleId('bot') };
    const { completion, replay } = await heldCompletion(store);
    assert.equal(await store.insertBot(other, null, completion), 'inserted');
    assert.deepEqual(await replay(), completion.outcome);
  },
  'a start insists on its claim and leaves the outcome to its request': async (store) => {
    const bot = await storedBot(store);
    const { completion, replay } = await heldCompletion(store);
    const starting = activation(bot, { claim: completion });
    assert.equal(await store.activateBot(starting), 'activated');
    assert.equal(await replay(), null);
    assert.equal(await store.complete(completion), true);
    assert.deepEqual(await replay(), completion.outcome);
  },
  'the limit holds when many are made at once': async (store) => {
    const account = await storedAccount(store);
    const bots = Array.from({ length: 8 }, () => chosenBot(account));
    const outcomes = await Promise.all(bots.map((bot) => store.insertBot(bot, 3)));
    assert.equal(outcomes.filter((outcome) => outcome === 'inserted').length, 3);
    assert.equal((await store.listBots(account.userId, null, 10)).length, 3);
  },
  'bots are listed by id, page by page': async (store) => {
    const one = await storedBot(store);
    const two = await sibling(store, one);
    assert.deepEqual(await store.listBots(one.userId, null, 1), [one]);
    assert.deepEqual(await store.listBots(one.userId, one.botId, 9), [two]);
  },
  'settings of a strategy are replaced, as they were read': async (store) => {
    const bot = await storedBot(store, { brain: GRID });
    const edit = editOf(bot, { ...GRID.config, grid_count: 7 });
    for (const stale of [
      { ...edit, before: edit.after },
      { ...edit, isActivated: true },
      { ...edit, userId: sampleId('user') },
      { ...edit, botId: sampleId('bot') },
    ])
      assert.equal(await store.editStrategyBot(stale), false);
    assert.deepEqual(await find(store, bot), bot);
    const { completion, replay } = await heldCompletion(store);
    assert.equal(await store.editStrategyBot({ ...edit, completion }), true);
    assert.deepEqual(await replay(), completion.outcome);
    const brain = { ...GRID, config: edit.after };
    assert.deepEqual(await find(store, bot), { ...bot, brain, marketTag: edit.marketTag });
  },
  'of edits of the same settings at once one is made': async (store) => {
    const bot = await storedBot(store, { brain: GRID });
    await store.activateBot(activation(bot, { loaded: GRID }));
    const edits = [5, 6, 7, 8].map((count) => ({
      ...editOf(bot, { ...GRID.config, grid_count: 10 * count }),
      isActivated: true,
    }));
    const written = await Promise.all(edits.map((edit) => store.editStrategyBot(edit)));
    assert.equal(written.filter(Boolean).length, 1);
    const { brain } = await find(store, bot);
    const made = edits[written.indexOf(true)];
    assert.deepEqual(brain, { ...GRID, config: made?.after });
  },
  'a request that was taken over edits nothing': async (store) => {
    const bot = await storedBot(store, { brain: GRID });
    const completion = await lostCompletion(store);
    const editing = store.editStrategyBot({ ...editOf(bot, {}), completion });
    await assert.rejects(editing, { code: 'conflict' });
    assert.deepEqual(await find(store, bot), bot);
  },
  'name and settings of a bot are replaced, as they were read, while it does not run': async (
    store,
  ) => {
    const bot = await storedBot(store);
    const { userId, botId, settings: before } = bot;
    const after = { ...before, intervalMinutes: 60, inputs: { Mode: 'slow' }, pyramiding: 1 };
    const edit: BotEdit = { userId, botId, name: 'other', before, after, completion: null };
    for (const stale of [
      { ...edit, before: after },
      { ...edit, userId: sampleId('user') },
      { ...edit, botId: sampleId('bot') },
    ])
      assert.equal(await store.editBot(stale), false);
    assert.deepEqual(await find(store, bot), bot);
    const { completion, replay } = await heldCompletion(store);
    assert.equal(await store.editBot({ ...edit, completion }), true);
    assert.deepEqual(await replay(), completion.outcome);
    const edited = { ...bot, name: 'other', settings: after };
    assert.deepEqual(await find(store, bot), edited);
    await store.activateBot(activation(bot));
    const back = { ...edit, name: 'third', before: after, after: before };
    assert.equal(await store.editBot(back), false);
    assert.equal(await store.editBot({ ...back, after: null }), true);
    const { name, settings } = await find(store, bot);
    assert.deepEqual({ name, settings }, { name: 'third', settings: after });
  },
  'a bot of a strategy gets a name, and no settings of scripts': async (store) => {
    const bot = await storedBot(store, { brain: GRID });
    const { userId, botId, settings: before } = bot;
    const edit: BotEdit = { userId, botId, name: 'other', before, after: before, completion: null };
    assert.equal(await store.editBot(edit), false);
    assert.equal(await store.editBot({ ...edit, after: null }), true);
    assert.deepEqual(await find(store, bot), { ...bot, name: 'other' });
    const lost = { ...edit, after: null, completion: await lostCompletion(store) };
    await assert.rejects(store.editBot({ ...lost, name: 'lost' }), { code: 'conflict' });
    assert.equal((await find(store, bot)).name, 'other');
  },
  'an activation starts at zero and is counted; a second one changes nothing': async (store) => {
    const bot = await storedBot(store);
    assert.equal(await store.activateBot(activation(bot)), 'activated');
    assert.deepEqual(await store.findLoadedBrain(bot.botId), LOADED);
    const running = { ...bot, isActivated: true, activation: 1, activatedAtMs: 5 };
    assert.deepEqual(await find(store, bot), running);
    assert.equal(await store.activateBot(activation(bot, { atMs: 6 })), 'already');
    assert.deepEqual(await find(store, bot), running);
  },
  'a user has at most so many running bots': async (store) => {
    const one = await storedBot(store);
    const two = await sibling(store, one);
    const runningMax = 1;
    assert.equal(await store.activateBot(activation(one, { runningMax })), 'activated');
    assert.equal(await store.activateBot(activation(two, { runningMax })), 'limit');
    assert.equal(await store.activateBot(activation(one, { runningMax })), 'already');
    assert.equal(await store.deactivateBot(one.userId, one.botId, STOPPED_AT_MS), true);
    assert.equal(await store.activateBot(activation(two, { runningMax })), 'activated');
  },
  'a deactivated bot keeps its figures and can be activated again': async (store) => {
    const bot = await storedBot(store);
    await store.activateBot(activation(bot));
    assert.equal(await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS), true);
    assert.equal(await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS), true);
    const stopped = await find(store, bot);
    assert.deepEqual([stopped.isActivated, stopped.activation], [false, 1]);
    assert.equal(await store.activateBot(activation(bot)), 'activated');
    assert.equal((await find(store, bot)).activation, 2);
  },
  'a stop that comes after a later start than it means ends nothing': async (store) => {
    const bot = await storedBot(store);
    const { userId, botId } = bot;
    await store.activateBot(activation(bot, { atMs: 5 }));
    assert.equal(await store.deactivateBot(userId, botId, STOPPED_AT_MS, 5), true);
    assert.equal(await store.deactivateBot(userId, botId, STOPPED_AT_MS, 5), true);
    await store.activateBot(activation(bot, { atMs: 9 }));
    assert.equal(await store.deactivateBot(userId, botId, STOPPED_AT_MS, 5), false);
    assert.equal((await find(store, bot)).isActivated, true);
    assert.equal(await store.deactivateBot(userId, botId, STOPPED_AT_MS, 9), true);
    assert.equal((await find(store, bot)).isActivated, false);
  },
  'a run goes on with its figures, and winding down ends that': async (store) => {
    const bot = await storedBot(store, { brain: GRID });
    await store.activateBot(activation(bot, { loaded: GRID }));
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    const goesOn = activation(bot, { loaded: GRID, atMs: 7, carriesOn: true });
    assert.equal(await store.activateBot(goesOn), 'activated');
    const running = await find(store, bot);
    assert.deepEqual([running.isActivated, running.activation], [true, 1]);
    assert.deepEqual([running.activatedAtMs, running.startsAnew], [7, false]);
    // Not of one that runs.
    await store.followBot(bot.userId, bot.botId);
    await store.windDownBot(bot.userId, bot.botId, STOPPED_AT_MS + 1);
    assert.equal((await find(store, bot)).startsAnew, false);
    await store.deactivateBot(bot.userId, bot.botId, STOPPED_AT_MS);
    await store.windDownBot(bot.userId, bot.botId, STOPPED_AT_MS + 1);
    assert.equal((await find(store, bot)).startsAnew, true);
    assert.equal(await store.activateBot(activation(bot, { loaded: GRID })), 'activated');
    const anew = await find(store, bot);
    assert.deepEqual([anew.activation, anew.startsAnew], [2, false]);
  },
  'running bots of a script are named': async (store) => {
    const scriptId = sampleId('script');
    const bot = await storedBot(store, { brain: { kind: 'script', scriptId } });
    const other = await sibling(store, bot);
    await store.activateBot(activation(bot));
    assert.deepEqual(await store.findRunningBots(bot.userId, scriptId), [bot.botId]);
    await store.activateBot(activation(other));
    const both = [bot.botId, other.botId];
    assert.deepEqual(await store.findRunningBots(bot.userId, scriptId), both);
    assert.deepEqual(await store.findRunningBots(bot.userId, 'script_none'), []);
    const { userId } = await storedBot(store);
    assert.deepEqual(await store.findRunningBots(userId, scriptId), []);
  },
  'a bot of a strategy is found whole, with the settings that it loaded': async (store) => {
    const bot = await storedBot(store, { brain: GRID });
    assert.deepEqual(await find(store, bot), bot);
    await store.activateBot(activation(bot, { loaded: GRID }));
    assert.deepEqual(await store.findLoadedBrain(bot.botId), GRID);
    assert.deepEqual((await find(store, bot)).brain, GRID);
  },
  'a bracket is stored as it runs, and is no bot to people': async (store) => {
    const account = await storedAccount(store);
    const bracket = runningBracket(account);
    const { userId, accountId, botId } = bracket;
    assert.equal(await store.insertBracket(bracket, 1), 'inserted');
    assert.equal(await store.insertBracket(bracket, 1), 'exists');
    assert.equal(await store.insertBracket(runningBracket(account), 1), 'limit');
    assert.deepEqual(await store.findBracket(userId, botId), bracket);
    assert.deepEqual(await store.findLoadedBrain(botId), bracket.brain);
    assert.equal(await store.findBot(userId, botId), null);
    assert.deepEqual(await store.listBots(userId, null, 10), []);
    assert.equal(await store.deleteBot(userId, botId), false);
    const open = { userId, accountId, isOpen: true };
    assert.deepEqual(await store.listBrackets(open, null, 10), [bracket]);
    assert.deepEqual(await store.listBrackets(open, botId, 10), []);
    assert.deepEqual(await store.listBrackets({ ...open, userId: sampleId('user') }, null, 10), []);
    // It counts as none of the bots that a plan allows.
    const bot = sampleBot(account);
    assert.equal(await store.insertBot(bot, 1), 'inserted');
    assert.equal(await store.findBracket(userId, bot.botId), null);
    await store.deactivateBot(userId, botId, STOPPED_AT_MS);
    assert.deepEqual(await store.listBrackets(open, null, 10), []);
    assert.equal((await store.listBrackets({ ...open, isOpen: false }, null, 10)).length, 1);
  },

  'a bot is deleted once, running or not': async (store) => {
    const bot = await storedBot(store);
    await store.activateBot(activation(bot));
    assert.equal(await store.deleteBot(bot.userId, bot.botId), true);
    assert.equal(await store.deleteBot(bot.userId, bot.botId), false);
    assert.equal(await store.findBot(bot.userId, bot.botId), null);
  },
  'bots of one user may trade on several accounts': async (store) => {
    const bot = await storedBot(store);
    const account = sampleAccount(bot.userId);
    await store.insertAccount(account);
    const other = chosenBot(account);
    assert.equal(await store.insertBot(other, null), 'inserted');
    assert.equal((await find(store, other)).accountId, account.accountId);
  },
};
