// Traced scripts: random documents do the same with and without their values being recorded, and
// what is recorded is what a second, slow evaluation of the document finds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BacktestReport } from '#backtesting/backtest.ts';
import { START_MS } from '#backtesting/feed.fixture.ts';
import type { PortValues } from '#backtesting/port-values/port-values.ts';
import { prepareScript } from '#backtesting/prepare-script.ts';
import { runBacktest, runBrain } from '#backtesting/run-backtest.ts';
import { NO_CUSTOM_COMMANDS } from '#commands/binding/custom-command.ts';
import { makeHostOnStage } from '#commands/binding/make-host.ts';
import { isTraceable, scriptBrain } from '#commands/binding/script-brain.ts';
import { VISUAL_PALETTE } from '#commands/visual/visual-palette.ts';
import { compileVisual, traceVisual } from '#domain/visual/compile-visual.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';
import type { VisualModel } from '#domain/visual/visual-model.ts';
import { toStoredForm } from '#lib/stored-form.ts';
import type { TracedVisual } from '#domain/visual/traced-visual.ts';
import { updateValues } from '#backtesting/port-values/update-values.ts';
import type { MakeBrain, MakeContext } from '#engine/run/run-brain.ts';
import type { LoadedScript } from '#lua/load-script.ts';
import { DEFAULT_LIMITS } from '#lua/run-script.ts';
import { MINUTE_MS } from '#lib/time.ts';
import { someOf } from '../support/share-of-cases.ts';
import {
  BARS,
  barOf,
  drawn,
  drawnInput,
  EARLIER,
  EARLIER_CLOSES,
  makeDocument,
} from './drawn-document.ts';
import type { ForeignSpec } from './foreign-document.ts';
import { foreignDocument } from './foreign-document.ts';
import { SlowDocument } from './slow-evaluator.ts';
import type { SlowValue } from './slow-lists.ts';
import { isSlowList, newestOf } from './slow-lists.ts';

type Both = { readonly plain: string; readonly seen: BacktestReport };

function modelOf(specs: readonly ForeignSpec[], name: string): VisualModel {
  const { model } = readVisualText(foreignDocument(specs), VISUAL_PALETTE);
  assert.ok(model !== null, name);
  return model;
}

/** Null: it does not compile, or fails, and fails alike. */
function runBoth(specs: readonly ForeignSpec[], name: string): Both | null {
  const model = modelOf(specs, name);
  const { lua } = compileVisual(model, VISUAL_PALETTE);
  const traced = traceVisual(model, VISUAL_PALETTE);
  assert.equal(traced === null, lua === null, name);
  if (lua === null || traced === null) return null;
  const input = { ...drawnInput(), script: { name: 'drawn', source: lua } };
  const ran = runBacktest(input, () => true);
  const seen = runBacktest({ ...input, traced }, () => true);
  if (!ran.ok || !seen.ok) {
    assert.deepEqual(seen, ran, name);
    return null;
  }
  return { plain: toStoredForm(ran.value), seen: seen.value };
}

/** What was there before values were recorded. */
function withoutValues(seen: BacktestReport): string {
  const { values: _, ...report } = seen;
  const orders = report.orders.map(({ blocks: __, ...order }) => order);
  return toStoredForm({ ...report, orders });
}

test('what is recorded of random documents changes nothing of what they do', () => {
  let orders = 0;
  for (let seed = 1; seed <= someOf(2_000); seed += 1) {
    const both = runBoth(makeDocument(drawn(seed), true), `seed ${seed}`);
    if (both === null) continue;
    orders += both.seen.orders.length;
    assert.equal(withoutValues(both.seen), both.plain, `seed ${seed}`);
  }
  assert.ok(orders > someOf(2_000), `${orders} orders`);
});

/** Made by the script and by its traced form, as drawn for each update. */
function switching(script: LoadedScript, traced: TracedVisual, draw: () => boolean, name: string) {
  const form = prepareScript({ name: 'drawn', source: traced.lua }, [], true);
  assert.ok(form.ok && isTraceable(script, form.value), name);
  const makeBrain = scriptBrain(script, (make: MakeContext) => makeHostOnStage(make));
  let switchesCount = 0;
  const values = updateValues(traced);
  const wrapped: MakeBrain = (makeContext, seed) => {
    const brain = makeBrain(makeContext, seed);
    assert.ok(brain.trace !== undefined);
    const { trace } = brain;
    return {
      ...brain,
      runRows(fromRow) {
        switchesCount += 1;
        trace(draw() ? { script: form.value, begin: values.begin, record: values.record } : null);
        return brain.runRows(fromRow, fromRow + 1);
      },
    };
  };
  return { wrapped, count: () => switchesCount };
}

