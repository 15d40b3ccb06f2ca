// Visual scripts in labs and on bots: what they do there is what the same script written by hand
// does, to the last figure.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { systemDigest } from '#adapters/system/system-ports.ts';
import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { checkScript } from '#commands/check/check-script.ts';
import type { Script, ScriptStore } from '#ports/stores/script-store.ts';
import { sampleCaller } from '#ports/stores/store.fixture.ts';
import { UNCHOSEN_SETTINGS } from '#ports/stores/bot-store.ts';
import { createBot } from '#services/bots/create-bot.ts';
import { startBot } from '#services/bots/start-bot.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { labHarness } from '#services/labs/lab-harness.fixture.ts';
import { storedResultFromText } from '#services/labs/lab-results.ts';
import { makeBotOfResult } from '#services/labs/make-bot-of-result.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { backtestOf, liveRun, orderLines } from '#services/live/run/live-parity.fixture.ts';
import { createScript, createVisualScript } from '#services/scripts/create-script.ts';

const wire = (...wires: readonly string[]) => ({ wires });

/** Averages of two lengths that cross; both lengths are inputs. */
function averages(fast: number, slow: number): string {
  const lines = { value1: wire('fast'), value2: wire('slow') };
  const blocks = [
    { id: 'close', command: 'ClosePrices' },
    {
      id: 'fast',
      command: 'SMA',
      inputs: { prices: wire('close'), period: { value: fast, input: 'Fast' } },
    },
    {
      id: 'slow',
      command: 'SMA',
      inputs: { prices: wire('close'), period: { value: slow, input: 'Slow' } },
    },
    { id: 'over', command: 'CrossOver', inputs: lines },
    { id: 'under', command: 'CrossUnder', inputs: lines },
    { id: 'buy', command: 'DoLong', gate: ['over'] },
    { id: 'sell', command: 'DoExitPosition', gate: ['under'] },
  ];
  return JSON.stringify({ format: 'tidemill-visual', version: 1, blocks });
}

const written = (fast: number, slow: number): string => `
local fast = SMA(ClosePrices(), Input('Fast', ${fast}))
local slow = SMA(ClosePrices(), Input('Slow', ${slow}))
if CrossOver(fast, slow) then DoLong() elseif CrossUnder(fast, slow) then DoExitPosition() end`;

type Place = { readonly scripts: ScriptStore; readonly userId: string };

async function store({ scripts, userId }: Place, source: string): Promise<Script> {
  const deps = {
    scripts,
    checker: { check: async (text: string) => checkScript(text, []) },
    clock: { nowMs: () => 1 },
    digest: systemDigest,
  };
  const make = source.startsWith('{') ? createVisualScript : createScript;
  const wish = { userId, name: 'averages', description: null, source, derivationId: source };
  const made = await make(deps, wish);
  assert.ok(made.ok);
  assert.deepEqual(made.value.check.errors, []);
  return made.value;
}

type LabHarness = Awaited<ReturnType<typeof labHarness>>;

async function labOf(harness: LabHarness, of: string) {
  const { store: scripts, caller, deps } = harness;
  const script = await store({ scripts, userId: caller.userId }, of);
  const lab = await harness.carryOut(await harness.start({}, 5, script));
  assert.equal(lab.status, 'completed', lab.execution?.cancelReason ?? '');
  const results = await deps.labs.readResults(executionKeyOf(lab), 0, 100);
  return { script, lab, results };
}

suite('a visual script', () => {
  test('has the results of the same text in a lab, which searches its ticked numbers', async () => {
    const drawn = await labOf(await labHarness(), averages(10, 20));
    const typed = await labOf(await labHarness(), written(10, 20));
    assert.equal(drawn.script.type, 'visual');
    const figuresOf = ({ results }: typeof drawn) =>
      results.map(({ combination, sortValues, figures }) => {
        return { combination, sortValues, figures: storedResultFromText(figures).figures };
      });
    assert.equal(drawn.results.length, 3);
    assert.ok(drawn.results.every(({ positionsClosed }) => positionsClosed > 0));
    assert.deepEqual(figuresOf(drawn), figuresOf(typed));
  });

  test('goes from a result of a lab to a bot, which loads its Lua', async () => {
    const harness = await labHarness();
    const { lab, results, script } = await labOf(harness, averages(10, 20));
    const { deps, caller, store: bots } = harness;
    const { backtestId } = present(results[0], 'it has results');
    const named = { caller, labId: lab.labId, backtestId, name: 'b', accountId: null };
    const made = await makeBotOfResult(deps, { ...named, derivationId: 'idm_2' });
    assert.ok(made.ok);
    assert.deepEqual(Object.keys(made.value.settings.inputs).toSorted(), ['Fast', 'Slow']);
    const { botId } = made.value;
    const begun = await startBot({ ...deps, bots }, { caller, botId });
    assert.ok(begun.ok, begun.ok ? '' : begun.rejection.detail);
    const loaded = await bots.findLoadedBrain(botId);
    assert.equal(loaded?.kind === 'script' ? loaded.source : null, script.check.lua);
  });
});

const MINUTES = 60;

/** What it ordered in an hour. */
async function ordersOn(harness: BotHarness, source: string) {
  const { store: stored, spot, deps } = harness;
  const script = await store({ scripts: stored, userId: spot.userId }, source);
  const caller = sampleCaller(spot.userId, { plan: 'unlimited' });
  const botDeps = { ...deps, bots: stored, scripts: stored, accounts: stored };
  const place = { accountId: spot.accountId, marketTag: 'SIM_BTC_USDT' };
  const settings = { ...UNCHOSEN_SETTINGS, intervalMinutes: 1 };
  const wish = { caller, name: 'b', scriptId: script.scriptId, ...place, settings };
  const bot = await createBot(botDeps, { ...wish, derivationId: 'idm_1' });
  assert.ok(bot.ok, bot.ok ? '' : bot.rejection.code);
  const begun = await startBot(botDeps, { caller, botId: bot.value.botId });
  assert.ok(begun.ok, begun.ok ? '' : begun.rejection.detail);
  const runner = harness.runner();
  await harness.passMinutes(MINUTES, [runner]);
  const shown = await liveRun(harness, bot.value, MINUTES);
  return { bot: bot.value, shown, lines: orderLines(shown) };
}

test('a bot of a visual script orders as one of the same text, and as its backtest', async () => {
  const harness = await botHarness();
  const drawn = await ordersOn(harness, averages(2, 5));
  const typed = await ordersOn(await botHarness(), written(2, 5));
  assert.ok(drawn.lines.length > 3);
  assert.deepEqual(drawn.lines, typed.lines);
  const { orders } = await backtestOf(harness, drawn.bot, MINUTES);
  const placed = ({ orders: all }: Pick<typeof drawn.shown, 'orders'>) =>
    all.map(({ side, amount, openedAtMs }) => `${side} ${formatDecimal(amount)} ${openedAtMs}`);
  assert.deepEqual(placed({ orders }), placed(drawn.shown));
});
