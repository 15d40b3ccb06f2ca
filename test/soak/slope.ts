// Slope of a series of samples, with the bounds between which it is by 95 %. Samples that follow
// one another are alike, so they count for fewer than there are.

export type Sample = {
  /** Hours since the begin. */
  readonly hours: number;
  readonly value: number;
};

export type Slope = {
  readonly mean: number;
  /** An hour. */
  readonly least: number;
  readonly estimate: number;
  readonly most: number;
};

/** Of the t distribution, for 0.975, by degrees of freedom. */
const QUANTILES = [12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23];
const QUANTILE_OF_MANY = 2;
/** What a fit takes for itself: a slope and a level. */
const FITTED = 2;

/** NaN for fewer than three samples. */
export function slopeOf(samples: readonly Sample[]): Slope {
  const count = samples.length;
  const meanHours = sum(samples.map(({ hours }) => hours)) / count;
  const mean = sum(samples.map(({ value }) => value)) / count;
  const spread = sum(samples.map(({ hours }) => (hours - meanHours) ** 2));
  const estimate =
    sum(samples.map(({ hours, value }) => (hours - meanHours) * (value - mean))) / spread;
  const rests = samples.map(({ hours, value }) => value - mean - estimate * (hours - meanHours));
  const freedom = independentOf(rests) - FITTED;
  if (count <= FITTED || freedom <= 0) return { mean, least: NaN, estimate, most: NaN };
  const variance = sum(rests.map((rest) => rest ** 2)) / freedom;
  const quantile = QUANTILES[Math.floor(freedom) - 1] ?? QUANTILE_OF_MANY;
  const error = quantile * Math.sqrt(variance / spread);
  return { mean, least: estimate - error, estimate, most: estimate + error };
}

/** For how many independent values they count, by how like each is to the next one. */
function independentOf(rests: readonly number[]): number {
  const squares = sum(rests.map((rest) => rest ** 2));
  if (squares === 0) return rests.length;
  const products = sum(rests.slice(1).map((rest, index) => rest * (rests[index] ?? 0)));
  const likeness = Math.max(0, products / squares);
  return Math.max(FITTED + 1, (rests.length * (1 - likeness)) / (1 + likeness));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** A day's growth from this share of the mean on is too much. */
const GROWTH_MAX = 0.1;
const HOURS_OF_DAY = 24;

/**
 * `grows`: by more than a tenth of the mean a day, as far as 95 % say; `level`: by less than that;
 * `unclear`: the bounds are on both sides.
 */
export function judgeSlope({ mean, least, most }: Slope): 'grows' | 'level' | 'unclear' {
  const [low, high] = [least * HOURS_OF_DAY, most * HOURS_OF_DAY];
  if (low > GROWTH_MAX * mean) return 'grows';
  return high <= GROWTH_MAX * mean ? 'level' : 'unclear';
}