test('updates are the same when some are made by the traced form', () => {
  let compared = 0;
  for (let seed = 1; seed <= someOf(2_000); seed += 1) {
    const name = `seed ${seed}`;
    const model = modelOf(makeDocument(drawn(seed), true), name);
    const { lua } = compileVisual(model, VISUAL_PALETTE);
    const traced = traceVisual(model, VISUAL_PALETTE);
    if (lua === null || traced === null) continue;
    const plain = prepareScript({ name: 'drawn', source: lua }, []);
    if (!plain.ok) continue;
    const next = drawn(seed + 1);
    const { wrapped, count } = switching(plain.value, traced, () => next() < 0.5, name);
    const alone = scriptBrain(plain.value, (make: MakeContext) => makeHostOnStage(make));
    const [one, other] = [alone, wrapped].map((brain) =>
      runBrain(
        drawnInput(),
        brain,
        () => true,
        ({ run }) => toStoredForm({ orders: run.orders.all, lines: run.log.lines }),
      ),
    );
    assert.deepEqual(other, one, name);
    if (count() > 3) compared += 1;
  }
  assert.ok(compared > someOf(2_000) / 2, `${compared} documents`);
});

const SIGNALS = ['SignalNone', 'SignalLong', 'SignalShort', 'SignalExitPosition'];

/** A number may be written in two ways, a signal by its name. */
function isSame(found: string | null, given: SlowValue | undefined): boolean {
  const newest = given !== undefined && isSlowList(given) ? newestOf(given) : given;
  const expected = Number.isNaN(newest) ? null : newest;
  if (found === null || expected === null || expected === undefined) {
    return found === null && (expected ?? null) === null;
  }
  if (typeof expected !== 'number') return found === String(expected);
  if (SIGNALS.includes(found)) return found === SIGNALS[expected];
  return Math.abs(Number(found) - expected) <= 1e-9 * Math.max(1, Math.abs(expected));
}

function textsOf({ runs }: PortValues): readonly (string | null)[] {
  return runs.flatMap(([text, bars]) => Array.from({ length: bars }, () => text));
}

/** Figures of a condition, from what it was in each update. */
function judgeCounts({ activeBars, lastActiveAtMs, bars }: PortValues, isTrue: boolean[]): void {
  assert.equal(bars, isTrue.length);
  assert.equal(activeBars, isTrue.filter(Boolean).length);
  const last = isTrue.lastIndexOf(true);
  assert.equal(
    lastActiveAtMs,
    last < 0 ? null : START_MS + (EARLIER.length + last + 1) * MINUTE_MS,
  );
}

/** What the second evaluation does not know of the minute. */
function isBeyond({ block, port }: PortValues): boolean {
  return block === 'p' && !['open', 'high', 'low', 'close'].includes(port);
}

test('what is recorded is what a second evaluation finds in each update', () => {
  let compared = 0;
  for (let seed = 1; seed <= someOf(2_000); seed += 1) {
    const specs = makeDocument(drawn(seed));
    const seen = runBoth(specs, `seed ${seed}`)?.seen;
    if (seen === undefined) continue;
    const slow = new SlowDocument(specs, EARLIER_CLOSES);
    for (const bar of BARS) slow.update(barOf(bar?.[3] ?? 0));
    for (const port of seen.values ?? []) {
      if (port.kind === 'action' || isBeyond(port)) continue;
      const texts = textsOf(port);
      const name = `seed ${seed}, ${port.block} ${port.port}`;
      assert.equal(texts.length, BARS.length, name);
      for (const [at, text] of texts.entries()) {
        const expected = slow.given[at]?.get(port.block)?.get(port.port);
        assert.ok(
          isSame(text, expected),
          `${name}, update ${at}: ${text}, not ${String(expected)}`,
        );
        compared += 1;
      }
      const isTrue = texts.map((text) => text === 'true');
      if (port.kind === 'condition') judgeCounts(port, isTrue);
    }
  }
  assert.ok(compared > 20 * someOf(2_000), `${compared} values`);
});

/** The fewest steps an update with which the script runs to its end. */
function leastSteps(source: string, isTraced: boolean): number {
  const script = prepareScript({ name: 'drawn', source }, [], isTraced);
  assert.ok(script.ok);
  const makeHost = (makeContext: MakeContext) =>
    makeHostOnStage(makeContext, NO_CUSTOM_COMMANDS, isTraced ? () => undefined : null);
  const suffices = (steps: number): boolean => {
    const brain = scriptBrain(script.value, makeHost, { ...DEFAULT_LIMITS, steps });
    return runBrain(
      drawnInput(),
      brain,
      () => true,
      () => true,
    ).ok;
  };
  let [low, high] = [0, 65_536];
  assert.ok(suffices(high));
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (suffices(middle)) high = middle;
    else low = middle;
  }
  return high;
}

test('recording takes nothing of what an update may use', () => {
  let compared = 0;
  for (let seed = 1; seed <= someOf(200); seed += 1) {
    const model = modelOf(makeDocument(drawn(seed), true), `seed ${seed}`);
    const { lua } = compileVisual(model, VISUAL_PALETTE);
    const traced = traceVisual(model, VISUAL_PALETTE);
    if (lua === null || traced === null) continue;
    if (!runBacktest({ ...drawnInput(), script: { name: 'drawn', source: lua } }, () => true).ok)
      continue;
    const plain = leastSteps(lua, false);
    assert.equal(leastSteps(traced.lua, true), plain, `seed ${seed}`);
    compared += 1;
  }
  assert.ok(compared > someOf(200) / 4, `${compared} documents`);
});
