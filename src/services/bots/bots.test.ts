import assert from 'node:assert/strict';
import { test } from 'node:test';

import { memoryBotRunStore } from '#adapters/memory/memory-bot-run-store.ts';
import { memoryState } from '#adapters/memory/memory-state.ts';
import { memoryStore } from '#adapters/memory/memory-store.ts';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { spotMarket } from '#venue-port/market/market.fixture.ts';
import type { Exchange } from '#venue-port/exchange/exchange.ts';
import type { BotStore } from '#ports/stores/bot-store.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { Failure } from '#venue-port/world/failure.ts';
import type { ScriptCheck } from '#ports/work/script-checker.ts';
import { sampleAccount, sampleCaller, sampleUser } from '#ports/stores/store.fixture.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { CreateBotCommand } from '#services/bots/create-bot.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { createBot } from '#services/bots/create-bot.ts';
import { getBot, listBots } from '#services/bots/list-bots.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { deleteBot, stopBot } from '#services/bots/stop-bot.ts';

const VALID: ScriptCheck = {
  isValid: true,
  errors: [],
  warnings: [],
  inputs: [],
  commandName: null,
};

async function harness(plan: Principal['plan'] = 'starter') {
  const state = memoryState();
  const store = memoryStore(state);
  const user = sampleUser({ plan });
  await store.insertUser(user);
  const account = sampleAccount(user.userId);
  await store.insertAccount(account);
  const market = spotMarket();
  const exchange = { code: 'sim', listMarkets: async () => [market] } as unknown as Exchange;
  let nowMs = 10;
  const clock = { nowMs: () => (nowMs += 1) };
  const deps = {
    bots: store,
    botRuns: memoryBotRunStore(state, clock),
    orders: store,
    idempotency: store,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    scripts: store,
    dataSeries: store,
    accounts: store,
    exchanges: exchangeRegistry([exchange]),
    clock,
    digest: systemDigest,
  };
  const { userId } = user;
  const caller = sampleCaller(userId, { plan });
  async function addScript(check: Partial<ScriptCheck> = {}, source = 'one'): Promise<string> {
    const scriptId = `scr_${source}_${nowMs++}`;
    const text = { name: 's', description: null, type: 'lua', source } as const;
    const times = { createdAtMs: 1, updatedAtMs: 1 };
    const whole = { ...VALID, ...check };
    await store.insertScript({ scriptId, userId, ...text, ...times, check: whole });
    return scriptId;
  }
  const command: CreateBotCommand = {
    caller,
    name: 'b',
    scriptId: await addScript(),
    accountId: account.accountId,
    marketTag: market.marketTag,
    settings: UNCHOSEN_SETTINGS,
    derivationId: 'idm_1',
  };
  return { store, deps, caller, command, addScript };
}

function ignore(): void {
  // Nobody reads it.
}

async function loadedSource(store: BotStore, botId: string): Promise<string | null> {
  const loaded = await store.findLoadedBrain(botId);
  return loaded?.kind === 'script' ? loaded.source : null;
}

test('a bot is made deactivated, once for each request', async () => {
  const { deps, command, caller } = await harness();
  const made = await createBot(deps, command);
  assert.ok(made.ok);
  assert.equal(made.value.isActivated, false);
  assert.deepEqual(await createBot(deps, command), made);
  const { bots } = await listBots(deps, { userId: caller.userId, afterId: null, limit: 9 });
  assert.equal(bots.length, 1);
});

test('what a bot is made of must exist and be allowed', async () => {
  const { store, deps, command, caller } = await harness();
  const refused = async (changes: Partial<CreateBotCommand>) => {
    const made = await createBot(deps, { ...command, derivationId: 'idm_2', ...changes });
    return made.ok ? null : made.rejection.code;
  };
  assert.equal(await refused({ scriptId: 'scr_none' }), 'script_not_found');
  assert.equal(await refused({ accountId: 'acc_none' }), 'account_not_found');
  assert.equal(await refused({ marketTag: 'none' }), 'unknown_market');
  assert.equal(await refused({ caller: { ...caller, planUntilMs: 5 } }), 'forbidden');
  await store.setAllowsBots(command.accountId, false);
  assert.equal(await refused({}), 'forbidden');
});

test('a plan limits bots, and the refusal names limit and value', async () => {
  const { deps, command } = await harness('starter');
  for (const derivationId of ['a', 'b', 'c']) {
    assert.ok((await createBot(deps, { ...command, derivationId })).ok);
  }
  const refused = await createBot(deps, { ...command, derivationId: 'd' });
  assert.ok(!refused.ok);
  assert.equal(refused.rejection.code, 'forbidden');
  assert.match(refused.rejection.detail, /"starter" allows 3 bots/);
});

