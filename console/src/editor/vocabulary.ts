// The commands and constants that a script knows in its language, by name, read once.

import type { ScriptCommand, ScriptConstant } from '@tidemill/client';
import { api } from '../api/api.ts';
import type { DialectName } from './script-dialect.ts';

export type Vocabulary = {
  readonly commands: ReadonlyMap<string, ScriptCommand>;
  readonly constants: ReadonlyMap<string, ScriptConstant>;
};

const NOTHING: Vocabulary = { commands: new Map(), constants: new Map() };

const reading = new Map<DialectName, Promise<Vocabulary>>();
const read = new Map<DialectName, Vocabulary>();

/** Where it cannot be read there is nothing to complete or to explain, until the next try. */
export function readVocabulary(language: DialectName): Promise<Vocabulary> {
  const before = reading.get(language);
  if (before !== undefined) return before;
  const begun = api
    .listScriptCommands({ language })
    .then(({ commands, constants }) => {
      const vocabulary = {
        commands: new Map(
          commands.flatMap((command) =>
            [command.name, ...command.aliases].map((name) => [name, command] as const),
          ),
        ),
        constants: new Map(constants.map((constant) => [constant.name, constant])),
      };
      read.set(language, vocabulary);
      return vocabulary;
    })
    .catch(() => {
      reading.delete(language);
      return NOTHING;
    });
  reading.set(language, begun);
  return begun;
}

/** What has been read by now. */
export const knownVocabulary = (language: DialectName): Vocabulary => read.get(language) ?? NOTHING;
