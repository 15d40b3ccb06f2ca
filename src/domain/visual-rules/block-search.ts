// Search of the palette by everyday words: "average" finds SMA, "cheap" finds the RSI. Those of
// English find in every language.

import type { BlockKind } from '#domain/visual/block-palette.ts';
import type { BlockWords } from '#domain/visual/words/block-words.ts';
import { ENGLISH_WORDS } from '#domain/visual/words/block-words.ts';

function scoreOf(kind: BlockKind, words: readonly string[], language: BlockWords): number {
  const { command, aliases } = kind;
  const name = command.toLowerCase();
  const own = [name, ...aliases, language.command(command), ENGLISH_WORDS.command(command)]
    .join(' ')
    .toLowerCase();
  const known = `${language.search(command)} ${ENGLISH_WORDS.search(command)}`;
  let score = 0;
  for (const word of words) {
    if (name === word) score += 100;
    else if (known.split(' ').includes(word)) score += 60;
    else if (name.startsWith(word)) score += 40;
    else if (own.includes(word)) score += 20;
    else if (known.includes(word)) score += 15;
    else if (kind.meaning.toLowerCase().includes(word)) score += 8;
    else if (kind.category.toLowerCase().includes(word)) score += 4;
    else return 0;
  }
  return score;
}

/**
 * Kinds that fit all words, the best first; all of them in their order where nothing is asked.
 * @public The console's editor.
 */
export function searchBlocks(
  kinds: readonly BlockKind[],
  asked: string,
  language: BlockWords = ENGLISH_WORDS,
): readonly BlockKind[] {
  const words = asked.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return kinds;
  return kinds
    .map((kind, at) => ({ kind, at, score: scoreOf(kind, words, language) }))
    .filter(({ score }) => score > 0)
    .toSorted((left, right) => right.score - left.score || left.at - right.at)
    .map(({ kind }) => kind);
}
