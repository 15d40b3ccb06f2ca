// Contract of every store of runs for steps whose orders are judged by limits of their account.

import assert from 'node:assert/strict';
import { decimal, ZERO } from '#lib/decimal.ts';
import type { AccountLimits } from '#domain/risk/account-limits.ts';
import type { OrderRisk } from '#domain/risk/judge-orders.ts';
import type { BotRunHarness } from '#ports/stores/bot-run.fixture.ts';
import {
  begun,
  commitStep,
  fenceFor,
  orderOf,
  recordOf,
  start,
  stepAfter,
} from '#ports/stores/bot-run.fixture.ts';
import { sampleBot } from '#ports/stores/store.fixture.ts';

const STANDING = { afterSequence: 0, markets: [], dailyLoss: ZERO };
const NONE = { maxOrderValue: null, maxExposure: null, maxDailyLoss: null };
const EXPOSURE: AccountLimits = {
  maxOrdersPerMinute: null,
  currencies: [{ currency: 'USDT', ...NONE, maxExposure: decimal('100') }],
};

function risksOf(...values: readonly string[]): readonly OrderRisk[] {
  const order = { marketTag: 'SIM_BTC_USDT', currency: 'USDT', side: 'buy' } as const;
  return values.map((value) => ({ ...order, value: decimal(value), standing: STANDING }));
}

async function limited(harness: BotRunHarness, limits: AccountLimits) {
  const started = await begun(harness);
  await harness.store.setLimits(started.bot.accountId, limits);
  return started;
}

export const LIMITED_STEPS: {
  readonly [statement: string]: (harness: BotRunHarness) => Promise<void>;
} = {
  'orders within the limits are written, and count from then on': async (harness) => {
    const { runs, store, bot, fence, record } = await limited(harness, EXPOSURE);
    const step = stepAfter(record, { orders: [orderOf(bot), orderOf(bot)] });
    const [outcome] = await runs.commitSteps([{ fence, step, risks: risksOf('40', '40') }]);
    assert.deepEqual(outcome, { kind: 'committed', refused: [] });
    const [risk] = risksOf('30');
    const byHand = await store.insertIntent(orderOf(bot, { botId: null }), { risk });
    assert.equal(byHand.kind, 'limited');
  },
  'an order beyond a limit ends the bot: none of its step is placed': async (harness) => {
    const { runs, store, bot, fence, record } = await limited(harness, EXPOSURE);
    const orders = [orderOf(bot), orderOf(bot)];
    const lines = [{ atMs: 1, severity: 'info', message: 'one' }];
    const step = stepAfter(record, { orders, lines, events: ['{}'] });
    const [outcome] = await runs.commitSteps([{ fence, step, risks: risksOf('60', '60') }]);
    assert(outcome?.kind === 'limited', 'it is said');
    assert.match(outcome.reason, /^An order was not placed: .* exposure is 120 USDT/);
    assert.deepEqual(await runs.listWorkingBotOrders(bot.botId), []);
    const found = await store.findBot(bot.userId, bot.botId);
    assert.deepEqual([found?.isActivated, found?.stopReason], [false, outcome.reason]);
    const messages = (await runs.listLines(bot.botId, null, 9)).map(({ message }) => message);
    assert.deepEqual(messages, [`The bot was stopped: ${outcome.reason}`, 'one']);
    assert.deepEqual(await runs.listEvents(bot.botId, 1), ['{}']);
  },
  'an order that only reduces is placed beside one beyond a limit': async (harness) => {
    const { runs, store, bot, fence, record } = await limited(harness, EXPOSURE);
    const [entry, exit] = [orderOf(bot), orderOf(bot, { side: 'sell' })];
    const [entryRisk, exitRisk] = risksOf('120', '500');
    assert(entryRisk !== undefined && exitRisk !== undefined, 'there are two');
    const leaving = { ...exitRisk, side: 'sell', onlyReduces: true } as const;
    const step = stepAfter(record, { orders: [entry, exit] });
    const [outcome] = await runs.commitSteps([{ fence, step, risks: [entryRisk, leaving] }]);
    assert(outcome?.kind === 'limited', 'it is said');
    assert.match(outcome.reason, /exposure is 120 USDT/);
    assert.deepEqual(outcome.placed, [exit.orderId]);
    const working = await runs.listWorkingBotOrders(bot.botId);
    assert.deepEqual(
      working.map(({ orderId }) => orderId),
      [exit.orderId],
    );
    const found = await store.findBot(bot.userId, bot.botId);
    assert.deepEqual([found?.isActivated, found?.stoppedBy], [false, 'risk']);
  },
  'without what the limits ask for nothing is written': async (harness) => {
    const { runs, bot, fence, record } = await limited(harness, EXPOSURE);
    const step = stepAfter(record, { orders: [orderOf(bot)], events: ['{}'] });
    assert.deepEqual(await commitStep(runs, fence, step), { kind: 'limits_unknown' });
    assert.deepEqual(await runs.listEvents(bot.botId, 1), []);
    const [outcome] = await runs.commitSteps([{ fence, step, risks: risksOf('1') }]);
    assert.deepEqual(outcome, { kind: 'committed', refused: [] });
  },
  'a step without orders is not judged': async (harness) => {
    const { runs, fence, record } = await limited(harness, EXPOSURE);
    const outcome = await commitStep(runs, fence, stepAfter(record, { events: ['{}'] }));
    assert.deepEqual(outcome, { kind: 'committed', refused: [] });
  },
  'bots of one account share its limits, in one transaction too': async (harness) => {
    const { runs, store, bot, fence, owner, record } = await limited(harness, EXPOSURE);
    const other = sampleBot(bot);
    await store.insertBot(other, null);
    const second = await start(store, other);
    const secondFence = await fenceFor(harness, second, owner);
    assert.equal(await runs.insertRun(secondFence, recordOf(second)), true);
    const outcomes = await runs.commitSteps([
      { fence, step: stepAfter(record, { orders: [orderOf(bot)] }), risks: risksOf('60') },
      {
        fence: secondFence,
        step: stepAfter(recordOf(second), { orders: [orderOf(second)] }),
        risks: risksOf('60'),
      },
    ]);
    assert.deepEqual(
      outcomes.map(({ kind }) => kind),
      ['committed', 'limited'],
    );
  },
  'orders a minute are counted over bots and people': async (harness) => {
    const limits = { maxOrdersPerMinute: 3, currencies: [] };
    const { runs, store, bot, fence, record } = await limited(harness, limits);
    const step = stepAfter(record, { orders: [orderOf(bot), orderOf(bot)] });
    await runs.commitSteps([{ fence, step, risks: risksOf('1', '1') }]);
    const [risk] = risksOf('1');
    const byHand = () => orderOf(bot, { botId: null });
    assert.equal((await store.insertIntent(byHand(), { risk })).kind, 'inserted');
    assert.equal((await store.insertIntent(byHand(), { risk })).kind, 'limited');
  },
};
