// The reference of all commands that scripts may call, for whoever shows it to people.

import type { DescribedCommand, DescribedConstant } from '#commands/catalogue/describe-commands.ts';
import { describeCommands, describeConstants } from '#commands/catalogue/describe-commands.ts';
import { renderCommandReference } from '#commands/catalogue/render-command-reference.ts';
import { describeBuiltins, describeVariables } from '#pine/reference/describe-builtins.ts';
import { renderPineReference } from '#pine/reference/render-pine-reference.ts';

export type {
  DescribedCommand,
  DescribedConstant,
  DescribedParameter,
} from '#commands/catalogue/describe-commands.ts';

export type ScriptVocabulary = {
  readonly commands: readonly DescribedCommand[];
  readonly constants: readonly DescribedConstant[];
};

/** Commands and constants in the order of the catalogue. */
export function scriptVocabulary(): ScriptVocabulary {
  return { commands: describeCommands(), constants: describeConstants() };
}

/** The built-ins of Pine Script, in the same shape. */
export function pineVocabulary(): ScriptVocabulary {
  return {
    commands: describeBuiltins().map(({ signatures, group, result, lack, ...of }) => ({
      ...of,
      aliases: [],
      category: group,
      signature: longest(signatures),
      parameters: of.parameters.map(({ type, ...parameter }) => ({
        ...parameter,
        kind: type,
        defaultExpression: null,
      })),
      result: result === 'void' ? 'Returns nothing.' : `Returns ${result}.`,
      example: signatures.filter((each) => each !== longest(signatures)).join('\n'),
      inertReason: lack,
    })),
    constants: describeVariables().map(({ name, group, type, meaning, lack }) => ({
      name,
      group: `${group}, ${type}`,
      meaning: lack === null ? meaning : `${meaning} Here: ${lack}.`,
    })),
  };
}

function longest(signatures: readonly string[]): string {
  return signatures.reduce((most, each) => (each.length > most.length ? each : most), '');
}

/** Of Pine Script, as Markdown of the same form. */
export function pineReference(): string {
  return renderPineReference();
}

/** Markdown: headings of three levels, paragraphs, flat lists, `lua` blocks, code in backticks. */
export function commandReference(): string {
  return renderCommandReference();
}
