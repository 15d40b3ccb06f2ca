// Orders that are allowed never lead beyond the limits, whatever orders come.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { NotedValue, OrderRisk, Standing } from '#domain/risk/judge-orders.ts';
import { exposureOf, judgeOrders } from '#domain/risk/judge-orders.ts';

const value = fc.bigInt({ min: 0n, max: 1_000n }).map((each) => each as Decimal);
const signed = fc.bigInt({ min: -1_000n, max: 1_000n }).map((each) => each as Decimal);
const tag = fc.constantFrom('A', 'B');
const side = fc.constantFrom('buy' as const, 'sell' as const);
const order = fc.record({ marketTag: tag, currency: fc.constant('USDT'), side, value });
const market = fc.record({
  marketTag: tag,
  held: signed,
  hedged: fc.constant(ZERO),
  buys: value,
  sells: value,
});
const markets = fc.uniqueArray(market, { selector: ({ marketTag }) => marketTag, maxLength: 2 });

test('exposure grows beyond its limit with no order that is allowed', () => {
  fc.assert(
    fc.property(
      markets,
      fc.array(order, { maxLength: 20 }),
      value,
      (known, orders, maxExposure) => {
        const standing: Standing = { afterSequence: 0, markets: known, dailyLoss: ZERO };
        const none = { maxOrderValue: null, maxDailyLoss: null };
        const currencies = [{ currency: 'USDT', maxExposure, ...none }];
        const limits = { maxOrdersPerMinute: null, currencies };
        const written: NotedValue[] = [];
        for (const each of orders) {
          const risk: OrderRisk = { ...each, standing };
          const before = exposureOf(standing, written);
          const noted = { recentCount: 0, values: [...written] };
          const isAllowed = judgeOrders(limits, [risk], noted).kind === 'allowed';
          const after = exposureOf(standing, [...written, each]);
          assert.equal(isAllowed, after <= before || after <= maxExposure);
          if (isAllowed) written.push(each);
        }
      },
    ),
  );
});

test('orders of one step are judged as those that come one after the other', () => {
  fc.assert(
    fc.property(markets, fc.array(order, { maxLength: 8 }), value, (known, orders, maxExposure) => {
      const standing: Standing = { afterSequence: 0, markets: known, dailyLoss: ZERO };
      const none = { maxOrderValue: null, maxDailyLoss: null };
      const limits = {
        maxOrdersPerMinute: 5,
        currencies: [{ currency: 'USDT', maxExposure, ...none }],
      };
      const risks = orders.map((each): OrderRisk => ({ ...each, standing }));
      const together = judgeOrders(limits, risks, { recentCount: 0, values: [] }).kind;
      const areAllowed = risks.every((risk, index) => {
        const noted = { recentCount: index, values: risks.slice(0, index) };
        return judgeOrders(limits, [risk], noted).kind === 'allowed';
      });
      assert.equal(together === 'allowed', areAllowed);
    }),
  );
});
