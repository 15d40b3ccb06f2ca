// Changes between two versions in the words of rules: which sentences came and went, and what is
// otherwise in those that stayed. A wire is named after the sentence that it brings.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { FieldChange } from '#domain/visual/compare-visuals.ts';
import { compareVisuals } from '#domain/visual/compare-visuals.ts';
import type { PortContent, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import type { BlockWords } from '#domain/visual/words/block-words.ts';
import { ENGLISH_WORDS } from '#domain/visual/words/block-words.ts';
import type { Joints } from '#domain/visual/words/word-catalogue.ts';
import { phraseOf, phraseText } from '#domain/visual-rules/phrase.ts';

/** @public The console's versions. */
export type FieldWords = {
  readonly label: string;
  /** Empty: there was nothing. */
  readonly before: string;
  readonly after: string;
};

/** @public The console's versions. */
export type ChangeWords = {
  readonly block: string;
  readonly kind: 'added' | 'removed' | 'changed' | 'moved';
  /** The block as a sentence: as it was where it went, as it is where it stands. */
  readonly sentence: string;
  readonly fields: readonly FieldWords[];
};

const SENTENCE_MAX = 160;

const LABELS: Readonly<Record<string, keyof Joints>> = {
  command: 'is',
  title: 'isCalled',
  group: 'standsInGroup',
  gate: 'runsWhen',
  order: 'runs',
  parameters: 'hasParameters',
  outputs: 'hasOutputs',
};

type Reading = { readonly palette: BlockPalette; readonly words: BlockWords };

function labelOf(field: string, { joints }: BlockWords): string {
  const name = LABELS[field];
  const label = name === undefined ? field : joints[name];
  return typeof label === 'string' ? label : field;
}

function sentenceOf(model: VisualModel, wire: Wire, { palette, words }: Reading): string {
  const text = phraseText(phraseOf(model, wire, palette, words), words);
  return text.length > SENTENCE_MAX ? `${text.slice(0, SENTENCE_MAX)}…` : text;
}

function wiresText(model: VisualModel, wires: readonly Wire[], reading: Reading): string {
  return wires.map((wire) => sentenceOf(model, wire, reading)).join(', ');
}

function givenText(model: VisualModel, given: PortContent | null, reading: Reading): string {
  switch (given?.kind) {
    case 'wires':
      return wiresText(model, given.wires, reading);
    case 'name':
      return `#${given.name}`;
    case 'value': {
      const value = String(given.value);
      return given.input === null ? value : reading.words.joints.input(value, given.input);
    }
    case undefined:
      return '';
  }
}

function fieldWords(
  change: FieldChange,
  block: string,
  [before, after]: readonly [VisualModel, VisualModel],
  reading: Reading,
): FieldWords {
  const { field, isPort } = change;
  const { words } = reading;
  const { always, is, off, on } = words.joints;
  const [old, now] = [blockOf(before, block), blockOf(after, block)];
  if (isPort && old !== null && now !== null) {
    return {
      label: words.port(now.command, field),
      before: givenText(before, givenAt(old, field), reading),
      after: givenText(after, givenAt(now, field), reading),
    };
  }
  if (field === 'gate' && old !== null && now !== null) {
    return {
      label: labelOf(field, words),
      before: wiresText(before, old.gate, reading) || always,
      after: wiresText(after, now.gate, reading) || always,
    };
  }
  if (field === 'enabled') {
    const word = (text: string | null): string => (text === null ? on : off);
    return { label: is, before: word(change.before), after: word(change.after) };
  }
  const label = labelOf(field, words);
  return { label, before: change.before ?? '', after: change.after ?? '' };
}

/**
 * In the order of the later version; what went stands at the end.
 * @public The console's versions.
 */
export function describeChanges(
  before: VisualModel,
  after: VisualModel,
  palette: BlockPalette,
  words: BlockWords = ENGLISH_WORDS,
): readonly ChangeWords[] {
  const reading = { palette, words };
  return compareVisuals(before, after).map(({ block, kind, fields }) => {
    const model = kind === 'removed' ? before : after;
    return {
      block,
      kind,
      sentence: sentenceOf(model, { block, port: '' }, reading),
      fields: fields.map((field) => fieldWords(field, block, [before, after], reading)),
    };
  });
}
