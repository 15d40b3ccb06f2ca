// Exit status of a command that could not read all accounts.

import { CommandFailed } from '#cli/command-error.ts';

/** What could be read was shown; the command fails nevertheless. */
export function failForUnread(problems: readonly string[]): void {
  if (problems.length === 0) return;
  const advice = 'See the accounts (tidemill accounts list) and their exchanges (tidemill doctor).';
  throw new CommandFailed(problems.join('\n'), advice);
}
