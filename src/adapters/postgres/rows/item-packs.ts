// Lists of single lines, packed some hundred to a row and compressed: thousands of positions are
// some tens of rows, and a page is one row or two.

import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';

export type ItemPack = {
  /** Of the first item in the pack. */
  readonly firstIndex: number;
  readonly packed: Uint8Array;
};

export const PACK_ITEMS = 250;

/** All items in packs of `PACK_ITEMS`, the last one shorter. No item may hold a line break. */
export function packItems(items: readonly string[]): readonly ItemPack[] {
  const packs: ItemPack[] = [];
  for (let firstIndex = 0; firstIndex < items.length; firstIndex += PACK_ITEMS) {
    const lines = items.slice(firstIndex, firstIndex + PACK_ITEMS).join('\n');
    packs.push({ firstIndex, packed: zstdCompressSync(lines) });
  }
  return packs;
}

/** The items from `fromIndex` on, at most `limit`, of packs that follow each other. */
export function unpackItems(
  packs: readonly ItemPack[],
  fromIndex: number,
  limit: number,
): readonly string[] {
  const [first] = packs;
  if (first === undefined) return [];
  const items = packs.flatMap(({ packed }) => zstdDecompressSync(packed).toString().split('\n'));
  const start = fromIndex - first.firstIndex;
  return items.slice(start, start + limit);
}
