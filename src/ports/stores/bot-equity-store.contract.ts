// Contract of every store of runs for their equity over time.

import assert from 'node:assert/strict';
import { DAY_MS, HOUR_MS } from '#lib/time.ts';
import type { BotEquityPoint } from '#ports/stores/bot-equity-store.ts';
import { BOT_EQUITY_RETAINED_MS } from '#ports/stores/bot-equity-store.ts';
import type { BotRunHarness } from '#ports/stores/bot-run.fixture.ts';
import { begun, commitStep, stepAfter } from '#ports/stores/bot-run.fixture.ts';

type Case = (harness: BotRunHarness) => Promise<void>;

/** The end of a UTC day. */
const DAY_END_MS = 20_000 * DAY_MS;

function pointAt(atMs: number, changes: Partial<BotEquityPoint> = {}): BotEquityPoint {
  return { atMs, value: 1_000.25, realized: -3.5, price: 62_000.5, isLasting: false, ...changes };
}

export const EQUITY: { readonly [statement: string]: Case } = {
  'what a run was worth is listed by its instants, page by page': async (harness) => {
    const { runs, bot, fence, record } = await begun(harness);
    const run = { botId: bot.botId, activation: 1 };
    assert.deepEqual(await runs.listBotEquity(run, null, 9), []);
    const [first, second, third] = [0, 1, 2].map((hour) => pointAt(DAY_END_MS + hour * HOUR_MS));
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    const unpriced = { ...third, price: null };
    const step = stepAfter(record, { equity: [unpriced, first] });
    await commitStep(runs, fence, step);
    await commitStep(runs, fence, stepAfter(step.record, { equity: [second] }));
    assert.deepEqual(await runs.listBotEquity(run, null, 9), [first, second, unpriced]);
    assert.deepEqual(await runs.listBotEquity(run, null, 2), [first, second]);
    assert.deepEqual(await runs.listBotEquity(run, second.atMs, 9), [unpriced]);
    assert.deepEqual(await runs.listBotEquity({ ...run, activation: 2 }, null, 9), []);
    assert.deepEqual(await runs.listBotEquity({ ...run, botId: 'bot_none' }, null, 9), []);
  },
  'of an instant the first point stays': async (harness) => {
    const { runs, bot, fence, record } = await begun(harness);
    const point = pointAt(DAY_END_MS);
    const step = stepAfter(record, { equity: [point] });
    await commitStep(runs, fence, step);
    const again = stepAfter(step.record, { equity: [{ ...point, value: 7 }] });
    assert.deepEqual(await commitStep(runs, fence, again), { kind: 'committed', refused: [] });
    const run = { botId: bot.botId, activation: 1 };
    assert.deepEqual(await runs.listBotEquity(run, null, 9), [point]);
  },
  'a day that ends takes what is not lasting and a month old': async (harness) => {
    const { runs, bot, fence, record } = await begun(harness);
    const oldMs = DAY_END_MS - BOT_EQUITY_RETAINED_MS;
    const old = [oldMs - HOUR_MS, oldMs - DAY_MS].map((atMs) => pointAt(atMs));
    const lasting = pointAt(oldMs - 2 * HOUR_MS, { isLasting: true });
    const young = pointAt(oldMs + HOUR_MS);
    const step = stepAfter(record, { equity: [...old, lasting, young] });
    await commitStep(runs, fence, step);
    const run = { botId: bot.botId, activation: 1 };
    assert.equal((await runs.listBotEquity(run, null, 9)).length, 4);
    const end = pointAt(DAY_END_MS, { isLasting: true });
    await commitStep(runs, fence, stepAfter(step.record, { equity: [end] }));
    assert.deepEqual(await runs.listBotEquity(run, null, 9), [lasting, young, end]);
  },
  'how the equity stands to its highest is as the newest step with it says': async (harness) => {
    const { runs, bot, fence, record } = await begun(harness);
    const { botId } = bot;
    assert.equal(await runs.findCurve(botId, 1), null);
    const step = stepAfter(record, { curve: '{"a":1}' });
    await commitStep(runs, fence, step);
    await commitStep(runs, fence, stepAfter(step.record));
    assert.equal(await runs.findCurve(botId, 1), '{"a":1}');
    assert.equal(await runs.findCurve(botId, 2), null);
  },
};
