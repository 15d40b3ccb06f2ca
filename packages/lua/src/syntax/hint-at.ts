// Hint at what to write instead, where a script uses the syntax of another language: a sentence
// behind the message of a syntax error. Reads the tokens around the place alone, and never changes
// what is accepted.

import { closestName } from '#lib/closest-name.ts';
import { textFromBytes } from '#lua/syntax/byte-string.ts';
import {
  BLOCK_KEYWORDS,
  FOREIGN_CHARACTERS,
  FOREIGN_OPERATORS,
  FOREIGN_WORDS,
} from '#lua/syntax/foreign-syntax.ts';
import { KEYWORDS } from '#lua/syntax/token.ts';
import type { Token } from '#lua/syntax/token.ts';

/** Where the parser stands, and what it said. */
export type Complaint = {
  readonly source: string;
  readonly tokens: readonly Token[];
  /** Position of the token that it complains about. */
  readonly at: number;
  readonly message: string;
};

type Rule = (complaint: Complaint) => string | null;

/** How many tokens are looked at before the place. */
const LOOKBACK = 60;

function textOf({ source }: Complaint, token: Token | undefined): string {
  return token === undefined ? '' : textFromBytes(source.slice(token.start, token.end));
}

function isAdjacent(left: Token | undefined, right: Token | undefined): boolean {
  return left !== undefined && right !== undefined && left.end === right.start;
}

/** The tokens in front of the place on its line, from the left. */
function lineBefore({ tokens, at }: Complaint): readonly Token[] {
  const line = tokens[at]?.line;
  let from = at;
  while (from > 0 && at - from < LOOKBACK && tokens[from - 1]?.line === line) from -= 1;
  return tokens.slice(from, at);
}

/** What stands directly in front of the place and can be assigned, as it is written: `a.b`. */
function targetBefore(complaint: Complaint): string {
  const { source, tokens, at } = complaint;
  let from = at - 1;
  const isPart = (token: Token | undefined) =>
    token !== undefined && ['name', '.', '[', ']', 'string', 'number'].includes(token.type);
  while (from > 0 && at - from < LOOKBACK && isPart(tokens[from - 1])) {
    if (!isAdjacent(tokens[from - 1], tokens[from])) break;
    from -= 1;
  }
  const first = tokens[from];
  const last = tokens[at - 1];
  if (first?.type !== 'name' || last === undefined || last.end - first.start > 40) return 'x';
  return source.slice(first.start, last.end);
}

/** `x++`, `x += 1`, `x -= 1`, …: the operator of another language on both sides of the place. */
function assignment(complaint: Complaint): string | null {
  const { tokens, at, source } = complaint;
  const token = tokens[at];
  const following = tokens[at + 1];
  if (token === undefined) return null;
  const target = targetBefore(complaint);
  if (token.type === '+' && following?.type === '+' && isAdjacent(token, following)) {
    return `Lua has no '++': write ${target} = ${target} + 1`;
  }
  const isCompound = ['+', '-', '*', '/', '%', '^', '..', '//', '|', '&'].includes(token.type);
  if (isCompound && following?.type === '=' && isAdjacent(token, following)) {
    const { type } = token;
    return `Lua has no '${type}=': write ${target} = ${target} ${type} …`;
  }
  const before = tokens[at - 1];
  const isDecrement = before?.type === 'name' && source.startsWith('--', before.end);
  if (!isDecrement || token.line === before.line) return null;
  return `'--' begins a comment: write ${target} = ${target} - 1`;
}

/** Operators that are read as two of ours, or as one and a stray sign. */
function operator(complaint: Complaint): string | null {
  const { tokens, at, message } = complaint;
  const isPipe = message.startsWith("'|' expected");
  const hasPipes = lineBefore(complaint).some(
    (token, index, line) => token.type === '|' && line[index + 1]?.type === '|',
  );
  if (isPipe && hasPipes) return FOREIGN_OPERATORS.get('||') ?? null;
  for (const from of [at - 2, at - 1, at]) {
    for (const length of [3, 2, 1]) {
      const parts = tokens.slice(Math.max(0, from), from + length);
      if (from < 0 || parts.length < length || from + length <= at) continue;
      if (parts.some((part, index) => index > 0 && !isAdjacent(parts[index - 1], part))) continue;
      const written = parts.map((part) => textOf(complaint, part)).join('');
      const meant = FOREIGN_OPERATORS.get(written);
      if (meant !== undefined) return meant;
    }
  }
  return null;
}

function isAscii(text: string): boolean {
  return (text.codePointAt(0) ?? 0) < 0x80;
}

function character(complaint: Complaint): string | null {
  const text = textOf(complaint, complaint.tokens[complaint.at]);
  const known = FOREIGN_CHARACTERS.get(text);
  if (known !== undefined) return known;
  if (text === '[' && complaint.message.startsWith('unexpected symbol')) {
    return 'a list is written { 1, 2, 3 }';
  }
  const isForeign = text !== '' && !isAscii(text);
  return isForeign ? 'names consist of a-z, A-Z, 0-9 and _' : null;
}

