// The reference of all commands that scripts may call, for whoever shows it to people.

import type { DescribedCommand, DescribedConstant } from '#commands/catalogue/describe-commands.ts';
import { describeCommands, describeConstants } from '#commands/catalogue/describe-commands.ts';
import { renderCommandReference } from '#commands/catalogue/render-command-reference.ts';

export type {
  DescribedCommand,
  DescribedConstant,
  DescribedParameter,
} from '#commands/catalogue/describe-commands.ts';

export type ScriptVocabulary = {
  readonly commands: readonly DescribedCommand[];
  readonly constants: readonly DescribedConstant[];
};

export function scriptVocabulary(): ScriptVocabulary {
  return { commands: describeCommands(), constants: describeConstants() };
}

/** Markdown: headings of three levels, paragraphs, flat lists, `lua` blocks, code in backticks. */
export function commandReference(): string {
  return renderCommandReference();
}
