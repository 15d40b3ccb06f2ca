// The commands as shells complete them: which words may stand behind which.

import type { Command } from 'commander';

export type CommandNode = {
  /** Words that lead to it, each after a slash: `/bots/create`; empty for the program itself. */
  readonly path: string;
  /** Commands and options that may follow. */
  readonly words: readonly string[];
  /** Values of options that have a fixed set of them. */
  readonly choices: readonly (readonly [option: string, values: readonly string[]])[];
};

/** The program first, each command before its own. */
export function commandTree(program: Command): readonly CommandNode[] {
  const names = program.commands.map((command) => command.name());
  return nodesOf(program, '').map((node) =>
    node.path === '/help' ? { ...node, words: [...names, ...node.words] } : node,
  );
}

function nodesOf(command: Command, path: string): readonly CommandNode[] {
  const { commands, options, registeredArguments } = command;
  const flags = options.flatMap(({ long }) => (long === undefined || long === null ? [] : [long]));
  const values = registeredArguments.flatMap(({ argChoices }) => argChoices ?? []);
  const choices = options.flatMap(({ argChoices, long }) =>
    long === undefined || long === null || argChoices === undefined
      ? []
      : [[long, argChoices] as const],
  );
  const names = commands.map((each) => each.name());
  const node = { path, words: [...names, ...values, ...flags, '--help'], choices };
  return [node, ...commands.flatMap((each) => nodesOf(each, `${path}/${each.name()}`))];
}
