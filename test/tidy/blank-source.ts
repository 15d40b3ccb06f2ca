// Splits TypeScript text into code, comments and literals without parsing it. Positions and line
// breaks stay as they are, so every finding can name its line. Relies on the formatter: no exotic
// layout is expected.

export type BlankedSource = {
  /**
   * The text with comments, and the insides of strings, templates and regular expressions, as
   * spaces.
   */
  readonly code: string;
  /** The text with everything but comments as spaces. */
  readonly comments: string;
  /** The text with everything but the insides of strings and templates as spaces. */
  readonly literals: string;
};

type Cursor = {
  readonly text: string;
  position: number;
  readonly code: string[];
  readonly comments: string[];
  readonly literals: string[];
};

type Kind = 'code' | 'comments' | 'literals' | 'none';

const KEYWORDS_BEFORE_REGEX =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|await|yield)$/;

const PLAIN = /[^/'"`{}]*/y;

/** Splits the text; each part has exactly its length and its line breaks. */
export function blankSource(text: string): BlankedSource {
  const cursor: Cursor = { text, position: 0, code: [], comments: [], literals: [] };
  readCode(cursor, false);
  return {
    code: cursor.code.join(''),
    comments: cursor.comments.join(''),
    literals: cursor.literals.join(''),
  };
}

/** Reads code up to the end, or up to the brace that closes a template's expression. */
function readCode(cursor: Cursor, isInTemplate: boolean): void {
  let depth = 0;
  while (cursor.position < cursor.text.length) {
    const pair = cursor.text.slice(cursor.position, cursor.position + 2);
    const first = pair.charAt(0);
    if (isInTemplate && first === '}' && depth === 0) return;
    if (first === '{') depth += 1;
    if (first === '}') depth -= 1;
    if (pair === '//' || (pair === '#!' && cursor.position === 0)) readUntil(cursor, '\n');
    else if (pair === '/*') readUntil(cursor, '*/');
    else if (first === "'" || first === '"') readString(cursor, first);
    else if (first === '`') readTemplate(cursor);
    else if (first === '/' && mayStartRegex(cursor)) readRegex(cursor);
    else take(cursor, plainLength(cursor), 'code');
  }
}

/** How much follows that starts no comment, literal or brace; at least the character at hand. */
function plainLength(cursor: Cursor): number {
  PLAIN.lastIndex = cursor.position + 1;
  return 1 + (PLAIN.exec(cursor.text)?.[0].length ?? 0);
}

function readUntil(cursor: Cursor, end: string): void {
  const found = cursor.text.indexOf(end, cursor.position + 2);
  const stop = found < 0 ? cursor.text.length : end === '\n' ? found : found + end.length;
  take(cursor, stop - cursor.position, 'comments');
}

function readString(cursor: Cursor, quote: string): void {
  take(cursor, 1, 'code');
  while (cursor.position < cursor.text.length && cursor.text[cursor.position] !== quote) {
    take(cursor, cursor.text[cursor.position] === '\\' ? 2 : 1, 'literals');
  }
  take(cursor, 1, 'code');
}

function readTemplate(cursor: Cursor): void {
  take(cursor, 1, 'code');
  while (cursor.position < cursor.text.length && cursor.text[cursor.position] !== '`') {
    if (cursor.text.startsWith('${', cursor.position)) {
      take(cursor, 2, 'code');
      readCode(cursor, true);
      take(cursor, 1, 'code');
    } else {
      take(cursor, cursor.text[cursor.position] === '\\' ? 2 : 1, 'literals');
    }
  }
  take(cursor, 1, 'code');
}

function readRegex(cursor: Cursor): void {
  let isInClass = false;
  take(cursor, 1, 'none');
  while (cursor.position < cursor.text.length) {
    const character = cursor.text[cursor.position];
    if (character === '\n' || (character === '/' && !isInClass)) break;
    if (character === '[') isInClass = true;
    if (character === ']') isInClass = false;
    take(cursor, character === '\\' ? 2 : 1, 'none');
  }
  take(cursor, 1, 'none');
}

/** A slash after a value divides; anywhere else it starts a regular expression. */
function mayStartRegex(cursor: Cursor): boolean {
  const before = cursor.code.slice(-200).join('').trimEnd();
  if (before === '') return true;
  return KEYWORDS_BEFORE_REGEX.test(before) || !/[\w$)\]}'"`]$/.test(before);
}

function take(cursor: Cursor, count: number, kind: Kind): void {
  const part = cursor.text.slice(cursor.position, cursor.position + count);
  const spaces = part.replaceAll(/[^\n]/g, ' ');
  cursor.position += count;
  cursor.code.push(kind === 'code' ? part : spaces);
  cursor.comments.push(kind === 'comments' ? part : spaces);
  cursor.literals.push(kind === 'literals' ? part : spaces);
}
