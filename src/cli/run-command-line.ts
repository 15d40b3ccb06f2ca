// The `tidemill` command: reads its arguments, runs one command, and turns every ending into an
// exit code.

import { Command, CommanderError } from 'commander';
import { accountsCommand } from '#cli/accounts/accounts-command.ts';
import { backtestCommand } from '#cli/backtests/backtest-command.ts';
import { compareTradesCommand } from '#cli/backtests/compare-trades-command.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import { doctorCommand } from '#cli/service/doctor-command.ts';
import { exchangesCommand } from '#cli/markets/exchanges-command.ts';
import { historyCommand } from '#cli/history/history-command.ts';
import type { Host } from '#cli/host.ts';
import { labsCommand } from '#cli/labs/labs-command.ts';
import { keysCommand } from '#cli/users/keys-command.ts';
import { botsCommand } from '#cli/bots/bots-command.ts';
import { ordersCommand } from '#cli/orders/orders-command.ts';
import { partnersCommand } from '#cli/partners/partners-command.ts';
import { scriptsCommand } from '#cli/scripts/scripts-command.ts';
import { serveCommand } from '#cli/service/serve-command.ts';
import { formatJson } from '#cli/table.ts';
import { paint, plainText } from '#cli/terminal.ts';
import { stopEverythingCommand } from '#cli/risk/stop-everything-command.ts';
import { usersCommand } from '#cli/users/users-command.ts';

/** Done, failed, used in a wrong way. */
export type ExitCode = 0 | 1 | 2;

/** `words` are the arguments after the program's name. Never throws. */
export async function runCommandLine(host: Host, words: readonly string[]): Promise<ExitCode> {
  const mistakes: string[] = [];
  const isJson = words.includes('--json');
  try {
    await buildProgram(host, (text) => mistakes.push(text)).parseAsync([...words], {
      from: 'user',
    });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0;
    if (error instanceof CommanderError) return endWrongUse(host, isJson, mistakes.join(''));
    if (error instanceof WrongUse) return endWrongUse(host, isJson, error.message);
    return endFailed(host, isJson, error);
  }
}

function buildProgram(host: Host, onMistake: (text: string) => void): Command {
  const program = new Command('tidemill')
    .description('Self-hosted trading automation: one REST API for accounts, orders and bots.')
    .version(host.version)
    .helpCommand(false);
  const parts = [
    serveCommand(host),
    backtestCommand(host),
    compareTradesCommand(host),
    usersCommand(host),
    keysCommand(host),
    accountsCommand(host),
    exchangesCommand(host),
    scriptsCommand(host),
    botsCommand(host),
    ordersCommand(host),
    stopEverythingCommand(host),
    partnersCommand(host),
    labsCommand(host),
    historyCommand(host),
    doctorCommand(host),
  ];
  for (const part of parts) program.addCommand(part);
  for (const command of [program, ...parts, ...parts.flatMap((part) => part.commands)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => host.terminal.write(text),
      writeErr: onMistake,
      getOutHasColors: () => host.terminal.isColored,
      getErrHasColors: () => false,
    });
  }
  return program;
}

function endWrongUse(host: Host, isJson: boolean, mistake: string): ExitCode {
  const { terminal } = host;
  const message = mistake.trim().replace(/^error: /, '');
  if (isJson) {
    const advice = 'See what is possible with --help.';
    terminal.writeError(formatJson({ error: { code: 'wrong_use', message, advice } }));
  } else if (message.startsWith('Usage:')) {
    // A group without a command is answered with its help, which needs neither a label nor a hint.
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
