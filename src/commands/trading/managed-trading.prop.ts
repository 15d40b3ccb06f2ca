// Managed trading never asks for more than the trade amount, whatever was filled before.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { propertyRuns } from '#lib/property-runs.fixture.ts';
import { TRADE_ACTION_IMPLEMENTATIONS } from '#commands/trade-actions/trade-action-implementations.ts';
import { scriptedContext } from '#commands/scripted/scripted-context.fixture.ts';
import { FUTURES_FACTS, SPOT_FACTS } from '#commands/scripted/scripted-harness.fixture.ts';

const STEP = fc.record({
  command: fc.constantFrom('DoLong', 'DoShort', 'DoExitPosition', 'DoFlipPosition' as const),
  /** Share of each open order that is filled before it ends. */
  filled: fc.constantFrom(0, 0.001, 0.3, 0.5, 0.999, 1),
});

suite('managed trading', () => {
  for (const facts of [SPOT_FACTS, FUTURES_FACTS]) {
    test(`keeps within the trade amount on ${facts.marketType}`, () => {
      fc.assert(
        fc.property(fc.array(STEP, { maxLength: 30 }), (steps) => {
          const scene = scriptedContext(facts);
          for (const { command, filled } of steps) {
            TRADE_ACTION_IMPLEMENTATIONS[command](scene.context, '');
            const open = scene.context.orders.open(null);
            for (const { orderId, amount } of open) {
              assert.ok(amount <= 1 + 1e-9, `requested ${amount}`);
              if (filled > 0) scene.fill(orderId, { amount: amount * filled });
              if (filled < 1) scene.end(orderId, 'cancelled');
            }
            const held = scene.context.positions.openPositions();
            assert.ok(held.length <= 1);
            assert.ok((held[0]?.amount ?? 0) <= 1 + 1e-9);
            assert.ok(facts.marketType === 'futures' || held[0]?.direction !== 'short');
            scene.advance();
          }
        }),
        { numRuns: propertyRuns(100) },
      );
    });
  }
});
