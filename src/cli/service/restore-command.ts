// `tidemill restore`: makes an installation of a backup, or only checks the backup.

import type { Command } from 'commander';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import type { BackupSummary, Host } from '#cli/host.ts';
import { backupText, backupToJson } from '#cli/service/backup-text.ts';

type RestoreOptions = CommonOptions & { readonly keys?: string; readonly check?: true };

/** Command `tidemill restore`. */
export function restoreCommand(host: Host): Command {
  return baseCommand('restore', 'make an installation of a backup')
    .argument('<FOLDER>', 'folder that "tidemill backup" made')
    .option('--keys <FILE>', 'file with its keys; absent: those that are here already')
    .option('--check', 'read all of it and change nothing')
    .action(async (folder: string, options: RestoreOptions) => {
      const files = { folder, keysFile: options.keys ?? null };
      const summary =
        options.check === true ? await host.checkBackup(files) : await host.restore(options, files);
      const format = options.check === true ? formatChecked : formatRestored;
      writeResult(host, options, backupToJson(summary), () => format(summary));
    });
}

function formatChecked(summary: BackupSummary): string {
  return `${summary.folder} is whole: ${backupText(summary)}.\n`;
}

function formatRestored(summary: BackupSummary): string {
  return (
    `Restored from ${summary.folder}: ${backupText(summary)}.\n` +
    'Bots that ran then run again with the next start, on the accounts that they had: end the\n' +
    'installation that the backup is of before, or both trade.\n'
  );
}
