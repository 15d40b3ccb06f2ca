// Change of a price over 24 hours, in percent of what it was then: the one figure of it that lists
// and pages show.

import { fixedNumber } from '../../parts/format.ts';

/** `percent` is a number of the API, or reckoned from prices of it. */
export function DayChange({ percent }: { readonly percent: number }) {
  const size = Math.abs(percent).toFixed(2);
  const isFlat = Number(size) === 0;
  const sign = percent > 0 ? '+' : '−';
  return (
    <span className={`number ${isFlat ? 'flat' : percent > 0 ? 'rise' : 'fall'}`}>
      {isFlat ? '' : sign}
      {fixedNumber(Math.abs(percent), 2)} %
    </span>
  );
}
