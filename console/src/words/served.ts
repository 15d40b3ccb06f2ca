// Words of the service in the language that was chosen: names of settings, types and states, and
// what it says in sentences. What is not known here stays as the service sends it.

import { wordsOf } from './language.ts';

const ENGLISH: Readonly<Record<string, string>> = {};

const KNOWN: Readonly<Record<string, string>> = wordsOf('served', ENGLISH);

/** A name in the language that was chosen. */
export const served = (text: string): string => KNOWN[text] ?? text;

const TEXTS: Readonly<Record<string, string>> = wordsOf('servedTexts', ENGLISH);

/** What the service puts into a text. */
const GIVEN = '{}';

type Form = { readonly pattern: RegExp; readonly text: string };

const escaped = (text: string): string => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

/** Those that say most of the text themselves are tried first. */
const FORMS: readonly Form[] = Object.entries(TEXTS)
  .filter(([english]) => english.includes(GIVEN))
  .toSorted(([one], [other]) => other.length - one.length)
  .map(([english, text]) => ({
    pattern: new RegExp(`^${english.split(GIVEN).map(escaped).join('(.+?)')}$`, 's'),
    text,
  }));

/**
 * A sentence in the language that was chosen, and what it is made of likewise. `nameOf` knows names
 * that stand in it.
 */
export function servedText(text: string, nameOf: (name: string) => string = served): string {
  const whole = TEXTS[text];
  if (whole !== undefined) return whole;
  for (const { pattern, text: german } of FORMS) {
    const found = pattern.exec(text);
    if (found === null) continue;
    let at = 0;
    return german.replaceAll(GIVEN, () => {
      at += 1;
      return servedText(found[at] ?? '', nameOf);
    });
  }
  return nameOf(text);
}
