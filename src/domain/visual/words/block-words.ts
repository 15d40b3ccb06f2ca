// Words of blocks, ports and choices for those who trade: a name of everyday for each command of
// the catalogue, and for each of its inputs and outputs, in the language of a catalogue of words.

import type { InputPort, OutputPort } from '#domain/visual/block-palette.ts';
import { KIND_WORDS } from '#domain/visual/block-palette.ts';
import { COMMAND_WORDS } from '#domain/visual/words/command-words.ts';
import { CHOICES, FAMILY_WORDS, JOINTS, UNITS } from '#domain/visual/words/family-words.ts';
import { INDICATOR_WORDS } from '#domain/visual/words/indicator-words.ts';
import { PART_WORDS, PORT_WORDS } from '#domain/visual/words/port-words.ts';
import { SEARCH_WORDS } from '#domain/visual/words/search-words.ts';
import { SENTENCES } from '#domain/visual/words/sentences.ts';
import { SERVICE_WORDS } from '#domain/visual/words/service-words.ts';
import type { Joints, WordCatalogue } from '#domain/visual/words/word-catalogue.ts';

/** `ShapeTriangleUp` as words: "Shape triangle up"; abbreviations stay as they are. */
function spelled(name: string): string {
  const [first = '', ...rest] = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .trim()
    .split(/\s+/);
  const lower = rest.map((word) => (/^[A-Z\d]{2,}$/.test(word) ? word : word.toLowerCase()));
  return [first.charAt(0).toUpperCase() + first.slice(1), ...lower].join(' ');
}

/** An entry that a command has for itself stands before the common one. */
function wordsAt(
  words: Readonly<Record<string, string>>,
  command: string,
  port: string,
): string | null {
  const own = `${command}:${port}`;
  if (Object.hasOwn(words, own)) return words[own] ?? null;
  return Object.hasOwn(words, port) ? (words[port] ?? null) : null;
}

/** Words of blocks in one language. */
export type BlockWords = {
  /** Name of a command: "Exponential average (EMA)"; of one of the user's own, as it is called. */
  readonly command: (command: string) => string;
  /** Name of an input: "fast period"; one of a custom command as it is called there. */
  readonly port: (command: string, port: string) => string;
  /** Name of an output: "upper"; empty for the main one. */
  readonly part: (command: string, part: string) => string;
  /** A family of blocks, as a trader looks for it. */
  readonly family: (category: string) => string;
  /** A constant of a group as one chooses it: "Engulfing", "stop limit". */
  readonly choice: (constant: string) => string;
  /** The unit that stands after a typed value; empty: it says nothing that the name does not. */
  readonly unit: (port: Pick<InputPort, 'name' | 'unit' | 'kind'>) => string;
  /** What a port carries, for whoever draws wires. */
  readonly kind: (port: Pick<OutputPort, 'kind' | 'group'>) => string;
  /** The sentence of a command; null: it has none. */
  readonly sentence: (command: string) => string | null;
  /** Further words by which a command is found. */
  readonly search: (command: string) => string;
  readonly joints: Joints;
};

const own = (words: Readonly<Record<string, string>>, name: string): string | null =>
  Object.hasOwn(words, name) ? (words[name] ?? null) : null;

/**
 * Readers of a catalogue of words.
 * @public The console, for the language that was chosen.
 */
export function blockWordsOf(catalogue: WordCatalogue): BlockWords {
  const { joints } = catalogue;
  const choice = (constant: string): string => {
    const known = own(catalogue.choices, constant);
    if (known !== null) return known;
    const bare = constant
      .replace(/^(?:LR_|Shape(?=[A-Z]))/, '')
      .replace(/(?:OrderType|PriceSource|MarginMode|PositionMode|DataType|Type)$/, '');
    return spelled(bare === '' ? constant : bare);
  };
  return {
    command(command) {
      const known = own(catalogue.commands, command);
      if (known !== null) return known;
      return command.startsWith('CC_') ? spelled(command.slice('CC_'.length)) : choice(command);
    },
    port(command, port) {
      if (command.startsWith('CC_')) return port.replaceAll('_', ' ');
      return wordsAt(catalogue.ports, command, port) ?? port.replace(/\[\]$/, '');
    },
    part(command, part) {
      if (command.startsWith('CC_')) return part.replaceAll('_', ' ');
      return wordsAt(catalogue.parts, command, part) ?? part;
    },
    family: (category) => own(catalogue.families, category) ?? category,
    choice,
    unit({ name, unit, kind }) {
      const isNumber = kind === 'number' || kind === 'numberOrList';
      if (!isNumber || unit === null || name === 'interval' || name === unit) return '';
      return own(catalogue.units, unit) ?? '';
    },
    kind: ({ kind, group }) =>
      kind === 'constant' && group !== null ? joints.oneOf(group) : catalogue.kinds[kind],
    sentence: (command) => own(catalogue.sentences, command),
    search: (command) => own(catalogue.search, command) ?? '',
    joints,
  };
}

/**
 * The words that names in generated Lua are made of, and that programs are shown.
 * @public The console, which reads others with it.
 */
export const ENGLISH_CATALOGUE: WordCatalogue = {
  commands: { ...INDICATOR_WORDS, ...COMMAND_WORDS, ...SERVICE_WORDS },
  ports: PORT_WORDS,
  parts: PART_WORDS,
  families: FAMILY_WORDS,
  choices: CHOICES,
  units: UNITS,
  kinds: KIND_WORDS,
  sentences: SENTENCES,
  search: SEARCH_WORDS,
  joints: JOINTS,
};

export const ENGLISH_WORDS = blockWordsOf(ENGLISH_CATALOGUE);

/** Name of a command in English. */
export const commandWords = ENGLISH_WORDS.command;

/**
 * Name of an output in English.
 * @public The console's editor.
 */
export const partWords = ENGLISH_WORDS.part;

const RANKS: ReadonlyMap<string, number> = new Map(
  Object.keys(FAMILY_WORDS).map((family, rank) => [family, rank]),
);

/**
 * The place of a family among the others.
 * @public The console's editor.
 */
export function familyRank(category: string): number {
  return RANKS.get(category) ?? RANKS.size;
}
