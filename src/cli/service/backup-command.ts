// `tidemill backup`: everything the database holds into a folder, while the service runs.

import type { Command } from 'commander';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import type { BackupSummary, Host } from '#cli/host.ts';
import { backupText, backupToJson } from '#cli/service/backup-text.ts';

/** Command `tidemill backup`. */
export function backupCommand(host: Host): Command {
  return baseCommand('backup', 'back the installation up, while it runs')
    .argument('<FOLDER>', 'folder to make, outside of the data directory')
    .option('--keys <FILE>', 'write the master key and the venue keys to this file, apart from it')
    .action(async (folder: string, options: CommonOptions & { readonly keys?: string }) => {
      const summary = await host.backUp(options, { folder, keysFile: options.keys ?? null });
      writeResult(host, options, backupToJson(summary), () => formatBackup(summary));
    });
}

function formatBackup(summary: BackupSummary): string {
  const { folder, keysFile } = summary;
  const keys =
    keysFile === null
      ? 'The keys are not in it, and without the master key it cannot be opened: store them\n' +
        'apart (--keys FILE, or master.key and venue.key of the data directory).\n'
      : `The keys are in ${keysFile}: store that file apart from the folder.\n`;
  return `Backed up to ${folder}: ${backupText(summary)}.\n${keys}`;
}
