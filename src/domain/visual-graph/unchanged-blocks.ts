// Blocks that stand as they did when they were checked: what was wrong with another one may be
// mended, and is not said until the next check has looked.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import { readVisualText } from '#domain/visual/read-visual-text.ts';

function blocksOf(text: string, palette: BlockPalette): ReadonlyMap<string, string> {
  const blocks = readVisualText(text, palette).model?.blocks ?? [];
  return new Map(blocks.map((block) => [block.id, JSON.stringify(block)]));
}

/**
 * `checked`: the text that a check looked at; null: it could not be read.
 * @public The console's editor.
 */
export function unchangedSince(
  checked: string | null,
  now: string,
  palette: BlockPalette,
): (block: string) => boolean {
  if (checked === null || checked === now) return () => true;
  const [before, after] = [blocksOf(checked, palette), blocksOf(now, palette)];
  return (block) => before.get(block) === after.get(block);
}
