// The `tidemill` command: reads its arguments, runs one command, and turns every ending into an
// exit code.

import { Command, CommanderError, Help } from 'commander';
import { examplesText } from '#cli/help/command-examples.ts';
import { EVERYWHERE } from '#cli/command-base.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { loadCommands } from '#cli/load-commands.ts';
import { refuseUser } from '#cli/without-user.ts';
import { formatJson } from '#cli/table.ts';
import { paint, plainText } from '#cli/terminal.ts';

/** Done, failed, used in a wrong way. */
export type ExitCode = 0 | 1 | 2;

/** `words` are the arguments after the program's name. Never throws. */
export async function runCommandLine(host: Host, words: readonly string[]): Promise<ExitCode> {
  const mistakes: string[] = [];
  const isJson = words.includes('--json');
  try {
    const program = await buildProgram(host, words[0], (text) => mistakes.push(text));
    await program.parseAsync([...words], { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError) return endWrongUse(host, isJson, mistakes.join(''));
    if (error instanceof WrongUse) return endWrongUse(host, isJson, error.message);
    return endFailed(host, isJson, error);
  }
}

async function buildProgram(
  host: Host,
  word: string | undefined,
  onMistake: (text: string) => void,
): Promise<Command> {
  const program = new Command('tidemill')
    .description('Self-hosted trading automation: one REST API for accounts, orders and bots.')
    .version(host.version)
    .helpCommand(false)
    .addHelpText('after', '\nMore about one of them: tidemill help COMMAND');
  for (const part of await loadCommands(host, word, () => program)) program.addCommand(part);
  dress(program, '', host, onMistake);
  return program;
}

/** A command and those within it: how they end, where they write, and with which examples. */
function dress(
  command: Command,
  words: string,
  host: Host,
  onMistake: (text: string) => void,
): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.terminal.write(text),
      writeErr: onMistake,
      getOutHasColors: () => host.terminal.isColored,
      getErrHasColors: () => false,
    })
    .configureHelp({ groupItems: ownGroupsFirst })
    .addHelpText('after', () => examplesText(words));
  refuseUser(command, words);
  for (const part of command.commands)
    dress(part, words === '' ? part.name() : `${words} ${part.name()}`, host, onMistake);
}

const ownGroupsFirst: Help['groupItems'] = (all, visible, groupOf) => {
  const groups = new Help().groupItems(all, visible, groupOf);
  const everywhere = groups.get(EVERYWHERE);
  groups.delete(EVERYWHERE);
  if (everywhere !== undefined) groups.set(EVERYWHERE, everywhere);
  return groups;
};

function endWrongUse(host: Host, isJson: boolean, mistake: string): ExitCode {
  const { terminal } = host;
  const message = mistake.trim().replace(/^error: /, '');
  if (isJson) {
    const advice = 'See what is possible with --help.';
    terminal.writeError(formatJson({ error: { code: 'wrong_use', message, advice } }));
  } else if (message.startsWith('Usage:')) {
    // A group without a command prints its help, which needs neither a label nor a hint.
    terminal.writeError(`${message}\n`);
  } else {
    const label = paint(terminal, 'red', 'Wrong use:');
    terminal.writeError(`${label} ${printable(message)}\nSee what is possible with --help.\n`);
  }
  return 2;
}

function endFailed(host: Host, isJson: boolean, error: unknown): ExitCode {
  const { terminal } = host;
  const { message, advice } =
    error instanceof CommandFailed ? error : (host.explain(error) ?? describeDefect(error));
  if (isJson) {
    terminal.writeError(formatJson({ error: { code: 'failed', message, advice } }));
  } else {
    const label = paint(terminal, 'red', 'Failed:');
    terminal.writeError(`${label} ${printable(message)}\n${printable(advice)}\n`);
  }
  return 1;
}

function describeDefect(error: unknown): { readonly message: string; readonly advice: string } {
  return {
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    advice: 'This is a defect of Tidemill: please report it with the lines above.',
  };
}

/** Lines stay; other control characters do not. */
function printable(text: string): string {
  return text.split('\n').map(plainText).join('\n');
}
