// Base of all commands: the options that choose an installation, the output format, and opening and
// closing it.

import { Command, Option } from 'commander';
import type { Application, Flags, Host, RiskApplication, ServiceDeps } from '#cli/host.ts';
import { formatJson } from '#cli/table.ts';
import { identifierAt } from '#lib/identifier.ts';

export type CommonOptions = Flags & { readonly json?: true };

const DATABASE_HELP =
  'PostgreSQL to use in place of the built-in one; ' +
  'set it as DATABASE_URL where others can see your commands';

/** A command with `--data-dir`, `--database-url` and `--json`. */
export function baseCommand(name: string, description: string): Command {
  const command = new Command(name).description(description);
  for (const option of everywhereOptions()) command.addOption(option);
  return command;
}

/** Heading of the options that every command has; the last of a help's headings. */
export const EVERYWHERE = 'Options of every command:';

function everywhereOptions(): readonly Option[] {
  return [
    new Option('--data-dir <DIR>', 'data directory (TIDEMILL_DATA_DIR; default ./.tidemill)'),
    new Option('--database-url <URL>', DATABASE_HELP),
    new Option('--json', 'write JSON for machines'),
  ].map((option) => option.helpGroup(EVERYWHERE));
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

/** Each command makes things of its own. */
export function derivationOf({ clock, random }: Pick<ServiceDeps, 'clock' | 'random'>): string {
  return identifierAt('idm', clock.nowMs(), random.bytes(10));
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
