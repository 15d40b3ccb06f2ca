// Shows a file with the program that this machine has for its kind: a page in the browser.

import { spawn } from 'node:child_process';
import path from 'node:path';
import { CommandFailed } from '#cli/command-error.ts';

const OPENERS: Readonly<Record<string, readonly [program: string, ...words: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', '""'],
};

/** Returns once the program is running. Throws CommandFailed. */
export function openFile(
  file: string,
  [program, ...words] = OPENERS[process.platform] ?? ['xdg-open'],
): Promise<void> {
  const whole = path.resolve(file);
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, whole], { detached: true, stdio: 'ignore' });
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
    child.once('error', () => {
      const message = `There is no program "${program}" here to show a page with.`;
      reject(new CommandFailed(message, `Open it in a browser: ${whole}`));
    });
  });
}
