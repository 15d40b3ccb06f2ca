import assert from 'node:assert/strict';
import { test } from 'node:test';

import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { decimal } from '#lib/decimal.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import type { Bot, BotBrain, StrategyBrain } from '#ports/stores/bot-store.ts';
import { sampleAccount, sampleBot, sampleUser } from '#ports/stores/store.fixture.ts';
import type { ScriptInput } from '#ports/work/script-checker.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import type { BotChanges, EditBotDeps } from '#services/strategy-bots/edit-own-bot.ts';
import { editBot } from '#services/strategy-bots/edit-own-bot.ts';

const NOTHING: BotChanges = { name: null, inputs: null, settings: null };
const { inputs: _inputs, ...UNCHOSEN } = UNCHOSEN_SETTINGS;
const HOURLY = { ...UNCHOSEN, intervalMinutes: 60 };
const GRID: StrategyBrain = { kind: 'strategy', type: 'spot_grid', config: {} };

const LENGTH: ScriptInput = {
  kind: 'number',
  label: 'Length',
  group: '',
  tooltip: '',
  defaultValue: 14,
  options: [],
  least: null,
  most: null,
  step: null,
};

async function harness(changes: Partial<Bot> = {}) {
  const store = memoryStore(memoryState());
  const user = sampleUser();
  await store.insertUser(user);
  const { userId } = user;
  const account = sampleAccount(userId);
  await store.insertAccount(account);
  const market = spotMarket();
  const exchange = { code: 'sim', listMarkets: async () => [market] } as unknown as Exchange;
  const exchanges = exchangeRegistry([exchange]);
  const scriptId = 'scr_one';
  const text = { name: 's', description: null, type: 'lua', source: "Log('a')" } as const;
  const check = { isValid: true, errors: [], warnings: [], inputs: [LENGTH], commandName: null };
  await store.insertScript({ scriptId, userId, ...text, createdAtMs: 1, updatedAtMs: 1, check });
  const brain: BotBrain = { kind: 'script', scriptId };
  const bot = sampleBot(account, { brain, marketTag: market.marketTag, ...changes });
  await store.insertBot(bot, null);
  const deps: EditBotDeps = { bots: store, scripts: store, accounts: store, exchanges };
  const edit = (wanted: Partial<BotChanges>, as = userId) =>
    editBot(deps, {
      userId: as,
      botId: bot.botId,
      changes: { ...NOTHING, ...wanted },
      completion: null,
    });
  return { store, bot, edit, find: () => store.findBot(userId, bot.botId) };
}

test('each part that is sent is replaced whole, and the others stay', async () => {
  const { bot, edit, find } = await harness();
  const all = await edit({ name: 'other', inputs: { Length: 7 }, settings: HOURLY });
  assert.ok(all.ok);
  assert.deepEqual(all.value.settings, { ...HOURLY, inputs: { Length: 7 } });
  assert.ok((await edit({ inputs: {} })).ok);
  assert.deepEqual(await find(), { ...bot, name: 'other', settings: { ...HOURLY, inputs: {} } });
});

test('a bot that runs gets a name, and keeps what it runs with', async () => {
  const { bot, edit, find } = await harness({ isActivated: true, activation: 1 });
  const refused = { ok: false, rejection: { code: 'runs' } };
  assert.deepEqual(await edit({ name: 'other', settings: HOURLY }), refused);
  assert.deepEqual(await edit({ inputs: {} }), refused);
  assert.deepEqual(await find(), bot);
  assert.ok((await edit({ name: 'other' })).ok);
  assert.equal((await find())?.name, 'other');
});

test('a bot of a strategy gets a name, and no settings of scripts', async () => {
  const { edit, find } = await harness({ brain: GRID });
  assert.deepEqual(await edit({ settings: HOURLY }), {
    ok: false,
    rejection: { code: 'of_strategy' },
  });
  assert.ok((await edit({ name: 'other' })).ok);
  assert.equal((await find())?.name, 'other');
});

test('what does not fit is refused, each at its place, and nothing is written', async () => {
  const { bot, edit, find } = await harness();
  const settings = { ...HOURLY, leverage: decimal('5') };
  const edited = await edit({ name: 'other', inputs: { Lenght: 7 }, settings });
  assert.ok(!edited.ok && edited.rejection.code === 'unfit');
  assert.deepEqual(
    edited.rejection.misfits.map(({ path }) => path.join('.')),
    ['parameters.Lenght', 'settings.leverage'],
  );
  assert.deepEqual(await find(), bot);
});

test("another user's bot is not found", async () => {
  const { edit } = await harness();
  assert.deepEqual(await edit({ name: 'mine' }, sampleUser().userId), {
    ok: false,
    rejection: { code: 'bot_not_found' },
  });
});

test('what changed meanwhile is read again', async () => {
  const { store, bot, edit, find } = await harness();
  const first = edit({ inputs: { Length: 7 } });
  const second = edit({ settings: HOURLY });
  assert.ok((await first).ok && (await second).ok);
  assert.deepEqual((await find())?.settings, { ...HOURLY, inputs: { Length: 7 } });
  assert.equal((await store.listBots(bot.userId, null, 9)).length, 1);
});
