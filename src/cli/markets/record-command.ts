// `tidemill exchanges record`: the calls to an exchange, for a bug report.

import type { Command } from 'commander';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { plainText } from '#cli/terminal.ts';

type RecordOptions = CommonOptions & {
  readonly account?: string;
  readonly minutes: string;
  readonly stop?: true;
};

const MINUTES_DEFAULT = '10';
const MINUTES_MAX = 60;

/** Command `tidemill exchanges record`. */
export function recordCommand(host: Host): Command {
  return baseCommand('record', 'record the calls to an exchange for a while, for a bug report')
    .argument('<CODE>', 'the code of a real exchange')
    .option('--account <ID>', 'only those of this account')
    .option('--minutes <NUMBER>', `for how long, at most ${MINUTES_MAX}`, MINUTES_DEFAULT)
    .option('--stop', 'end it now')
    .action(async (code: string, options: RecordOptions) => {
      const minutes = minutesOf(options);
      const recording = { code: code.toLowerCase(), accountId: options.account ?? null, minutes };
      const isOn = options.stop !== true;
      const folder = await host.recordCalls(options, isOn ? recording : null);
      const forMachines = { is_recording: isOn, folder };
      writeResult(host, options, forMachines, () =>
        isOn
          ? `For ${minutes} minutes the process for exchanges writes its calls into ` +
            `${plainText(folder)}\nKeys and signatures are left out. Balances and orders are in ` +
            'it: read it before you send it.\n'
          : `Nothing is recorded any more. The files stay in ${plainText(folder)}\n`,
      );
    });
}

function minutesOf({ minutes }: RecordOptions): number {
  const number = /^\d{1,2}$/.test(minutes) ? Number(minutes) : 0;
  if (number >= 1 && number <= MINUTES_MAX) return number;
  throw new CommandFailed(
    `--minutes: expected a whole number from 1 to ${MINUTES_MAX}, found "${plainText(minutes)}".`,
    'For a longer time run the command again.',
  );
}
