import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decimal, divideRounded } from '#lib/decimal.ts';
import { countSteps } from '#venues/dialects/reply/count-steps.ts';
import { replyDecimal, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

const STEPS = ['1', '0.1', '0.01', '0.00001', '0.00000001', '0.5', '0.25', '10', '0.002'];

test('steps are those of an exact division', () => {
  const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`));
  const figure = fc
    .tuple(fc.nat({ max: 10 ** 12 }), fc.option(digits(10)))
    .map(([whole, fraction]) => (fraction === null ? `${whole}` : `${whole}.${fraction}`));
  fc.assert(
    fc.property(figure, fc.constantFrom(...STEPS), (text, stepText) => {
      const step = decimal(stepText);
      const exact = divideRounded(replyDecimal(text, 'price'), step, 'half_even');
      assert.equal(countSteps(step)(text, 'price'), exact);
    }),
  );
});

for (const [value, step, steps] of [
  ['50000.01000000', '0.01', 5_000_001n],
  ['0.005', '0.01', 0n],
  ['0.015', '0.01', 2n],
  [12.5, '0.1', 125n],
  ['1e5', '0.01', 10_000_000n],
  [1.2e-7, '0.00000001', 12n],
] as const) {
  test(`${value} is ${steps} steps of ${step}`, () => {
    assert.equal(countSteps(decimal(step))(value, 'price'), steps);
  });
}

for (const value of ['', '007', '1e', 'x', '1.', '.5', '0x10', null, undefined, Number.NaN]) {
  test(`${JSON.stringify(value)} is no figure`, () => {
    assert.throws(() => countSteps(decimal('0.01'))(value, 'price'), UnreadableReply);
  });
}
