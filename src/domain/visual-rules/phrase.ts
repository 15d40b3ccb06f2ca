// A block as a sentence: words, values that one clicks on, and the sentences of what stands at its
// inputs. The sentence is a reading of the model and keeps nothing of its own.

import type { BlockKind, BlockPalette, InputPort } from '#domain/visual/block-palette.ts';
import { kindOfBlock } from '#domain/visual/block-ports.ts';
import type { Block, PortContent, VisualModel, Wire } from '#domain/visual/visual-model.ts';
import { givenAt } from '#domain/visual/visual-model.ts';
import { blockOf } from '#domain/visual-rules/change-block.ts';
import type { WirePlace } from '#domain/visual-rules/change-block.ts';
import type { BlockWords } from '#domain/visual/words/block-words.ts';
import { ENGLISH_WORDS } from '#domain/visual/words/block-words.ts';
import { FAMILIES } from '#domain/visual/words/sentences.ts';

/** @public The console's editor. */
export type PhrasePart =
  | { readonly kind: 'text'; readonly text: string }
  /** The word by which commands of a family differ. */
  | {
      readonly kind: 'choice';
      readonly block: string;
      readonly command: string;
      readonly choices: readonly (readonly [command: string, word: string])[];
    }
  /** Something typed in, a name, or nothing. */
  | {
      readonly kind: 'value';
      readonly block: string;
      readonly command: string;
      readonly port: InputPort;
      readonly given: PortContent | null;
    }
  /** What a wire brings. */
  | {
      readonly kind: 'operand';
      readonly place: WirePlace;
      readonly port: InputPort | null;
      readonly wire: Wire;
      readonly phrase: Phrase;
    };

/** @public The console's editor. */
export type Phrase = {
  /** The block that it is the sentence of; null: the wire leads nowhere. */
  readonly block: string | null;
  readonly command: string;
  readonly title: string;
  readonly parts: readonly PhrasePart[];
};

/** A circle of wires has no end; so deep no strategy is either. */
const DEPTH_MAX = 16;
/** Sentences within one: many wires between few blocks would make more of them than memory has. */
const NESTED_MAX = 200;

function text(words: string): PhrasePart {
  return { kind: 'text', text: words };
}

/** For a command without a sentence: its name, then each input that is given or has to be. */
function sentenceOf(words: BlockWords, kind: BlockKind, block: Block): string {
  const known = words.sentence(kind.command);
  if (known !== null) return known;
  const shown = kind.inputs.filter((port) => port.isRequired || givenAt(block, port.name) !== null);
  const inputs = shown.map(({ name }) => `${words.port(kind.command, name)} {${name}}`).join(', ');
  const name = words.command(kind.command);
  return inputs === '' ? name : `${name}: ${inputs}`;
}

function choicePart(words: BlockWords, block: Block, command: string, word: string): PhrasePart {
  const family = FAMILIES.find((each) => command in each) ?? {};
  const choices = Object.keys(family).map((name) => {
    return [name, /<([^>]*)>/.exec(words.sentence(name) ?? '')?.[1] ?? name] as const;
  });
  if (choices.length < 2) return text(word);
  return { kind: 'choice', block: block.id, command, choices };
}

type Reading = {
  readonly model: VisualModel;
  readonly palette: BlockPalette;
  readonly words: BlockWords;
  readonly depth: number;
  /** Sentences that it may still have. */
  readonly room: { left: number };
};

function portParts(reading: Reading, block: Block, port: InputPort): readonly PhrasePart[] {
  const given = givenAt(block, port.name);
  if (given?.kind !== 'wires')
    return [{ kind: 'value', block: block.id, command: block.command, port, given }];
  return given.wires.flatMap((wire, index) => {
    const place = { block: block.id, port: port.name, index };
    const phrase = phraseAt(reading, wire);
    const operand: PhrasePart = { kind: 'operand', place, port, wire, phrase };
    return index === 0 ? [operand] : [text(reading.words.joints.and), operand];
  });
}

