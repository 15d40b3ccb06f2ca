// Commands by name. Each is loaded where it is run; all of them where the help lists them.

import type { Command } from 'commander';
import type { Host } from '#cli/host.ts';

type MakeCommand = (host: Host, program: () => Command) => Command;
type LoadCommand = () => Promise<MakeCommand>;

/** By their names, in the groups and the order of the help. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, LoadCommand>>>> = {
  'To begin:': {
    serve: async () => (await import('#cli/service/serve-command.ts')).serveCommand,
    doctor: async () => (await import('#cli/service/doctor-command.ts')).doctorCommand,
    async help() {
      const { helpCommand } = await import('#cli/help/help-command.ts');
      return (_host, program) => helpCommand(program);
    },
    completion: async () => (await import('#cli/help/completion-command.ts')).completionCommand,
  },
  'To trade:': {
    markets: async () => (await import('#cli/markets/markets-command.ts')).marketsCommand,
    price: async () => (await import('#cli/markets/markets-command.ts')).priceCommand,
    prices: async () => (await import('#cli/markets/watch-command.ts')).pricesCommand,
    watch: async () => (await import('#cli/markets/watch-command.ts')).watchCommand,
    balance: async () => (await import('#cli/accounts/balance-command.ts')).balanceCommand,
    positions: async () => (await import('#cli/accounts/balance-command.ts')).positionsCommand,
    orders: async () => (await import('#cli/orders/orders-command.ts')).ordersCommand,
    bracket: async () => (await import('#cli/brackets/bracket-command.ts')).bracketCommand,
    fills: async () => (await import('#cli/orders/fills-command.ts')).fillsCommand,
    bots: async () => (await import('#cli/bots/bots-command.ts')).botsCommand,
    hooks: async () => (await import('#cli/hooks/hooks-command.ts')).hooksCommand,
    events: async () => (await import('#cli/events/events-command.ts')).eventsCommand,
    'stop-everything': async () =>
      (await import('#cli/risk/stop-everything-command.ts')).stopEverythingCommand,
  },
  'To try scripts on past prices:': {
    scripts: async () => (await import('#cli/scripts/scripts-command.ts')).scriptsCommand,
    backtest: async () => (await import('#cli/backtests/backtest-command.ts')).backtestCommand,
    backtests: async () => (await import('#cli/backtests/backtests-command.ts')).backtestsCommand,
    portfolio: async () => (await import('#cli/backtests/portfolio-command.ts')).portfolioCommand,
    labs: async () => (await import('#cli/labs/labs-command.ts')).labsCommand,
    history: async () => (await import('#cli/history/history-command.ts')).historyCommand,
    data: async () => (await import('#cli/scripts/data-command.ts')).dataCommand,
    'compare-trades': async () =>
      (await import('#cli/backtests/compare-trades-command.ts')).compareTradesCommand,
  },
  'To administer:': {
    users: async () => (await import('#cli/users/users-command.ts')).usersCommand,
    keys: async () => (await import('#cli/users/keys-command.ts')).keysCommand,
    audit: async () => (await import('#cli/audit/audit-command.ts')).auditCommand,
    webhooks: async () => (await import('#cli/webhooks/webhooks-command.ts')).webhooksCommand,
    notify: async () => (await import('#cli/notify/notify-command.ts')).notifyCommand,
    accounts: async () => (await import('#cli/accounts/accounts-command.ts')).accountsCommand,
    exchanges: async () => (await import('#cli/markets/exchanges-command.ts')).exchangesCommand,
    partners: async () => (await import('#cli/partners/partners-command.ts')).partnersCommand,
    backup: async () => (await import('#cli/service/backup-command.ts')).backupCommand,
    restore: async () => (await import('#cli/service/restore-command.ts')).restoreCommand,
    upgrade: async () => (await import('#cli/service/upgrade-command.ts')).upgradeCommand,
  },
};

/**
 * Commands below the heading of their group: the one that the first word names, else all of them.
 */
export async function loadCommands(
  host: Host,
  word: string | undefined,
  program: () => Command,
): Promise<readonly Command[]> {
  const all = Object.entries(GROUPS).flatMap(([heading, group]) =>
    Object.entries(group).map(([name, load]) => ({ heading, name, load })),
  );
  const named = all.filter(({ name }) => name === word && !LISTING.has(name));
  const wanted = named.length > 0 ? named : all;
  return Promise.all(
    wanted.map(async ({ heading, load }) => (await load())(host, program).helpGroup(heading)),
  );
}

/** Those that read all others. */
const LISTING: ReadonlySet<string> = new Set(['help', 'completion']);
