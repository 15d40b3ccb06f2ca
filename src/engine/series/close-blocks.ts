// Lowest and highest closes of blocks of rows: a stretch of rows is judged by a few numbers. They
// are computed once for a column, and shared by all runs over it.

export type CloseBlocks = {
  readonly lowest: Float64Array;
  readonly highest: Float64Array;
  /** Of all rows. */
  readonly most: number;
};

/** Rows of a block are those whose numbers differ in these last bits only. */
export const BLOCK_BITS = 5;
export const BLOCK_ROWS = 2 ** BLOCK_BITS;

const known = new WeakMap<Float64Array, CloseBlocks>();

/** Of whole blocks; the rows after the last one count in `most` only. */
export function closeBlocks(close: Float64Array): CloseBlocks {
  const blocks = known.get(close) ?? computed(close);
  known.set(close, blocks);
  return blocks;
}

function computed(close: Float64Array): CloseBlocks {
  const count = close.length >> BLOCK_BITS;
  const lowest = new Float64Array(count).fill(Infinity);
  const highest = new Float64Array(count).fill(-Infinity);
  let most = 0;
  for (let row = 0; row < close.length; row += 1) {
    const value = close[row] as number;
    const block = row >> BLOCK_BITS;
    if (value > most) most = value;
    if (block >= count) continue;
    if (value < (lowest[block] as number)) lowest[block] = value;
    if (value > (highest[block] as number)) highest[block] = value;
  }
  return { lowest, highest, most };
}
