// `tidemill completion`: prints what a shell needs to complete commands, options and their values.

import { Argument, Command } from 'commander';
import type { Host } from '#cli/host.ts';
import { commandTree } from '#cli/help/command-tree.ts';
import type { Shell } from '#cli/help/completion-script.ts';
import { completionScript, SHELLS } from '#cli/help/completion-script.ts';

/** `program` returns the command that all others belong to. */
export function completionCommand(host: Host, program: () => Command): Command {
  return new Command('completion')
    .description('print what a shell needs to complete commands')
    .addArgument(new Argument('<SHELL>', 'which one').choices(SHELLS))
    .action((shell: Shell) => {
      host.terminal.write(completionScript(shell, commandTree(program())));
    });
}
