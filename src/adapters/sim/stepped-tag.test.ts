import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimal } from '#lib/decimal.ts';
import { present } from '#lib/assert.ts';
import { SIM_MARKETS } from '#adapters/sim/sim-markets.ts';
import { plainTag, steppedTag, stepsOfMarket, stepsOfTag } from '#adapters/sim/stepped-tag.ts';

test('a tag with steps is read back as the market and its steps', () => {
  for (const { market } of SIM_MARKETS.values()) {
    assert.equal(plainTag(steppedTag(market)), market.marketTag);
    assert.deepEqual(stepsOfTag(steppedTag(market)), stepsOfMarket(market));
  }
});

test('a tag without steps stands for itself', () => {
  assert.equal(plainTag('SIM_BTC_USDT'), 'SIM_BTC_USDT');
  assert.equal(stepsOfTag('SIM_BTC_USDT'), null);
});

test('the steps are those of the market, in plain decimals', () => {
  const { market } = present(SIM_MARKETS.get('SIM_BTC_USDT'), 'the catalogue has it');
  const changed = { ...market, priceStep: decimal('0.1'), amountStep: decimal('0.0001') };
  assert.equal(steppedTag(changed), 'SIM_BTC_USDT@0.1/0.0001');
});
