// Violations planted in generated code: guards that calculate or coerce where they should test.

import type { ChangeCode } from './run-ways.ts';

type PlantedCode = { readonly name: string; readonly change: ChangeCode };

/** A name, a temporary or a field of one, as guards repeat it. */
const REPEATED = String.raw`[\w$.]+`;

function replacing(pattern: string, by: string): ChangeCode {
  const found = new RegExp(pattern, 'g');
  return (code) => code.replaceAll(found, by);
}

export const PLANTED_CODE: readonly PlantedCode[] = [
  {
    name: 'a list made longer by k - 1 === length',
    change: replacing(String.raw`k === l\.length \+ 1`, 'k - 1 === l.length'),
  },
  {
    name: 'a list made longer by k == length + 1',
    change: replacing(String.raw`k === l\.length \+ 1`, 'k == l.length + 1'),
  },
  {
    name: 'an element stored without a test that its key is a number',
    change: replacing(String.raw`typeof ${REPEATED} === "number" && (?=\(t\d+ = )`, ''),
  },
  {
    name: 'operands taken for numbers without a test',
    change: replacing(
      String.raw`typeof (\(?${REPEATED}(?: = [^()]*\))?) === "number" \?`,
      '$1, true ?',
    ),
  },
  {
    name: 'equality that coerces',
    change: replacing(String.raw` === (?!"|undefined|false)`, ' == '),
  },
  {
    name: 'the truth of JavaScript, for which 0 and the empty text are false',
    change: replacing(String.raw`\((${REPEATED}) !== undefined && \1 !== false\)`, '(!!$1)'),
  },
  {
    name: 'bounds of loops taken as they are',
    change: replacing(String.raw`R\.loopNumber\(([^,()]+(?:\([^()]*\))?), "`, '((a) => a)($1, "'),
  },
  {
    name: 'a length of whatever has one',
    change: replacing(String.raw`R\.lengthOf\((${REPEATED}),`, '((a) => a.length)($1,'),
  },
  {
    name: 'a text read as an index of a list',
    change: replacing(
      String.raw`typeof (${REPEATED}) === "number" && (${REPEATED}) !== undefined`,
      '$2 !== undefined',
    ),
  },
];
