// Reads a file that a person named, and says in words why it cannot be read.

import { readFileSync } from 'node:fs';
import { CommandFailed } from '#cli/command-error.ts';

const REASONS: { readonly [code: string]: string } = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'you have no right to read it',
};

/** As UTF-8; fails the command when it cannot be read. */
export function readTextFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    const reason = REASONS[code] ?? (error instanceof Error ? error.message : String(error));
    throw new CommandFailed(`Cannot read "${file}": ${reason}.`, 'Check the path and its rights.');
  }
}
