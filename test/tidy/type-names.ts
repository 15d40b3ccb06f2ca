// Names of types: a noun (`Cursor`, `ErrorBody`), never a bare participle (`Wanted`, `Said`), which
// leaves open what was wanted or said.

import type { Project } from './project.ts';
import { lineAt } from './project.ts';

const DECLARATION = /^(?:export )?(?:type|interface|class) ([A-Z][a-z]+)\b/gm;
const REGULAR = /[^e]ed$/;
const IRREGULAR: ReadonlySet<string> = new Set(
  [
    'Begun Bought Brought Built Caught Chosen Done Drawn Found Given Heard Held Hidden Known',
    'Laid Lost Made Meant Met Owed Paid Said Seen Sent Shown Sold Spent Taken Written',
  ].flatMap((line) => line.split(' ')),
);
/** Nouns, and names of the field. */
const NOUNS: ReadonlySet<string> = new Set([
  'Accepted',
  'Rejected',
  'Parenthesized',
  'Need',
  'Thread',
  'Unified',
]);

/** Types are nouns. */
export function checkTypeNames({ sources }: Project): readonly string[] {
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(DECLARATION)].flatMap((match) => {
      const name = match[1] ?? '';
      const isParticiple = REGULAR.test(name) || IRREGULAR.has(name);
      if (!isParticiple || NOUNS.has(name)) return [];
      return [
        `${path}:${lineAt(text, match.index)}: the type "${name}" is a participle: name a noun`,
      ];
    }),
  );
}
