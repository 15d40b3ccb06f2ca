// The commands and constants that a script knows, by name, read once.

import type { ScriptCommand, ScriptConstant } from '@tidemill/client';
import { api } from '../api/api.ts';

export type Vocabulary = {
  readonly commands: ReadonlyMap<string, ScriptCommand>;
  readonly constants: ReadonlyMap<string, ScriptConstant>;
};

const NOTHING: Vocabulary = { commands: new Map(), constants: new Map() };

let reading: Promise<Vocabulary> | null = null;
let read: Vocabulary | null = null;

/** Where it cannot be read there is nothing to complete or to explain, until the next try. */
export function readVocabulary(): Promise<Vocabulary> {
  reading ??= api
    .listScriptCommands()
    .then(({ commands, constants }) => {
      read = {
        commands: new Map(
          commands.flatMap((command) =>
            [command.name, ...command.aliases].map((name) => [name, command] as const),
          ),
        ),
        constants: new Map(constants.map((constant) => [constant.name, constant])),
      };
      return read;
    })
    .catch(() => {
      reading = null;
      return NOTHING;
    });
  return reading;
}

/** What has been read by now. */
export const knownVocabulary = (): Vocabulary => read ?? NOTHING;
