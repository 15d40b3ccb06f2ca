// Cover of a bot's position by its stops.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { PLAIN_TERMS } from '#venue-port/order/order-terms.ts';
import type { StopHolder } from '#venue-port/order/order-terms.ts';
import type { Order, OrderState, OrderType } from '#venue-port/order/order.ts';
import type { CoveredPosition, StopCover } from '#domain/position/stop-cover.ts';
import { stopCover } from '#domain/position/stop-cover.ts';

const LONG: CoveredPosition = {
  marketTag: 'SIM_BTC_USDT_PERP',
  direction: 'long',
  amount: decimal('2'),
};

type Draft = {
  readonly type?: OrderType;
  readonly side?: 'buy' | 'sell';
  readonly state?: OrderState;
  readonly heldBy?: StopHolder;
  readonly amount?: string;
  readonly filled?: string;
  readonly marketTag?: string;
  readonly isEntry?: true;
};

function order(draft: Draft): Order {
  const { heldBy = 'exchange', amount = '2', filled = '0', isEntry } = draft;
  const exit = { group: 'b:p1', role: 'stop', openAmount: null } as const;
  return {
    orderId: 'ord_1',
    accountId: 'acc_1',
    clientOrderId: 'c1',
    venueOrderId: heldBy === 'exchange' ? 'v1' : null,
    marketTag: draft.marketTag ?? LONG.marketTag,
    side: draft.side ?? 'sell',
    type: draft.type ?? 'stop_market',
    price: decimal('0'),
    amount: decimal(amount),
    filledAmount: decimal(filled),
    terms: { ...PLAIN_TERMS, heldBy, exit: isEntry === true ? null : exit },
    state: draft.state ?? 'open',
    reason: null,
    botId: 'bot_1',
    placedAtMs: 1,
    updatedAtMs: 1,
  };
}

const CASES: readonly (readonly [what: string, orders: readonly Draft[], cover: StopCover])[] = [
  ['no order', [], 'none'],
  ['a stop at the exchange', [{}], 'exchange'],
  ['a stop limit at the exchange', [{ type: 'stop_limit' }], 'exchange'],
  ['a trailing stop at the exchange', [{ type: 'trailing_stop_market' }], 'exchange'],
  ['a stop with the service', [{ heldBy: 'service' }], 'service'],
  ['halves at both', [{ amount: '1' }, { amount: '1', heldBy: 'service' }], 'service'],
  ['two halves at the exchange', [{ amount: '1' }, { amount: '1' }], 'exchange'],
  ['half a stop', [{ amount: '1' }], 'part'],
  ['a stop that has filled a part', [{ filled: '1' }], 'part'],
  ['a stop on its way to the exchange', [{ state: 'pending' }], 'none'],
  ['a stop whose outcome is unknown', [{ state: 'unknown' }], 'none'],
  ['a stop that is lost', [{ state: 'lost' }], 'none'],
  ['a target alone', [{ type: 'take_profit_market' }, { type: 'limit' }], 'none'],
  ['a stop that opens', [{ isEntry: true }], 'none'],
  ['a stop of a short position', [{ side: 'buy' }], 'none'],
  ['a stop of another market', [{ marketTag: 'SIM_ETH_USDT_PERP' }], 'none'],
];

for (const [what, drafts, cover] of CASES)
  test(`${what}: ${cover}`, () => {
    assert.equal(stopCover(LONG, [LONG], drafts.map(order)), cover);
  });

test('positions of one direction of a market share their stops', () => {
  const other = { ...LONG, amount: decimal('1') };
  assert.equal(stopCover(LONG, [LONG, other], [order({})]), 'part');
  assert.equal(stopCover(other, [LONG, other], [order({ amount: '3' })]), 'exchange');
});
