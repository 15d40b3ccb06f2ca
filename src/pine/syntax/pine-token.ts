// The words of Pine Script. A token's type is its own text, except for the classes below; layout
// tokens say where a line ends and where a block begins and ends.

/** `name`, `integer`, `float`, `string`, `color`, layout, or the token's own text. */
export type PineTokenType = string;

export const NEWLINE = '<newline>';
export const INDENT = '<indent>';
export const DEDENT = '<dedent>';
export const END_OF_SOURCE = '<eof>';

export type PineToken = {
  readonly type: PineTokenType;
  /** Of a name, a color, a string (its value) or a number (as written). */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  /** 1-based, in characters (code points). */
  readonly column: number;
  /** The first of a line that continues the one above; it has this indentation. */
  readonly continuedIndent: number | null;
};

/** Cannot be names of variables. Others, such as `type` or `to`, are words only in their place. */
export const RESERVED_WORDS: ReadonlySet<string> = new Set([
  'and',
  'break',
  'continue',
  'else',
  'export',
  'false',
  'for',
  'if',
  'import',
  'not',
  'or',
  'switch',
  'true',
  'var',
  'varip',
  'while',
]);

/** Longest first. */
export const PINE_OPERATORS: readonly string[] = [
  '=>',
  '==',
  '!=',
  '<=',
  '>=',
  ':=',
  '+=',
  '-=',
  '*=',
  '/=',
  '%=',
  '+',
  '-',
  '*',
  '/',
  '%',
  '<',
  '>',
  '=',
  '?',
  ':',
  '(',
  ')',
  '[',
  ']',
  ',',
  '.',
];

/** Operators after which a line may end: brackets span lines by themselves, a body follows `=>`. */
const ENDING: ReadonlySet<string> = new Set(['=>', '(', ')', '[', ']']);
/** A line that ends with one of these goes on in the next. */
export const AWAITS_MORE: ReadonlySet<string> = new Set([
  ...PINE_OPERATORS.filter((operator) => !ENDING.has(operator)),
  'and',
  'or',
  'not',
]);

/** A line that begins with one of these belongs to the one above. */
export const CONTINUES: ReadonlySet<string> = new Set([
  '==',
  '!=',
  '<=',
  '>=',
  '+',
  '*',
  '/',
  '%',
  '<',
  '>',
  '?',
  ':',
  ',',
  '.',
  'and',
  'or',
]);
