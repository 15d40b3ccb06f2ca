// What all commands share: the options that choose an installation, the output format, and opening
// and closing it.

import { Command } from 'commander';
import type { Application, Flags, Host, RiskApplication } from '#cli/host.ts';
import { formatJson } from '#cli/table.ts';

export type CommonOptions = Flags & { readonly json?: true };

const DATABASE_HELP =
  'PostgreSQL to use in place of the built-in one; ' +
  'set it as DATABASE_URL where others can see your commands';

/** A command with `--data-dir`, `--database-url` and `--json`. */
export function baseCommand(name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .option('--data-dir <DIR>', 'data directory (TIDEMILL_DATA_DIR; default ./.tidemill)')
    .option('--database-url <URL>', DATABASE_HELP)
    .option('--json', 'write JSON for machines');
}

/** A command that only groups others. */
export function groupCommand(
  name: string,
  description: string,
  parts: readonly Command[],
): Command {
  const group = new Command(name).description(description).helpCommand(false);
  for (const part of parts) group.addCommand(part);
  return group;
}

/** Runs `act` on the installation and closes it again, whatever happens. */
export async function withApplication(
  host: Host,
  options: CommonOptions,
  act: (application: Application) => Promise<void>,
): Promise<void> {
  const application = await host.openApplication(options);
  try {
    await act(application);
  } finally {
    await application.close();
  }
}

/** As `withApplication`, for what asks exchanges and changes what bots and orders do. */
export async function withRiskApplication(
  host: Host,
  options: CommonOptions,
  act: (application: RiskApplication) => Promise<void>,
): Promise<void> {
  const application = await host.openRiskApplication(options);
  try {
    await act(application);
  } finally {
    await application.close();
  }
}

/** Writes the machine's form with `--json`, else the person's. */
export function writeResult(
  host: Host,
  options: CommonOptions,
  forMachines: unknown,
  forPeople: () => string,
): void {
  host.terminal.write(options.json === true ? formatJson(forMachines) : forPeople());
}
