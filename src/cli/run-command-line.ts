// The `tidemill` command: reads its arguments, runs one command, and turns every ending into an
// exit code.

import { Command, CommanderError, Help } from 'commander';
import { accountsCommand } from '#cli/accounts/accounts-command.ts';
import { auditCommand } from '#cli/audit/audit-command.ts';
import { backtestCommand } from '#cli/backtests/backtest-command.ts';
import { compareTradesCommand } from '#cli/backtests/compare-trades-command.ts';
import { balanceCommand, positionsCommand } from '#cli/accounts/balance-command.ts';
import { portfolioCommand } from '#cli/backtests/portfolio-command.ts';
import { backtestsCommand } from '#cli/backtests/backtests-command.ts';
import { examplesText } from '#cli/help/command-examples.ts';
import { completionCommand } from '#cli/help/completion-command.ts';
import { helpCommand } from '#cli/help/help-command.ts';
import { pricesCommand, watchCommand } from '#cli/markets/watch-command.ts';
import { dataCommand } from '#cli/scripts/data-command.ts';
import { marketsCommand, priceCommand } from '#cli/markets/markets-command.ts';
import { EVERYWHERE } from '#cli/command-base.ts';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import { backupCommand } from '#cli/service/backup-command.ts';
import { doctorCommand } from '#cli/service/doctor-command.ts';
import { eventsCommand } from '#cli/events/events-command.ts';
import { exchangesCommand } from '#cli/markets/exchanges-command.ts';
import { historyCommand } from '#cli/history/history-command.ts';
import type { Host } from '#cli/host.ts';
import { hooksCommand } from '#cli/hooks/hooks-command.ts';
import { labsCommand } from '#cli/labs/labs-command.ts';
import { keysCommand } from '#cli/users/keys-command.ts';
import { notifyCommand } from '#cli/notify/notify-command.ts';
import { webhooksCommand } from '#cli/webhooks/webhooks-command.ts';
import { botsCommand } from '#cli/bots/bots-command.ts';
import { fillsCommand } from '#cli/orders/fills-command.ts';
import { refuseUser } from '#cli/without-user.ts';
import { bracketCommand } from '#cli/brackets/bracket-command.ts';
import { ordersCommand } from '#cli/orders/orders-command.ts';
import { partnersCommand } from '#cli/partners/partners-command.ts';
import { scriptsCommand } from '#cli/scripts/scripts-command.ts';
import { restoreCommand } from '#cli/service/restore-command.ts';
import { serveCommand } from '#cli/service/serve-command.ts';
import { upgradeCommand } from '#cli/service/upgrade-command.ts';
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

/** The commands as the help shows them, by what they are for. */
function groupedCommands(host: Host, program: () => Command) {
  return [
    [
      'To begin:',
      serveCommand(host),
      doctorCommand(host),
      helpCommand(program),
      completionCommand(host, program),
    ],
    [
      'To trade:',
      marketsCommand(host),
      priceCommand(host),
      pricesCommand(host),
      watchCommand(host),
      balanceCommand(host),
      positionsCommand(host),
      ordersCommand(host),
      bracketCommand(host),
      fillsCommand(host),
      botsCommand(host),
      hooksCommand(host),
      eventsCommand(host),
      stopEverythingCommand(host),
    ],
    [
      'To try scripts on past prices:',
      scriptsCommand(host),
      backtestCommand(host),
      backtestsCommand(host),
      portfolioCommand(host),
      labsCommand(host),
      historyCommand(host),
      dataCommand(host),
      compareTradesCommand(host),
    ],
    [
      'To administer:',
      usersCommand(host),
      keysCommand(host),
      auditCommand(host),
      webhooksCommand(host),
      notifyCommand(host),
      accountsCommand(host),
      exchangesCommand(host),
      partnersCommand(host),
      backupCommand(host),
      restoreCommand(host),
      upgradeCommand(host),
    ],
  ] as const;
}

function buildProgram(host: Host, onMistake: (text: string) => void): Command {
  const program = new Command('tidemill')
    .description('Self-hosted trading automation: one REST API for accounts, orders and bots.')
    .version(host.version)
    .helpCommand(false)
    .addHelpText('after', '\nMore about one of them: tidemill help COMMAND');
  for (const [heading, ...parts] of groupedCommands(host, () => program))
    for (const part of parts) program.addCommand(part.helpGroup(heading));
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
