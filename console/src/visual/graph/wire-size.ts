// Size of the values on wires: legible on the screen from near and from afar, and no longer than
// the wire, as far as that leaves them legible.

/** In units of the canvas. Few, so that a canvas that is zoomed seldom lays them out again. */
const SIZES = [12, 16, 20, 26, 34, 42];
const LEGIBLE_PX = 11;
const SIZE_MIN = 12;
/** Width of a figure, in shares of the size. */
const FIGURE_WIDTH = 0.62;

/** For a zoom of the canvas; 0: from so far nothing could be read. */
export function wireSize(zoom: number): number {
  return SIZES.find((size) => size * zoom >= LEGIBLE_PX) ?? 0;
}

/** The largest size at which a text is as long as its wire; never below the smallest one. */
export function sizeWithin(length: number, text: string): number {
  return Math.max(SIZE_MIN, Math.floor(length / (FIGURE_WIDTH * Math.max(text.length, 1))));
}

/** From afar "93 of 2,880" is "93×": on so many bars; and a large number has no decimals. */
export function textFromAfar(text: string): string {
  if (/^-?\d{4,}\.\d+$/.test(text)) return String(Math.round(Number(text)));
  return text.replace(/^([\d,]+) of [\d,]+$/, '$1×');
}
