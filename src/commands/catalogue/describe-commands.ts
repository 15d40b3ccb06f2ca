// All commands and constants as whoever writes a script wants them: how each is called, and what it
// means.

import { COMMAND_CATALOGUE } from '#commands/catalogue/command-catalogue.ts';
import { kindText, resultText, signatureOf } from '#commands/catalogue/render-command-reference.ts';
import { CONSTANT_CATALOGUE } from '#commands/constants/constant-catalogue.ts';
import { CONSTANT_GROUPS } from '#commands/definition/command.ts';

export type DescribedParameter = {
  readonly name: string;
  readonly kind: string;
  readonly meaning: string;
  readonly isRequired: boolean;
  /** In Lua; null when nothing stands in. */
  readonly defaultExpression: string | null;
};

export type DescribedCommand = {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly category: string;
  readonly meaning: string;
  readonly signature: string;
  readonly parameters: readonly DescribedParameter[];
  readonly result: string;
  readonly example: string;
  /** Why it has no effect; null when it has one. */
  readonly inertReason: string | null;
};

export type DescribedConstant = {
  readonly name: string;
  readonly group: string;
  readonly meaning: string;
};

/** Description of every command, in the order of the catalogue. */
export function describeCommands(): readonly DescribedCommand[] {
  return COMMAND_CATALOGUE.map((command) => ({
    name: command.name,
    aliases: command.aliases ?? [],
    category: command.category,
    meaning: command.meaning,
    signature: signatureOf(command),
    parameters: command.parameters.map((parameter) => ({
      name: parameter.name,
      kind: kindText(parameter),
      meaning: parameter.meaning,
      isRequired: parameter.isRequired,
      defaultExpression: parameter.defaultExpression ?? null,
    })),
    result: resultText(command.result),
    example: command.example,
    inertReason: command.isInert === true ? command.inertReason : null,
  }));
}

/** Description of every constant, in the order of the catalogue. */
export function describeConstants(): readonly DescribedConstant[] {
  return CONSTANT_CATALOGUE.map(({ name, group, meaning }) => {
    return { name, group: CONSTANT_GROUPS[group], meaning };
  });
}