test('starting and stopping may be repeated', async () => {
  const { deps, command, caller } = await harness();
  const made = await createBot(deps, command);
  assert.ok(made.ok);
  const { botId, userId } = made.value;
  for (const _ of [1, 2]) assert.ok((await startBot(deps, { caller, botId })).ok);
  const running = await getBot(deps, { userId, botId });
  assert.ok(running.ok && running.value.isActivated && running.value.activation === 1);
  for (const _ of [1, 2]) assert.ok((await stopBot(deps, { userId, botId })).ok);
  const stopped = await getBot(deps, { userId, botId });
  assert.ok(stopped.ok && !stopped.value.isActivated);
});

test('a stop that lands after a later start does not end it', async () => {
  const { store, deps, command, caller } = await harness();
  const made = await createBot(deps, command);
  assert.ok(made.ok);
  const { botId, userId } = made.value;
  const at = (nowMs: number) => ({ ...deps, clock: { nowMs: () => nowMs } });
  await startBot(at(1_000), { caller, botId });
  let land = async (): Promise<boolean> => false;
  const lost: typeof store.deactivateBot = async (...sent) => {
    land = () => store.deactivateBot(...sent);
    throw new Failure('unavailable', 'The connection is dead.');
  };
  const cut = { ...at(2_000), bots: { ...store, deactivateBot: lost } };
  await assert.rejects(stopBot(cut, { userId, botId }), /connection is dead/);
  assert.ok((await stopBot(at(3_000), { userId, botId })).ok);
  await startBot(at(4_000), { caller, botId });
  await land();
  const bot = await getBot(deps, { userId, botId });
  assert.ok(bot.ok && bot.value.isActivated);
});

test('a running bot keeps the source that it loaded', async () => {
  const { store, deps, command, caller } = await harness();
  const made = await createBot(deps, command);
  assert.ok(made.ok);
  const { botId, userId } = made.value;
  const { scriptId } = command;
  await startBot(deps, { caller, botId });
  await store.replaceSource(userId, scriptId, 'two', VALID, 9);
  await startBot(deps, { caller, botId });
  assert.equal(await loadedSource(store, botId), 'one');
  await stopBot(deps, { userId, botId });
  await startBot(deps, { caller, botId });
  assert.equal(await loadedSource(store, botId), 'two');
});

test('a bot that cannot run is refused with the reason', async () => {
  const { store, deps, command, caller, addScript } = await harness();
  const reasonOf = async (scriptId: string, who = caller) => {
    const made = await createBot(deps, { ...command, scriptId, derivationId: scriptId });
    assert.ok(made.ok);
    const { botId, userId } = made.value;
    const started = await startBot(deps, { caller: who, botId });
    await deleteBot(deps, { userId, botId });
    return started.ok ? null : started.rejection.detail;
  };
  const errors = [{ message: "unknown reference 'X'", line: 3, column: 1 }];
  const invalid = await addScript({ isValid: false, errors }, 'bad');
  assert.equal(
    await reasonOf(invalid),
    "Its script is not valid: unknown reference 'X' in line 3.",
  );
  assert.match((await reasonOf(await addScript({ commandName: 'Flip' }, 'lib'))) ?? '', /CC_Flip/);
  const lapsed = { ...caller, planUntilMs: 5 };
  assert.match((await reasonOf(await addScript({}, 'fine'), lapsed)) ?? '', /has ended/);
  const gone = await addScript({}, 'gone');
  const made = await createBot(deps, { ...command, scriptId: gone, derivationId: 'gone' });
  assert.ok(made.ok);
  await store.deleteScript(caller.userId, gone);
  const started = await startBot(deps, { caller, botId: made.value.botId });
  assert.ok(!started.ok && started.rejection.detail.includes('no longer exists'));
});

test("another user's bot is treated like an unknown one", async () => {
  const { deps, command, caller } = await harness();
  const made = await createBot(deps, command);
  assert.ok(made.ok);
  const { botId } = made.value;
  const foreign = { ...caller, userId: 'usr_other' };
  const details = [];
  for (const id of [botId, 'bot_none']) {
    const started = await startBot(deps, { caller: foreign, botId: id });
    assert.ok(!started.ok);
    details.push(started.rejection.detail.replace(id, 'ID'));
  }
  assert.equal(details[0], details[1]);
  const unknown = { ok: false, rejection: 'bot_not_found' };
  const request = { userId: foreign.userId, botId };
  assert.deepEqual(await stopBot(deps, request), unknown);
  assert.deepEqual(await deleteBot(deps, request), {
    ok: false,
    rejection: { code: 'bot_not_found' },
  });
  assert.deepEqual(await getBot(deps, request), unknown);
});
