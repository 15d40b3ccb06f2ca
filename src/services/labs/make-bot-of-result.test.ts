// A bot of a lab's result trades as the result did, or is refused when it no longer would.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal, formatDecimal } from '#lib/decimal.ts';
import { openSweep, runSweep } from '#backtesting/sweep/run-sweep.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import type { Lab } from '#ports/stores/lab-store.ts';
import { choicesToText, NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { gatherInput } from '#services/backtests/gather-input.ts';
import { planFromText } from '#services/labs/lab-plan.ts';
import { executionKeyOf } from '#services/labs/lab-execution.ts';
import { storedResultFromText } from '#services/labs/lab-results.ts';
import { LAB_WINDOW, labHarness } from '#services/labs/lab-harness.fixture.ts';
import { makeBotOfResult } from '#services/labs/make-bot-of-result.ts';

type Harness = Awaited<ReturnType<typeof labHarness>>;

const CHOICES = {
  ...NO_CHOICES,
  leverage: decimal('3'),
  marginMode: 'isolated',
  tradeAmountQuote: decimal('2500'),
  pyramiding: 2,
} as const;

function make({ deps, caller }: Harness, { labId }: Lab, backtestId: string, changes: object = {}) {
  const named = { name: 'a bot', accountId: null, derivationId: 'idm_2' };
  return makeBotOfResult(deps, { caller, labId, backtestId, ...named, ...changes });
}

async function resultsOf({ deps }: Harness, lab: Lab) {
  return deps.labs.readResults(executionKeyOf(lab), 0, 100);
}

function scriptOf({ brain }: Bot): string {
  return brain.kind === 'script' ? brain.scriptId : '';
}

/** A backtest over the lab's window with what the bot trades by. */
async function backtestOf(harness: Harness, lab: Lab, bot: Bot) {
  const { accountId, marketTag, settings, userId } = bot;
  const scriptId = scriptOf(bot);
  const plan = present(await harness.deps.labs.findPlan(executionKeyOf(lab)), 'it was started');
  const { seed } = planFromText(plan);
  const { inputs, intervalMinutes, ...chosen } = settings;
  const choices = { ...NO_CHOICES, ...chosen, inputs: Object.entries(inputs), seed };
  const requested = { backtestId: 'bt_1', userId, scriptId, accountId, queuedAtMs: 0 };
  const place = { marketTag: marketTag ?? '', intervalMinutes, ...LAB_WINDOW };
  const backtest = { ...requested, ...place, choices: choicesToText(choices) };
  const gathered = await gatherInput(harness.deps, backtest);
  assert.ok(gathered.ok);
  const sweep = openSweep(gathered.value.input, LAB_WINDOW.endMs);
  const [run] = runSweep(sweep, [{}], () => true) ?? [];
  return present(run?.figures, 'it ran');
}

test("a backtest of the bot's settings has the figures of the result", async () => {
  const harness = await labHarness();
  const lab = await harness.carryOut(await harness.start({ choices: CHOICES }));
  assert.equal(lab.status, 'completed', lab.execution?.cancelReason ?? '');
  const seen = new Set<string>();
  for (const { backtestId, figures } of await resultsOf(harness, lab)) {
    const made = await make(harness, lab, backtestId, { derivationId: backtestId });
    assert.ok(made.ok);
    const stored = present(storedResultFromText(figures).figures, 'no run failed');
    const again = await backtestOf(harness, lab, made.value);
    assert.ok(again.positionsClosed > 0);
    for (const key of ['realizedProfit', 'fees', 'roiPercent', 'maxDrawdownPercent'] as const)
      assert.equal(formatDecimal(again[key]), formatDecimal(stored[key]), key);
    assert.equal(again.ordersFilled, stored.ordersFilled);
    assert.deepEqual(again.moments, stored.moments);
    seen.add(formatDecimal(stored.realizedProfit));
  }
  assert.equal(seen.size, 3, 'each combination trades in its own way');
});

test('it has the inputs, interval and settings that the lab had when it ran', async () => {
  const harness = await labHarness();
  const lab = await harness.carryOut(await harness.start({ choices: CHOICES }));
  const other = { ...lab.design, intervalMinutes: 60, marketTag: 'SIM_ETH_USDT' };
  await harness.deps.labs.configureLab(lab.userId, lab.labId, other, 1, null);
  const result = present((await resultsOf(harness, lab))[1], 'three combinations ran');
  const made = await make(harness, lab, result.backtestId);
  assert.ok(made.ok);
  const { accountId, isActivated, marketTag, settings } = made.value;
  const scriptId = scriptOf(made.value);
  assert.deepEqual(
    { accountId, isActivated, marketTag, scriptId },
    {
      accountId: harness.account.accountId,
      isActivated: false,
      marketTag: 'SIM_BTC_USDT_PERP',
      scriptId: harness.script.scriptId,
    },
  );
  const { leverage, marginMode, tradeAmountQuote, pyramiding } = CHOICES;
  const traded = { intervalMinutes: 5, leverage, marginMode, tradeAmountQuote, pyramiding };
  assert.deepEqual(settings, { ...traded, inputs: { Fast: 3, Slow: 9 } });
});

test('one request makes one bot, however often it is repeated', async () => {
  const harness = await labHarness();
  const lab = await harness.carryOut(await harness.start());
  const { backtestId } = present((await resultsOf(harness, lab))[0], 'it has results');
  const first = await make(harness, lab, backtestId);
  assert.deepEqual(await make(harness, lab, backtestId), first);
  assert.equal((await harness.store.listBots(lab.userId, null, 10)).length, 1);
});

test('a script that was changed since is refused, until the lab ran again', async () => {
  const harness = await labHarness();
  const lab = await harness.carryOut(await harness.start());
  const { backtestId } = present((await resultsOf(harness, lab))[0], 'it has results');
  const { check, scriptId, source, userId } = harness.script;
  await harness.store.replaceSource(userId, scriptId, `${source} -- new`, check, 1);
  const made = await make(harness, lab, backtestId);
  assert.ok(!made.ok && made.rejection.code === 'invalid_request');
  assert.match(made.rejection.detail, /script "a script" was changed since.*start the lab again/);
});

test('a command that the script calls counts as changed, another does not', async () => {
  const harness = await labHarness("local used = 'CC_Used'");
  const { store, script } = harness;
  const library = async (name: string, result: number) => {
    const source = `DefineCommand('${name}', 'x')\nDefineOutput('number', ${result}, 'y')`;
    const check = { ...script.check, commandName: name };
    const scriptId = `scr_${name}_${result}`;
    await store.insertScript({ ...script, scriptId, source, check });
    return scriptId;
  };
  const used = await library('Used', 1);
  const lab = await harness.carryOut(await harness.start());
  const { backtestId } = present((await resultsOf(harness, lab))[0], 'it has results');
  await library('Other', 1);
  assert.ok((await make(harness, lab, backtestId)).ok);
  await store.deleteScript(lab.userId, used);
  await library('Used', 2);
  const made = await make(harness, lab, backtestId);
  assert.ok(!made.ok);
  assert.match(made.rejection.detail, /command "CC_Used".*was changed/);
});

test('a run that failed makes no bot', async () => {
  const harness = await labHarness("if Input('Fast', 1) > 4 then error('too fast') end");
  const lab = await harness.carryOut(await harness.start());
  const [slow, , fast] = await resultsOf(harness, lab);
  assert.ok((await make(harness, lab, present(slow, 'it ran').backtestId)).ok);
  const made = await make(harness, lab, present(fast, 'it failed').backtestId);
  assert.ok(!made.ok && made.rejection.code === 'invalid_request');
  assert.match(made.rejection.detail, /run of this result failed: .*too fast/);
});
