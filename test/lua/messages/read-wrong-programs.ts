// Wrong programs with what the check says about each: wrong-programs.txt. A program stands under
// its title, the messages under it behind `=> `, and a line `~` ends it.

import { checkScript } from '#commands/check/check-script.ts';
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const WRONG_PROGRAMS_FILE = path.join(import.meta.dirname, 'wrong-programs.txt');

export type WrongProgram = {
  readonly title: string;
  readonly source: string;
  readonly messages: readonly string[];
};

const MESSAGE = '=> ';

export function readWrongPrograms(): readonly WrongProgram[] {
  return readFileSync(WRONG_PROGRAMS_FILE, 'utf8')
    .trimEnd()
    .split(/\n~\n?/)
    .filter((block) => block !== '')
    .map((block) => {
      const [title = '', ...lines] = block.split('\n');
      const source = lines.filter((line) => !line.startsWith(MESSAGE)).join('\n');
      const messages = lines.filter((line) => line.startsWith(MESSAGE));
      const isWindows = title.includes('Windows');
      return {
        title,
        source: isWindows ? source.replaceAll('\n', '\r\n') : source,
        messages: messages.map((line) => line.slice(MESSAGE.length)),
      };
    });
}

/** `line:column: message` of each error. */
export function messagesOf(source: string): string[] {
  return checkScript(source, []).errors.map(
    ({ line, column, message }) => `${line ?? '?'}:${column ?? '?'}: ${message}`,
  );
}

export function wrongProgramText({ title, source }: WrongProgram): string {
  const messages = messagesOf(source).map((message) => MESSAGE + message);
  return [title, source.replaceAll('\r\n', '\n'), ...messages, '~', ''].join('\n');
}
