// The exponential function out of multiplication, addition and halving alone. These are exact to
// the last bit on every machine and engine, which `Math.exp` is not, so the same seed gives the
// same prices everywhere.

const HALVINGS = 5;
const FACTOR = 2 ** -HALVINGS;

/** e to the power of `x`, for |x| up to about 6, to a relative error below 1e-12. */
export function exponential(x: number): number {
  const y = x * FACTOR;
  // The Taylor series in Horner's form; |y| is at most 0.2, where the first term left out is below
  // 1e-14.
  let sum = 1 + y / 9;
  sum = 1 + (y / 8) * sum;
  sum = 1 + (y / 7) * sum;
  sum = 1 + (y / 6) * sum;
  sum = 1 + (y / 5) * sum;
  sum = 1 + (y / 4) * sum;
  sum = 1 + (y / 3) * sum;
  sum = 1 + (y / 2) * sum;
  sum = 1 + y * sum;
  for (let halving = 0; halving < HALVINGS; halving += 1) sum *= sum;
  return sum;
}
