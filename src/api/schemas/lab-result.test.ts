import { test } from 'node:test';
import assert from 'node:assert/strict';
import { overfittingToWire } from '#api/schemas/lab-result.ts';

test('figures reckoned in floats leave as decimals, and as null where there is none', () => {
  const fold = { startMs: 0, cutMs: 1, endMs: 2, backtestId: 'bt_1' };
  const summary = {
    trialsCount: 4,
    overfittingProbability: 0.1 + 0.2,
    expectedHighestSharpe: Number.NaN,
    folds: [{ ...fold, chosenProfit: 120.5, judgedProfit: -1e-7 }],
  };
  const response = overfittingToWire(summary);
  assert.equal(response.overfitting_probability, '0.3');
  assert.equal(response.expected_highest_sharpe, null);
  const [{ chosen_profit: chosen, judged_profit: judged } = assert.fail()] = response.walk_forward;
  assert.deepEqual([chosen, judged], ['120.5', '-0.0000001']);
});
