// Words of blocks in the language that was chosen, and what is read with them. Those of German come
// only to who has chosen it and opens a page with blocks.

import type { BlockKind, BlockPalette } from '#domain/visual/block-palette.ts';
import type { Block, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import type { WireEnd } from '#domain/visual-graph/wire-refusal.ts';
import {
  blockWords as blockWordsIn,
  wireRefusal as wireRefusalIn,
} from '#domain/visual-graph/wire-refusal.ts';
import { searchBlocks as searchBlocksIn } from '#domain/visual-rules/block-search.ts';
import type { ChangeWords } from '#domain/visual-rules/describe-changes.ts';
import { describeChanges as describeChangesIn } from '#domain/visual-rules/describe-changes.ts';
import type { Phrase } from '#domain/visual-rules/phrase.ts';
import { phraseOf as phraseIn, phraseText as phraseTextIn } from '#domain/visual-rules/phrase.ts';
import type { RuleSet } from '#domain/visual-rules/read-rules.ts';
import { readRules as readRulesIn } from '#domain/visual-rules/read-rules.ts';
import { blockWordsOf, ENGLISH_CATALOGUE } from '#domain/visual/words/block-words.ts';
import { inLanguage } from '../words/language.ts';
import { servedText } from '../words/served.ts';

export const WORDS = blockWordsOf(
  await inLanguage(ENGLISH_CATALOGUE, {
    de: async () => (await import('../words/de/blocks/german-blocks.ts')).GERMAN_BLOCKS,
  }),
);

export const {
  command: commandWords,
  port: portWords,
  part: partWords,
  family: familyWords,
  choice: choiceWords,
  unit: unitWords,
  kind: kindWords,
} = WORDS;

/** Name of a block on the canvas. */
export const blockWords = (block: Pick<Block, 'title' | 'command'>): string =>
  blockWordsIn(block, WORDS);

/** Sentence of what a wire brings. */
export const phraseOf = (model: VisualModel, wire: Wire, palette: BlockPalette): Phrase =>
  phraseIn(model, wire, palette, WORDS);

/** A sentence as plain text. */
export const phraseText = (phrase: Phrase): string => phraseTextIn(phrase, WORDS);

/** Rules of a model, with their sentences. */
export const readRules = (model: VisualModel, palette: BlockPalette): RuleSet =>
  readRulesIn(model, palette, WORDS);

/** Why a wire cannot lead to an input; null: it can. */
export const wireRefusal = (
  model: VisualModel,
  wire: Wire,
  to: WireEnd,
  palette: BlockPalette,
): string | null => wireRefusalIn(model, wire, to, palette, WORDS);

/** Changes between two versions, in words. */
export const describeChanges = (
  before: VisualModel,
  after: VisualModel,
  palette: BlockPalette,
): readonly ChangeWords[] => describeChangesIn(before, after, palette, WORDS);

/** Kinds that fit all words, those of English too. */
export const searchBlocks = (kinds: readonly BlockKind[], asked: string): readonly BlockKind[] =>
  searchBlocksIn(kinds, asked, WORDS);

const BY_ENGLISH = new Map(
  Object.entries(ENGLISH_CATALOGUE.commands).map(([command, words]) => [words, command] as const),
);

/** What is wrong with a block, in words. */
export const problemText = (message: string): string =>
  servedText(message, (name) => {
    const command = BY_ENGLISH.get(name);
    return command === undefined ? name : WORDS.command(command);
  });
