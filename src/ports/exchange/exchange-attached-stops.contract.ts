// The part of the exchange contract about stops that come with their entry, by one request. Where
// an exchange places none so, such an entry is refused.

import { test } from 'node:test';
import assert from 'node:assert/strict';
import { MINUTE_MS } from '#lib/time.ts';
import { attachedName } from '#venue-port/order/attached-name.ts';
import type { MarketType } from '#venue-port/market/market.ts';
import { MARKET_TYPES } from '#venue-port/market/market.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder, OrderName, OrderSupport } from '#venue-port/exchange/exchange.ts';
import type {
  ContractAccount,
  ContractHarness,
  MakeContractHarness,
} from '#ports/exchange/exchange-harness.contract.ts';
import {
  allFills,
  lookUp,
  marketOf,
  newOrder,
  placed,
  refusalOf,
  shareOfPrice,
  shown,
} from '#ports/exchange/exchange-harness.contract.ts';
import { OutcomeUnknown } from '#venue-port/world/failure.ts';

export function exchangeAttachedStopContract(makeHarness: MakeContractHarness): void {
  for (const marketType of MARKET_TYPES) attachedTests(makeHarness, marketType);
}

type Attaching = ContractHarness & { readonly holder: ContractAccount };

/** With the account that stands for a type of markets; null: there is none of its own. */
async function attachingHarness(
  makeHarness: MakeContractHarness,
  marketType: MarketType,
): Promise<Attaching | null> {
  const harness = await makeHarness();
  const holder = marketType === 'spot' ? harness.spot : harness.futures;
  if (holder?.account.marketType !== marketType) return null;
  return { ...harness, holder };
}

/** Whether the tests of such an entry run for it, and not those of its refusal. */
export function exercisesAttachedStop(
  { attachedStops }: OrderSupport,
  marketType: MarketType,
): boolean {
  return attachedStops?.includes(marketType) === true;
}

function attaches({ exchange, holder }: Attaching): boolean {
  return exercisesAttachedStop(exchange.orderSupport, holder.account.marketType);
}

/** A buy at market whose stop is at this share (in percent) of the price. */
async function entryOf(harness: Attaching, percent: string): Promise<NewVenueOrder> {
  const { holder, exchange } = harness;
  const market = await marketOf(harness, holder);
  const { price } = await exchange.fetchPrice(holder.marketTag);
  const attachedStop = shareOfPrice(market, price, percent);
  return newOrder(harness, holder, { side: 'buy', terms: { ...PLAIN_TERMS, attachedStop } });
}

/** Its stop, as the service asks for it. */
function stopOf(entry: NewVenueOrder): NewVenueOrder {
  const { attachedStop, ...terms } = entry.terms;
  return {
    ...entry,
    clientOrderId: attachedName(entry.clientOrderId),
    side: 'sell',
    type: 'stop_market',
    terms: {
      ...terms,
      triggerPrice: attachedStop ?? null,
      isReduceOnly: true,
      isAttached: true,
    },
  };
}

function attachedNameOf({ clientOrderId, decidedAtMs }: NewVenueOrder): OrderName {
  return { clientOrderId, venueOrderId: null, placedAtMs: decidedAtMs, isAttached: true };
}

const NONE = 'the venue places no stop with an entry';

