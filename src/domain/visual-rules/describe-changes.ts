// Changes between two versions in the words of rules: which sentences came and went, and what is
// otherwise in those that stayed. A wire is named after the sentence that it brings.

import type { BlockPalette } from '#domain/visual/block-palette.ts';
import type { FieldChange } from '#domain/visual/compare-visuals.ts';
import { compareVisuals } from '#domain/visual/compare-visuals.ts';
import type { PortContent, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import { portWords } from '#domain/visual/words/block-words.ts';
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

const LABELS: Readonly<Record<string, string>> = {
  command: 'is',
  title: 'is called',
  group: 'stands in the group',
  gate: 'runs when',
  order: 'runs',
  parameters: 'has the parameters',
  outputs: 'has the outputs',
};

function sentenceOf(model: VisualModel, wire: Wire, palette: BlockPalette): string {
  const words = phraseText(phraseOf(model, wire, palette));
  return words.length > SENTENCE_MAX ? `${words.slice(0, SENTENCE_MAX)}…` : words;
}

function wiresText(model: VisualModel, wires: readonly Wire[], palette: BlockPalette): string {
  return wires.map((wire) => sentenceOf(model, wire, palette)).join(', ');
}

function givenText(model: VisualModel, given: PortContent | null, palette: BlockPalette): string {
  switch (given?.kind) {
    case 'wires':
      return wiresText(model, given.wires, palette);
    case 'name':
      return `#${given.name}`;
    case 'value':
      return given.input === null ? String(given.value) : `${given.value} (input ${given.input})`;
    case undefined:
      return '';
  }
}

function fieldWords(
  change: FieldChange,
  block: string,
  [before, after]: readonly [VisualModel, VisualModel],
  palette: BlockPalette,
): FieldWords {
  const { field, isPort } = change;
  const [old, now] = [blockOf(before, block), blockOf(after, block)];
  if (isPort && old !== null && now !== null) {
    return {
      label: portWords(now.command, field),
      before: givenText(before, givenAt(old, field), palette),
      after: givenText(after, givenAt(now, field), palette),
    };
  }
  if (field === 'gate' && old !== null && now !== null) {
    return {
      label: LABELS['gate'] ?? field,
      before: wiresText(before, old.gate, palette) || 'always',
      after: wiresText(after, now.gate, palette) || 'always',
    };
  }
  if (field === 'enabled') {
    const word = (text: string | null): string => (text === null ? 'on' : 'off');
    return { label: 'is', before: word(change.before), after: word(change.after) };
  }
  return { label: LABELS[field] ?? field, before: change.before ?? '', after: change.after ?? '' };
}

/**
 * In the order of the later version; what went stands at the end.
 * @public The console's versions.
 */
export function describeChanges(
  before: VisualModel,
  after: VisualModel,
  palette: BlockPalette,
): readonly ChangeWords[] {
  return compareVisuals(before, after).map(({ block, kind, fields }) => {
    const model = kind === 'removed' ? before : after;
    return {
      block,
      kind,
      sentence: sentenceOf(model, { block, port: '' }, palette),
      fields: fields.map((field) => fieldWords(field, block, [before, after], palette)),
    };
  });
}
