// Asks for a secret at the terminal without showing what is typed.

import type { ReadStream } from 'node:tty';
import { CommandFailed } from '#cli/command-error.ts';

const ENTER = ['\r', '\n'];
const END = '\u0004';
const INTERRUPT = '\u0003';
const ERASE = ['\u007f', '\b'];
const CHARACTERS_MAX = 8_192;

function interrupted(): CommandFailed {
  return new CommandFailed('The question was interrupted.', 'Nothing was done.');
}

type Terminal = Pick<
  ReadStream,
  'isTTY' | 'setRawMode' | 'setEncoding' | 'resume' | 'pause' | 'on' | 'off'
>;

/** Null where there is no terminal. Throws CommandFailed when it is interrupted. */
export async function askSecret(
  prompt: string,
  input: Terminal,
  write: (text: string) => void,
): Promise<string | null> {
  if (!input.isTTY) return null;
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let typed = '';
  const take = (character: string): void => {
    if (ENTER.includes(character) || character === END) resolve(typed);
    else if (character === INTERRUPT) reject(interrupted());
    else if (ERASE.includes(character)) typed = typed.slice(0, -1);
    else if (typed.length < CHARACTERS_MAX) typed += character;
  };
  const onText = (text: string): void => {
    for (const character of text) take(character);
  };
  write(prompt);
  input.setRawMode(true);
  input.setEncoding('utf8');
  input.on('data', onText);
  input.resume();
  try {
    return await promise;
  } finally {
    input.off('data', onText);
    input.setRawMode(false);
    input.pause();
    write('\n');
  }
}