function attachedTests(makeHarness: MakeContractHarness, marketType: MarketType): void {
  const what = `the stop of an entry on ${marketType}`;

  test(`${what} is refused with it where the venue places none`, async (t) => {
    const harness = await attachingHarness(makeHarness, marketType);
    if (harness === null || attaches(harness)) return t.skip('the venue places it');
    const { holder, exchange } = harness;
    const entry = await entryOf(harness, '90');
    const response = await exchange.placeOrder(holder.account, entry);
    assert.equal(refusalOf(response)?.code, 'order_rejected');
    assert.deepEqual(await allFills(harness, holder, 10), []);
  });

  test(`${what} is there with what that filled, under its name, and is never sent`, async (t) => {
    const harness = await attachingHarness(makeHarness, marketType);
    if (harness === null || !attaches(harness)) return t.skip(NONE);
    const { holder, exchange } = harness;
    const entry = await entryOf(harness, '90');
    const stop = stopOf(entry);
    await assert.rejects(exchange.placeOrder(holder.account, stop), OutcomeUnknown);
    const { filledAmount } = await shown(harness, holder, await placed(harness, holder, entry));
    assert.equal(filledAmount, entry.amount);
    const adopted = await placed(harness, holder, stop);
    const open = await exchange.fetchOpenOrders(holder.account);
    assert.deepEqual(open, [adopted]);
    const { type, side, amount, terms, state } = adopted;
    assert.deepEqual([type, side, amount, state], ['stop_market', 'sell', entry.amount, 'open']);
    assert.equal(adopted.clientOrderId, stop.clientOrderId);
    assert.deepEqual([terms.triggerPrice, terms.isReduceOnly], [stop.terms.triggerPrice, true]);
    const ended = await exchange.cancelOrder(
      holder.account,
      holder.marketTag,
      attachedNameOf(stop),
    );
    assert(ended.ok);
    assert.deepEqual(await exchange.fetchOpenOrders(holder.account), []);
    const again = await exchange.fetchOrder(holder.account, holder.marketTag, attachedNameOf(stop));
    assert.equal(again.kind === 'found' ? again.order.state : again.kind, 'cancelled');
  });

  test(`${what} leaves the position when its price comes, and says so`, async (t) => {
    const harness = await attachingHarness(makeHarness, marketType);
    if (harness === null || !attaches(harness)) return t.skip(NONE);
    const { holder, exchange } = harness;
    if (harness.advanceMs === null) return t.skip('time cannot be driven here');
    const entry = await entryOf(harness, '99.8');
    await placed(harness, holder, entry);
    await shown(harness, holder, await placed(harness, holder, stopOf(entry)));
    let open = await exchange.fetchOpenOrders(holder.account);
    for (let round = 0; round < 500 && open.length > 0; round += 1) {
      await harness.advanceMs(10 * MINUTE_MS);
      open = await exchange.fetchOpenOrders(holder.account);
    }
    assert.deepEqual(await exchange.fetchPositions(holder.account), []);
    const name = attachedNameOf(stopOf(entry));
    const found = await exchange.fetchOrder(holder.account, holder.marketTag, name);
    assert(found.kind === 'found');
    assert.deepEqual([found.order.state, found.order.filledAmount], ['filled', entry.amount]);
    const { venueOrderId } = found.order;
    const fills = await exchange.fetchOrderFills(holder.account, holder.marketTag, {
      ...name,
      venueOrderId,
    });
    assert.equal(
      fills.reduce((sum, fill) => sum + fill.amount, 0n),
      entry.amount,
    );
  });

  test(`${what} is there once although the response to both was lost`, async (t) => {
    const harness = await attachingHarness(makeHarness, marketType);
    if (harness === null || !attaches(harness)) return t.skip(NONE);
    const { holder, exchange, faults } = harness;
    if (faults === null) return t.skip('faults cannot be ordered here');
    const entry = await entryOf(harness, '90');
    faults.inject({ kind: 'lost_response', of: 'place' });
    await assert.rejects(exchange.placeOrder(holder.account, entry), OutcomeUnknown);
    assert.equal((await lookUp(harness, holder, entry))?.state, 'filled');
    await placed(harness, holder, stopOf(entry));
    assert.equal((await exchange.fetchOpenOrders(holder.account)).length, 1);
  });

  test(`${what} ends with the position`, async (t) => {
    const harness = await attachingHarness(makeHarness, marketType);
    if (harness === null || !attaches(harness)) return t.skip(NONE);
    const { holder, exchange } = harness;
    const entry = await entryOf(harness, '90');
    await shown(harness, holder, await placed(harness, holder, entry));
    const terms = { ...PLAIN_TERMS, isReduceOnly: true };
    const exit = await newOrder(harness, holder, { side: 'sell', amount: entry.amount, terms });
    await shown(harness, holder, await placed(harness, holder, exit));
    assert.deepEqual(await exchange.fetchOpenOrders(holder.account), []);
    const name = attachedNameOf(stopOf(entry));
    const found = await exchange.fetchOrder(holder.account, holder.marketTag, name);
    assert.notEqual(found.kind === 'found' ? found.order.state : found.kind, 'open');
  });
}
