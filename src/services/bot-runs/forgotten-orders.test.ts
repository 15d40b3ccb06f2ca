// Orders that a run has let go of: what an exchange still tells of them reaches the bot's books.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { present } from '#lib/assert.ts';
import { decimal } from '#lib/decimal.ts';
import { netLots } from '#engine/run/position-book.ts';
import { tradeMarket } from '#engine/run/run.ts';
import type { VenueFill } from '#ports/exchange.ts';
import type { Bot } from '#ports/bot-store.ts';
import { absorbVenue, findSentOrders, lookAtVenue } from '#services/bot-runs/absorb-venue.ts';
import type { BotWorld } from '#services/bot-runs/bot-world.sample.ts';
import { botWorld } from '#services/bot-runs/bot-world.sample.ts';
import { forgetOldOrders } from '#services/bot-runs/forgotten-orders.ts';
import type { LiveBot } from '#services/bot-runs/live-bot.ts';
import { applyEvent } from '#services/bot-runs/live-bot.ts';
import { openBot } from '#services/bot-runs/open-bot.ts';
import { venueRound } from '#services/bot-runs/venue-round.ts';

/** Cancels what it asked for a minute before: nothing ever fills. */
const MANY_CANCELLED = `
  CancelAllOrders()
  for step = 1, 40 do
    PlaceBuyOrder(CurrentPrice().close * 0.5, 0.001, {type = NoTimeOutOrderType})
  end`;

async function opened(world: BotWorld, bot: Bot): Promise<LiveBot> {
  const runnable = {
    bot: await world.find(bot),
    shard: 0,
    plan: 'unlimited',
    planUntilMs: null,
  } as const;
  const fence = { owner: 'nobody', shard: 0, token: 0 };
  const live = await openBot(world.deps, new Map(), runnable, fence);
  assert.ok(live.ok);
  return live.value;
}

/** A bot of some hundreds of orders, of which it has let go of those that ended. */
async function forgetful() {
  const world = await botWorld();
  const bot = await world.start(MANY_CANCELLED);
  await world.passMinutes(9, [world.runner()]);
  const live = await opened(world, bot);
  Object.assign(live.run.orders, { seenMax: 0 });
  forgetOldOrders(live);
  assert.ok(live.run.orders.all.length < 100);
  assert.ok(live.orderIds.size < 100);
  const [first] = await world.ordersOf(bot);
  const fill: VenueFill = {
    fillId: 'late',
    venueOrderId: 'v1',
    clientOrderId: present(first, 'the bot has ordered').clientOrderId,
    marketTag: tradeMarket(live.run).market.marketTag,
    side: 'buy',
    price: decimal('20000'),
    amount: decimal('0.001'),
    fee: decimal('0'),
    feeCurrency: 'USDT',
    isMaker: true,
    filledAtMs: live.decidedAtMs,
  };
  return { world, bot, live, fill };
}

/** Shows the bot these fills; answers those that it booked. */
async function show({ deps }: BotWorld, live: LiveBot, fills: readonly VenueFill[]) {
  const round = { ...venueRound(deps), fills: async () => ({ fills, cursor: null }) };
  const orders = await findSentOrders(deps, live);
  const events = absorbVenue(deps, live, await lookAtVenue(deps, live, round, orders));
  return events.filter(({ event }) => event.kind === 'filled');
}

const heldBy = ({ run }: LiveBot): bigint => netLots(run.positions, tradeMarket(run));

suite('a fill of an order that the run has let go of', () => {
  test('is booked, once, and said in the log', async () => {
    const { world, live, fill } = await forgetful();
    const before = heldBy(live);
    const [event] = await show(world, live, [fill]);
    assert.ok(event?.event.kind === 'filled');
    assert.equal(event.event.fill.orderId, 'o1');
    assert.equal(heldBy(live) - before, event.event.fill.lots);
    assert.match(live.run.log.lines.at(-1)?.message ?? '', /o1, which ended long ago, bought/);
    assert.deepEqual(await show(world, live, [fill]), []);
  });

  test('is no more than the order was for', async () => {
    const { world, live, fill } = await forgetful();
    const fills = [fill, { ...fill, fillId: 'more' }];
    assert.equal((await show(world, live, fills)).length, 1);
  });

  test('comes to the same in a run that is made again', async () => {
    const { world, bot, live, fill } = await forgetful();
    const again = await opened(world, bot);
    for (const event of await show(world, live, [fill]))
      applyEvent(again, world.deps.digest, event);
    assert.equal(heldBy(again), heldBy(live));
    assert.equal(again.run.positions.version, live.run.positions.version);
  });

  test('of another bot is none of it', async () => {
    const { world, live, fill } = await forgetful();
    const other = present(fill.clientOrderId, 'it has one').replace(/.$/, (last) =>
      last === '0' ? '1' : '0',
    );
    assert.deepEqual(await show(world, live, [{ ...fill, clientOrderId: other }]), []);
  });
});
