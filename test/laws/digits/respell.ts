// Numbers of a text of JSON in other spellings: of the same number, and of one that no double
// holds.

/** A number of the text, or a text that is one. */
export type Leaf = {
  readonly start: number;
  readonly end: number;
  readonly digits: string;
  readonly isQuoted: boolean;
  /** Under which name of an object it stands, for people. */
  readonly name: string;
};

const TOKENS = /"((?:[^"\\]|\\.)*)"(\s*:)?|-?\d[\d.eE+-]*/g;
const PLAIN = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

export function leavesOf(text: string): readonly Leaf[] {
  const leaves: Leaf[] = [];
  let name = '';
  for (const found of text.matchAll(TOKENS)) {
    const [token, content, colon] = found;
    if (colon !== undefined) {
      name = content ?? '';
      continue;
    }
    const digits = content ?? token;
    if (!PLAIN.test(digits)) continue;
    const place = { start: found.index, end: found.index + token.length };
    leaves.push({ ...place, digits, isQuoted: content !== undefined, name });
  }
  return leaves;
}

export function withLeaf(text: string, { start, end }: Leaf, token: string): string {
  return text.slice(0, start) + token + text.slice(end);
}

export type Spelling = { readonly name: string; readonly token: string };

/** Of the same number. Those of an id that is a text are its digits alone. */
export function sameNumber({ digits, isQuoted }: Leaf, isOpaque: boolean): readonly Spelling[] {
  const as = (name: string, text: string): readonly Spelling[] => [
    { name: `${name}, as a number`, token: text },
    ...(isOpaque ? [] : [{ name: `${name}, as a text`, token: `"${text}"` }]),
  ];
  const other = isQuoted
    ? { name: 'a number for the text', token: digits }
    : { name: 'a text for the number', token: `"${digits}"` };
  const [whole = '', places = ''] = digits.split('.');
  const isZero = !/[1-9]/.test(digits);
  const zeros = '0'.repeat(20);
  return [
    other,
    ...as('zeros at its end', `${whole}.${places}${zeros}`),
    ...as(
      'an exponent below',
      `${whole}${places}e-${places.length}`.replace(/^(-?)0+(?=\d)/, '$1'),
    ),
    ...as('an exponent above', `${shifted(digits)}E+3`),
    ...(isZero ? [...as('minus zero', '-0'), ...as('zero with an exponent', '0E-8')] : []),
  ];
}

/** A thousandth of it. */
function shifted(digits: string): string {
  const sign = digits.startsWith('-') ? '-' : '';
  const [whole = '', places = ''] = digits.replace('-', '').split('.');
  const padded = whole.padStart(4, '0');
  return `${sign}${padded.slice(0, -3).replace(/^0+(?=\d)/, '')}.${padded.slice(-3)}${places}`;
}

/** Two numbers of one double. */
export type LongPair = { readonly name: string; readonly one: string; readonly other: string };

/** What an id or a figure might be, beyond what a double holds. */
export function longPairs({ digits }: Leaf): readonly LongPair[] {
  const [whole = ''] = digits.split('.');
  const zeros = '0'.repeat(Math.max(0, 16 - whole.replace('-', '').length));
  return [
    { name: 'above 2^53', one: '8389765998331627938', other: '8389765998331627939' },
    {
      name: 'with eighteen places',
      one: `${whole}.${zeros}71`.slice(0, whole.length + 19),
      other: `${whole}.${zeros}72`.slice(0, whole.length + 19),
    },
  ].filter(({ one, other }) => Number(one) === Number(other) && one !== other);
}
