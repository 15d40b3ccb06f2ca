// `tidemill serve`: runs the service. On the first start it shows the demo key, this once, with
// requests to try.

import type { Command } from 'commander';
import { Option } from 'commander';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { WrongUse } from '#cli/command-error.ts';
import type { Host, ServeRoles, Welcome } from '#cli/host.ts';
import type { Terminal } from '#cli/terminal.ts';
import { paint } from '#cli/terminal.ts';

/** Command `tidemill serve`. */
export function serveCommand(host: Host): Command {
  return baseCommand('serve', 'run the service until it is asked to stop')
    .option('--host <ADDRESS>', 'address to listen on (TIDEMILL_HOST; default 127.0.0.1)')
    .option('--port <NUMBER>', 'port to listen on, 0 for any (TIDEMILL_PORT; default 8080)')
    .addOption(
      new Option(
        '--allow-root',
        "keep root's rights (TIDEMILL_ALLOW_ROOT; default: gives them up)",
      ).preset('yes'),
    )
    .option('--api', 'serve requests only')
    .option('--worker', 'run backtests only; any number of such processes share one database')
    .option('--bots', 'run bots only; any number of such processes share one database')
    .option('--venues', 'trade at real exchanges only; one such process on each machine works')
    .action(async (options: ServeCommandOptions) => {
      await host.serve(options, rolesOf(options), (made) => showFirstStart(host, options, made));
    });
}

type ServeCommandOptions = CommonOptions & {
  readonly api?: boolean;
  readonly worker?: boolean;
  readonly bots?: boolean;
  readonly venues?: boolean;
};

/** All of them unless some are named. */
function rolesOf(options: ServeCommandOptions): ServeRoles {
  const { api = false, worker = false, bots = false, venues = false } = options;
  const besideCount = [worker, bots, venues].filter(Boolean).length;
  if (!api && besideCount > 1) {
    throw new WrongUse(
      '--worker, --bots and --venues are processes of their own; start one for each.',
    );
  }
  return api || besideCount > 0
    ? { api, worker, bots, venues }
    : { api: true, worker: true, bots: true, venues: true };
}

/**
 * To whoever looks, or who asks for it by `--json`; otherwise to a file, because what is printed is
 * retained in a journal.
 */
async function showFirstStart(
  host: Host,
  options: ServeCommandOptions,
  made: Welcome,
): Promise<void> {
  const { terminal } = host;
  if (terminal.isWatched || options.json === true) {
    writeResult(host, options, welcomeToJson(made), () => formatWelcome(terminal, made));
    return;
  }
  const file = await host.writeFirstStart(options, formatWelcome(terminal, made));
  terminal.write(
    `Tidemill runs at ${made.baseUrl}. This first start made the user "${made.userName}": ` +
      `its link to sign in and its key are in "${file}", which this user alone may read. ` +
      'Delete the file when you have them.\n',
  );
}

function formatWelcome(terminal: Terminal, made: Welcome): string {
  const bold = (text: string): string => paint(terminal, 'bold', text);
  const order = JSON.stringify({
    account_id: made.accountId,
    market_tag: made.marketTag,
    side: 'buy',
    type: 'market',
    amount: made.orderAmount,
  });
  const backtest = JSON.stringify({
    script_id: made.scriptId,
    account_id: made.accountId,
    market_tag: made.marketTag,
    interval: 15,
    start_at: made.backtestFrom,
    end_at: made.backtestTo,
  });
  const curl = (path: string): string =>
    `curl -sS '${made.baseUrl}/v1${path}' -H 'Authorization: Bearer ${made.key}'`;
  return [
    '',
    bold(`Tidemill runs at ${made.baseUrl}`),
    '',
    'Open this link in a browser. It signs you in once, within the hour, to choose a password:',
    '',
    `  ${bold(made.signInLink)}`,
    '',
    `This first start made the user "${made.userName}", an account with play money, and this key for`,
    'programs. Keep the key now: it is not stored and cannot be shown again.',
    '',
    `  ${bold(made.key)}`,
    '',
    'Three requests to try: the markets, an order, and what the account holds.',
    '',
    curl(`/markets?exchange=${made.exchange}`),
    '',
    `${curl('/orders')} -H 'Content-Type: application/json' -d '${order}'`,
    '',
    curl(`/accounts/${made.accountId}/balance`),
    '',
    `It also made the script "${made.scriptName}" (${made.scriptId}). To see how it would have traded:`,
    '',
    `${curl('/backtests')} -H 'Content-Type: application/json' -d '${backtest}'`,
    '',
    '',
  ].join('\n');
}

function welcomeToJson(made: Welcome): object {
  return {
    base_url: made.baseUrl,
    user: made.userName,
    account_id: made.accountId,
    key: made.key,
    sign_in_link: made.signInLink,
    script_id: made.scriptId,
    exchange: made.exchange,
    market_tag: made.marketTag,
    order_amount: made.orderAmount,
  };
}
