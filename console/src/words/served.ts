// Words of the service in the language that was chosen: names of settings, types and states. What
// is not known here stays as the service sends it.

import { wordsOf } from './language.ts';

const ENGLISH: Readonly<Record<string, string>> = {};

const KNOWN: Readonly<Record<string, string>> = wordsOf('served', ENGLISH);

export const served = (text: string): string => KNOWN[text] ?? text;
