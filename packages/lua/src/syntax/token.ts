// The words of the language. A token's type is its own text, except for the classes named in
// TokenClass.

export const KEYWORDS: ReadonlySet<string> = new Set([
  'and',
  'break',
  'do',
  'else',
  'elseif',
  'end',
  'false',
  'for',
  'function',
  'goto',
  'if',
  'in',
  'local',
  'nil',
  'not',
  'or',
  'repeat',
  'return',
  'then',
  'true',
  'until',
  'while',
]);

/** Longest first within each first character. `!=` is our addition and becomes `~=`. */
export const OPERATORS: readonly string[] = [
  '...',
  '..',
  '.',
  '==',
  '=',
  '~=',
  '~',
  '!=',
  '<=',
  '<<',
  '<',
  '>=',
  '>>',
  '>',
  '//',
  '/',
  '::',
  ':',
  '+',
  '-',
  '*',
  '%',
  '^',
  '#',
  '&',
  '|',
  '(',
  ')',
  '{',
  '}',
  '[',
  ']',
  ';',
  ',',
];

/** 'name', 'string', 'number', '<eof>', 'broken' (already reported), or the token's own text. */
export type TokenType = string;

export type Token = {
  readonly type: TokenType;
  /** A name's or a string's bytes. */
  readonly text: string;
  readonly number: number;
  readonly line: number;
  readonly column: number;
  /** Offsets into the source, for messages that quote it. */
  readonly start: number;
  readonly end: number;
};
