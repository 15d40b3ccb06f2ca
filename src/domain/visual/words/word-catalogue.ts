// Words of blocks in one language, as data: what a reader of commands, ports and sentences is made
// of. English is the language of the model; others are given by whoever shows it.

import type { PortKind } from '#domain/visual/block-palette.ts';

type Words = Readonly<Record<string, string>>;

/** Words by the names that the catalogue of commands has. */
export type WordCatalogue = {
  /** Names of commands. */
  readonly commands: Words;
  /** Names of inputs; `Command:port` stands before `port`. */
  readonly ports: Words;
  /** Names of outputs, likewise. */
  readonly parts: Words;
  /** Families of commands, by their categories. */
  readonly families: Words;
  /** Constants that one chooses. */
  readonly choices: Words;
  readonly units: Words;
  readonly kinds: Readonly<Record<PortKind, string>>;
  /** Sentences of commands; see `SENTENCES`. */
  readonly sentences: Words;
  /** Further words by which commands are found. */
  readonly search: Words;
  readonly joints: Joints;
};

/** Words between the parts of a sentence, and around the changes of versions. */
export type Joints = {
  readonly and: string;
  readonly or: string;
  readonly where: string;
  readonly nothing: string;
  /** The length of candles that the script has. */
  readonly chosen: string;
  /** A length of candles in minutes. */
  readonly candles: (minutes: number) => string;
  readonly oneOf: (group: string) => string;
  readonly yesOrNo: string;
  readonly is: string;
  readonly isCalled: string;
  readonly standsInGroup: string;
  readonly runsWhen: string;
  readonly runs: string;
  readonly hasParameters: string;
  readonly hasOutputs: string;
  readonly always: string;
  readonly on: string;
  readonly off: string;
  readonly input: (value: string, name: string) => string;
  readonly givesNoValue: (giver: string) => string;
  readonly doesNotFit: (giver: string, carries: string, wanted: string) => string;
  readonly noSuchOutput: string;
  readonly noSuchInput: string;
  readonly connectedAlready: string;
  readonly tooManyWires: (wiresMax: number) => string;
  readonly waitsForItself: string;
  readonly waitsInCircle: (giver: string, taker: string) => string;
};
