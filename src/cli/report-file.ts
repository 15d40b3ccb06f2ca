// Pages that commands write: into a file, and from there into the person's browser.

import { writeFileSync } from 'node:fs';
import { Option } from 'commander';
import { CommandFailed, WrongUse } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';

export type ReportChoice = { readonly report?: string; readonly open?: true };

/** Option that opens a written page. */
export function openOption(): Option {
  return new Option('--open', 'open the page that --report writes in a browser');
}

/** Before anything is computed. Throws WrongUse. */
export function checkOpening({ open, report }: ReportChoice): void {
  if (open === true && report === undefined)
    throw new WrongUse('--open: expected --report FILE beside it, which names the page to open');
}

/** Throws CommandFailed. */
export function writeReport(file: string, page: string): void {
  try {
    writeFileSync(file, page);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(`Cannot write "${file}": ${reason}`, 'Check the path and its rights.');
  }
}

/** Once it is written, where that was requested. Throws CommandFailed. */
export async function openReport(
  host: Pick<Host, 'openFile'>,
  { open, report }: ReportChoice,
): Promise<void> {
  if (open === true && report !== undefined) await host.openFile(report);
}
