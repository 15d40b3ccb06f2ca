// Invariants of a trailing stop over any candles: it does nothing before it is active, it never
// loosens, and it is met at its own price or at an open beyond it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { anyCandle } from '#domain/matching/arbitrary.fixture.ts';
import { MATCHING_RULES, RULE_SETS } from '#domain/matching/matching-rules.ts';
import { minute, order, ticks } from '#domain/matching/matching.fixture.ts';
import type { RestingOrder } from '#domain/matching/resting-order.ts';
import { trailTriggerTicks } from '#domain/matching/resting-order.ts';

const price = fc.integer({ min: 80, max: 120 });

const anyTrailing = fc
  .record({
    side: fc.constantFrom('buy' as const, 'sell' as const),
    distance: fc.integer({ min: 1, max: 15 }),
    activation: fc.option(price),
  })
  .map(({ side, distance, activation }) =>
    order({
      side,
      type: 'trailing_stop_market',
      trail: {
        distanceTicks: ticks(distance),
        limitOffsetTicks: ticks(0),
        extremeTicks: null,
        activationTicks: activation === null ? null : ticks(activation),
      },
    }),
  );

/** Null while it is not active. */
function triggerOf({ side, trail }: RestingOrder): bigint | null {
  if (trail === null || trail.extremeTicks === null) return null;
  return trailTriggerTicks(side === 'sell' ? 'down' : 'up', trail.extremeTicks, trail);
}

test('a trailing stop never loosens, and fills at its price or at an open beyond it', () => {
  const drawn = fc.record({
    rules: fc.constantFrom(...RULE_SETS),
    trailing: anyTrailing,
    candles: fc.array(anyCandle, { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(drawn, ({ rules, trailing, candles }) => {
      const sign = trailing.side === 'sell' ? 1n : -1n;
      const activation = trailing.trail?.activationTicks ?? null;
      let current = trailing;
      let isActive = activation === null;
      for (const each of candles) {
        const volume = 1_000_000n;
        const outcome = minute(MATCHING_RULES[rules], [current], { ...each, volume });
        const best = sign === 1n ? each.high : each.low;
        isActive ||= activation !== null && (best - activation) * sign >= 0n;
        const before = triggerOf(current);
        const [execution] = outcome.executions;
        if (execution !== undefined) {
          assert.ok(isActive, 'nothing happens before it is active');
          const isExact = rules !== 'realistic' && !execution.isGap;
          if (isExact && before !== null) assert.ok((execution.priceTicks - before) * sign >= 0n);
          return;
        }
        current = outcome.changed[0] ?? current;
        const after = triggerOf(current);
        assert.equal(after !== null, isActive, 'it is active from the candle on that came there');
        if (before !== null && after !== null) assert.ok((after - before) * sign >= 0n);
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});
