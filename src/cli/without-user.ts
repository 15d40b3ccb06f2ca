// Commands that are about no user: `--user` is refused by name, with the reason.

import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';

const PRICES = 'markets, their prices and their history are the same for every user';
const FILES = 'it reads files of yours, and nothing that a user has stored';
const MACHINE = 'it is about the installation, not about a user';

/** By the first words of a command; the first that fits counts. */
const WITHOUT_USER: readonly (readonly [words: string, reason: string])[] = [
  ['serve', MACHINE],
  ['doctor', MACHINE],
  ['help', MACHINE],
  ['completion', MACHINE],
  ['backup', MACHINE],
  ['restore', MACHINE],
  ['upgrade', MACHINE],
  ['markets', PRICES],
  ['price', PRICES],
  ['prices', PRICES],
  ['exchanges', PRICES],
  ['history', PRICES],
  ['backtest', FILES],
  ['compare-trades', FILES],
  ['scripts check', FILES],
  ['scripts convert', FILES],
  ['scripts blocks', FILES],
  ['scripts schema', 'it is the same for every user'],
  ['accounts list', 'it lists those of every user, with their names'],
  ['accounts', 'the account is named by its id'],
  ['keys', 'the key is named by its id'],
  ['partners', 'the partner is named'],
  ['users', 'the user is named by an argument'],
];

const OPTION = '--user';

/** Adds the refusal where a command takes no user; `words` are its own. */
export function refuseUser(command: Command, words: string): void {
  if (takesUser(command)) return;
  const reason = whyWithoutUser(words);
  if (reason === null) return;
  const refusal = new Option(`${OPTION} <NAME>`).hideHelp().argParser(() => {
    throw new InvalidArgumentError(`"tidemill ${words}" takes no user: ${reason}.`);
  });
  command.addOption(refusal);
}

/** Whether it has the option, or only groups others. */
function takesUser({ commands, options }: Command): boolean {
  return commands.length > 0 || options.some(({ long }) => long === OPTION);
}

/** Null where nobody has said so. */
export function whyWithoutUser(words: string): string | null {
  const row = WITHOUT_USER.find(([first]) => words === first || words.startsWith(`${first} `));
  return row?.[1] ?? null;
}
