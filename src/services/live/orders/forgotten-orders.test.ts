// Orders that a run has released: what an exchange still tells of them reaches the bot's books.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { netLots } from '#engine/run/positions/position-book.ts';
import { tradeMarket } from '#engine/run/run.ts';
import type { VenueFill } from '#venue-port/exchange/exchange.ts';
import type { Bot } from '#ports/stores/bot-store.ts';
import { applyVenueSnapshot } from '#services/live/run/apply-venue-snapshot.ts';
import type { BotHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { botHarness } from '#services/live/runner/bot-harness.fixture.ts';
import { forgetOldOrders } from '#services/live/orders/order-form.ts';
import type { HostedRun } from '#services/live/state/hosted-run.ts';
import { applyEvent } from '#services/live/run/apply-event.ts';
import { findSentOrders } from '#services/live/orders/send-bot-orders.ts';
import { fetchVenueSnapshot, venueRound } from '#services/live/venue/fetch-venue-snapshot.ts';
import type { OpenedRun } from '#services/live/run/loaded-run.fixture.ts';
import { openRun } from '#services/live/run/loaded-run.fixture.ts';
import { viewRun } from '#services/live/run/run-host.ts';

/** Cancels what it requested a minute before: nothing ever fills. */
const MANY_CANCELLED = `
  CancelAllOrders()
  for step = 1, 40 do
    PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})
  end`;

async function opened(harness: BotHarness, bot: Bot): Promise<OpenedRun> {
  const found = await openRun(harness.deps, await harness.find(bot));
  assert.ok(found.ok);
  return found.value;
}

/** A bot of some hundreds of orders, of which it has released those that ended. */
async function forgetful() {
  const harness = await botHarness();
  const bot = await harness.start(MANY_CANCELLED);
  await harness.passMinutes(9, [harness.runner()]);
  const { live: taken, run: live } = await opened(harness, bot);
  Object.assign(live.engine.run.orders, { seenMax: 0 });
  forgetOldOrders(live);
  assert.ok(live.engine.run.orders.all.length < 100);
  assert.ok(live.orders.orderIds.size < 100);
  taken.run.view = viewRun(harness.deps.digest, live);
  for (const storedId of live.orders.namesRemoved) taken.orders.names.delete(storedId);
  const [first] = await harness.ordersOf(bot);
  const fill: VenueFill = {
    fillId: 'late',
    venueOrderId: 'v1',
    clientOrderId: present(first, 'the bot has ordered').clientOrderId,
    marketTag: tradeMarket(live.engine.run).market.marketTag,
    side: 'buy',
    price: decimal('20000'),
    amount: decimal('0.001'),
    fee: decimal('0'),
    feeCurrency: 'USDT',
    isMaker: true,
    filledAtMs: live.progress.decidedAtMs,
  };
  return { harness, bot, taken, live, fill };
}

/** Shows the bot these fills; returns those that it booked. */
async function show(
  { harness: { deps }, taken, live }: Awaited<ReturnType<typeof forgetful>>,
  fills: readonly VenueFill[],
) {
  const round = {
    ...venueRound(deps),
    fills: async () => ({ fills, unreadable: [], cursor: null, completeUntilMs: Infinity }),
  };
  const orders = await findSentOrders(deps, taken);
  const snapshot = await fetchVenueSnapshot(deps, taken, round, orders);
  const events = applyVenueSnapshot(deps.digest, live, { ...snapshot, wallet: null });
  return events.filter(({ event }) => event.kind === 'filled');
}

const heldBy = ({ engine: { run } }: HostedRun): bigint => netLots(run.positions, tradeMarket(run));

suite('a fill of an order that the run has released', () => {
  test('is booked, once, and said in the log', async () => {
    const given = await forgetful();
    const { live, fill } = given;
    const before = heldBy(live);
    const [event] = await show(given, [fill]);
    assert.ok(event?.event.kind === 'filled');
    assert.equal(event.event.fill.orderId, 'o1');
    assert.equal(heldBy(live) - before, event.event.fill.lots);
    assert.match(
      live.engine.run.log.lines.at(-1)?.message ?? '',
      /o1, which ended long ago, bought/,
    );
    assert.deepEqual(await show(given, [fill]), []);
  });

  test('is no more than the order was for', async () => {
    const given = await forgetful();
    const { fill } = given;
    const fills = [fill, { ...fill, fillId: 'more' }];
    assert.equal((await show(given, fills)).length, 1);
  });

  test('comes to the same in a run that is made again', async () => {
    const given = await forgetful();
    const { harness, bot, live, fill } = given;
    const { run: again } = await opened(harness, bot);
    for (const event of await show(given, [fill])) applyEvent(again, harness.deps.digest, event);
    assert.equal(heldBy(again), heldBy(live));
    assert.equal(again.engine.run.positions.version, live.engine.run.positions.version);
  });

  test('of another bot is none of it', async () => {
    const given = await forgetful();
    const { fill } = given;
    const other = present(fill.clientOrderId, 'it has one').replace(/.$/, (last) =>
      last === '0' ? '1' : '0',
    );
    assert.deepEqual(await show(given, [{ ...fill, clientOrderId: other }]), []);
  });
});