/** `// note`, `# note`, `/* note`. */
function comment(complaint: Complaint): string | null {
  const { tokens, at } = complaint;
  const line = lineBefore(complaint);
  const token = tokens[at];
  if (token?.type === '//' && line.length === 0) return "a comment begins with '--'";
  if (token?.type === '#' && line.length === 0) return "a comment begins with '--'";
  if (token?.type === '/' && tokens[at + 1]?.type === '*') {
    return "a comment begins with '--', a long one stands in '--[[' and ']]'";
  }
  if (!line.some(({ type }) => type === '//')) return null;
  return "'//' divides; a comment begins with '--'";
}

/** `=` where a comparison is meant, `:` and `{` where a block begins. */
function blockOpening(complaint: Complaint): string | null {
  const { tokens, at, message } = complaint;
  const token = tokens[at];
  const isCondition = message.startsWith("'then' expected") || message.startsWith("'do' expected");
  if (isCondition && token?.type === '=') return "'==' compares, '=' assigns";
  if (isCondition && token?.type === ':') {
    const [opening] = lineBefore(complaint);
    return opening === undefined ? null : blockHint(opening);
  }
  const brace = openBrace(complaint);
  if (brace !== null) return brace;
  const before = tokens[at - 1];
  if (before?.type !== ':' || token?.line === before.line) return null;
  const [first] = lineBefore({ ...complaint, at: at - 1 });
  return first === undefined ? null : blockHint(first);
}

function blockHint({ type, text }: Token): string | null {
  const opening = BLOCK_KEYWORDS.get(type === 'name' ? text : type);
  return opening === undefined ? null : `a block is written ${opening} … end`;
}

/** A brace that was opened on a line which begins a block, and in which the place lies. */
function openBrace(complaint: Complaint): string | null {
  const at = openBraceAt(complaint);
  if (at === null) return null;
  const { tokens } = complaint;
  // Behind an assignment or within brackets, a brace is a table like any other.
  if (['=', ',', '(', 'return'].includes(tokens[at - 1]?.type ?? '')) return null;
  const line = lineBefore({ ...complaint, at });
  const [first, second] = line;
  if (first === undefined) return null;
  const isBehind = first.type === 'local' || first.type === '}';
  return blockHint(isBehind && second !== undefined ? second : first);
}

/** The brace at the place, the innermost open one, or the one that was closed just before. */
function openBraceAt({ tokens, at, message }: Complaint): number | null {
  const isClosed = tokens[at - 1]?.type === '}' && /^'(?:then|do)' expected/.test(message);
  let depth = isClosed ? -1 : 0;
  for (let index = at; index >= Math.max(0, at - LOOKBACK); index -= 1) {
    const type = tokens[index]?.type;
    if (type === '}' && index < at) depth += 1;
    if (type !== '{') continue;
    if (depth === 0) return index;
    depth -= 1;
  }
  return null;
}

/** Keywords in another case, misspelt ones, and those of other languages. */
function word(complaint: Complaint): string | null {
  const { tokens, at, message } = complaint;
  const here = tokens[at];
  if (here?.type === 'name') {
    const keyword = keywordFor(here.text, false);
    if (keyword !== null && message.includes('expected')) return keyword;
  }
  const before = tokens[at - 1];
  if (before?.type !== 'name' || !message.startsWith('syntax error')) return null;
  return FOREIGN_WORDS.get(before.text) ?? keywordFor(before.text, true);
}

function keywordFor(text: string, isMisspelt: boolean): string | null {
  const lower = text.toLowerCase();
  if (KEYWORDS.has(lower)) return `write '${lower}': words of Lua are in lower case`;
  const closest = isMisspelt ? closestName(text, KEYWORDS) : null;
  return closest === null ? null : `did you mean '${closest}'?`;
}

const VALUE_TYPES: ReadonlySet<string> = new Set(['name', 'number', 'string']);

/** Two values beside one another within brackets, and one `end` too many. */
function missing({ tokens, at, message }: Complaint): string | null {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token === undefined || before === undefined) return null;
  if (message.startsWith('<eof> expected') && token.type === 'end') {
    return "there is one 'end' too many";
  }
  const isCounted = message.startsWith("',' expected") && token.type === ';';
  if (isCounted || (message.startsWith('<name> expected') && before.type === 'for')) {
    return 'a counted loop is written for i = 1, n do … end';
  }
  const closes = message.startsWith("')' expected") || message.startsWith("'}' expected");
  if (!closes) return null;
  if (token.type === '=' && before.type === 'name' && message.startsWith("')'")) {
    return "parameters have no default values: write x = x or … in the body; '==' compares";
  }
  const isBetween = VALUE_TYPES.has(token.type) && VALUE_TYPES.has(before.type);
  return isBetween ? 'is a comma missing?' : null;
}

/** `else if`, which begins an `if` with an `end` of its own. */
function missingEnd({ tokens, at, message }: Complaint): string | null {
  if (!message.startsWith("'end' expected")) return null;
  for (let index = at; index > 0; index -= 1) {
    const token = tokens[index];
    const before = tokens[index - 1];
    if (token?.type !== 'if' || before?.type !== 'else' || before.line !== token.line) continue;
    return `'else if' on line ${token.line} begins an 'if' of its own: write 'elseif'`;
  }
  return null;
}

const RULES: readonly Rule[] = [
  missingEnd,
  character,
  comment,
  assignment,
  operator,
  blockOpening,
  word,
  missing,
];

/** What to write instead; null when the place shows no habit of another language. */
export function hintAt(complaint: Complaint): string | null {
  for (const rule of RULES) {
    const hint = rule(complaint);
    if (hint !== null) return hint;
  }
  return null;
}
