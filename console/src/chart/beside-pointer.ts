// Place of a card beside the pointer of a chart.

/** As wide as `.chart-card`. */
const CARD_PX = 276;
const GAP_PX = 16;

/** `left` in CSS, for a pointer so many pixels from the left; within the edges of the chart. */
export function besidePointer(x: number): string {
  const before = x - GAP_PX - CARD_PX;
  if (before >= 0) return `${before}px`;
  return `max(0px, min(${x + GAP_PX}px, 100% - ${CARD_PX}px))`;
}
