// `tidemill help`: the help of any command, by its words.

import { Command } from 'commander';
import { WrongUse } from '#cli/command-error.ts';

/** `program` returns the command that all others belong to. */
export function helpCommand(program: () => Command): Command {
  return new Command('help')
    .description('show what a command does and takes')
    .argument('[COMMAND...]', 'its words, such as: bots create')
    .action((words: readonly string[]) => {
      commandOf(program(), words).outputHelp();
    });
}

/** Throws WrongUse. */
function commandOf(program: Command, words: readonly string[]): Command {
  let command = program;
  for (const word of words) {
    const found = command.commands.find((each) => each.name() === word);
    if (found === undefined) {
      const names = command.commands.map((each) => each.name());
      const whose = command === program ? 'There is' : `"${command.name()}" has`;
      const known = names.length === 0 ? '' : ` There are: ${names.join(', ')}.`;
      throw new WrongUse(`${whose} no command "${word}".${known}`);
    }
    command = found;
  }
  return command;
}
