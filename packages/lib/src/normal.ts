// The standard normal distribution, to the precision that a double allows in practice (about 1e-15
// absolute).

/** The share of it that lies below `z`. */
export function normalShare(z: number): number {
  const tail = upperTail(Math.abs(z));
  return z > 0 ? 1 - tail : tail;
}

/** The place below which a share of it lies; -Infinity for 0, Infinity for 1, NaN outside. */
export function normalQuantile(share: number): number {
  if (share < 0 || share > 1 || Number.isNaN(share)) return NaN;
  if (share === 0 || share === 1) return share === 0 ? -Infinity : Infinity;
  let z = approximateQuantile(share);
  for (let round = 0; round < NEWTON_ROUNDS; round += 1) {
    const error = normalShare(z) - share;
    const step = error * SQRT_TWO_PI * Math.exp((z * z) / 2);
    z -= step / (1 + (z * step) / 2);
  }
  return z;
}

const SQRT_TWO_PI = Math.sqrt(2 * Math.PI);
const NEWTON_ROUNDS = 3;
/** Beyond it the power series loses digits, and the continued fraction is short. */
const SERIES_UNTIL = 3;

/** The share above `z`, for `z` from 0 up (Abramowitz and Stegun 26.2.11 and 26.2.14). */
function upperTail(z: number): number {
  const density = Math.exp((-z * z) / 2) / SQRT_TWO_PI;
  if (z < SERIES_UNTIL) {
    let term = z;
    let total = z;
    for (let odd = 3; term > total * 1e-17; odd += 2) {
      term *= (z * z) / odd;
      total += term;
    }
    return 0.5 - density * total;
  }
  let fraction = z;
  for (let level = 200; level >= 1; level -= 1) fraction = z + level / fraction;
  return density / fraction;
}

/** Abramowitz and Stegun 26.2.23, right to 4.5e-4; a start for Newton's method (Halley's form). */
function approximateQuantile(share: number): number {
  const tail = Math.min(share, 1 - share);
  const t = Math.sqrt(-2 * Math.log(tail));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  const z = t - above / below;
  return share < 0.5 ? -z : z;
}