const TOKENS = /\{([^}]*)\}|<([^>]*)>|([^{<]+)/g;

function partsOf(reading: Reading, block: Block, kind: BlockKind): readonly PhrasePart[] {
  const parts: PhrasePart[] = [];
  for (const [, name, word, words] of sentenceOf(reading.words, kind, block).matchAll(TOKENS)) {
    if (words !== undefined) {
      if (words.trim() !== '') parts.push(text(words.trim()));
    } else if (word !== undefined) parts.push(choicePart(reading.words, block, kind.command, word));
    else {
      const port = kind.inputs.find((each) => each.name === name);
      if (port !== undefined) parts.push(...portParts(reading, block, port));
    }
  }
  return parts;
}

/** What holds a value back. Of what acts that is said by its rule. */
function gateParts(reading: Reading, { id, gate }: Block, kind: BlockKind): readonly PhrasePart[] {
  if (kind.isRoot) return [];
  const { where, or } = reading.words.joints;
  return gate.flatMap((wire, index) => {
    const place = { block: id, port: null, index };
    const phrase = phraseAt(reading, wire);
    return [
      text(index === 0 ? where : or),
      { kind: 'operand', place, port: null, wire, phrase } satisfies PhrasePart,
    ];
  });
}

function phraseAt(reading: Reading, wire: Wire): Phrase {
  const { model, palette, words: language, room } = reading;
  room.left -= 1;
  const depth = room.left > 0 ? reading.depth : DEPTH_MAX;
  const block = blockOf(model, wire.block);
  const kind = block === null ? null : kindOfBlock(block, palette);
  if (block === null || kind === null || depth >= DEPTH_MAX) {
    const command = block?.command ?? '';
    const words = block === null ? language.joints.nothing : depth < DEPTH_MAX ? command : '…';
    return { block: block?.id ?? null, command, title: '', parts: [text(words)] };
  }
  const deeper = { ...reading, depth: depth + 1 };
  const parts = [...partsOf(deeper, block, kind), ...gateParts(deeper, block, kind)];
  const part = language.part(kind.command, wire.port);
  const shown = part === '' ? parts : [text(part), ...parts];
  return { block: block.id, command: kind.command, title: block.title, parts: shown };
}

/**
 * The sentence of what a wire brings.
 * @public The console's editor.
 */
export function phraseOf(
  model: VisualModel,
  wire: Wire,
  palette: BlockPalette,
  words: BlockWords = ENGLISH_WORDS,
): Phrase {
  return phraseAt({ model, palette, words, depth: 0, room: { left: NESTED_MAX } }, wire);
}

/**
 * Ids of the blocks that a sentence speaks of.
 * @public The console's editor.
 */
export function phraseBlocks({ block, parts }: Phrase): readonly string[] {
  const nested = parts.flatMap((part) =>
    part.kind === 'operand' ? phraseBlocks(part.phrase) : [],
  );
  return block === null ? nested : [block, ...nested];
}

function givenWords(
  { name, unit, kind }: InputPort,
  given: PortContent | null,
  words: BlockWords,
): string {
  const isInterval = name === 'interval' && unit === 'minutes';
  if (isInterval && given === null) return words.joints.chosen;
  if (given?.kind === 'value') {
    const { value } = given;
    const isMinutes = isInterval && typeof value === 'number' && value > 0;
    if (isMinutes) return words.joints.candles(value);
    return kind === 'constant' ? words.choice(String(value)) : String(value);
  }
  return given?.kind === 'name' ? `#${given.name}` : '…';
}

/**
 * A sentence as plain text.
 * @public The console's editor.
 */
export function phraseText({ parts }: Phrase, words: BlockWords = ENGLISH_WORDS): string {
  return parts
    .map((part) => {
      if (part.kind === 'text') return part.text;
      if (part.kind === 'operand') return phraseText(part.phrase, words);
      if (part.kind === 'value') return givenWords(part.port, part.given, words);
      return part.choices.find(([command]) => command === part.command)?.[1] ?? part.command;
    })
    .join(' ');
}
