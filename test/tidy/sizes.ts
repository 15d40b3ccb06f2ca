// Small pieces: files, functions and lines have an upper bound, and most stay far below it.
// Exempt are files that begin with "// Data:" and hold no function, SQL, and lines inside a
// template.

import type { Project, SourceFile } from './project.ts';
import { isTest, lineAt } from './project.ts';

export const FILE_LINES_MAX = 500;
export const FUNCTION_LINES_MAX = 70;
export const LINE_COLUMNS_MAX = 100;
/** Of a line that is long because of a template, which the formatter cannot break. */
export const BESIDE_TEMPLATE_COLUMNS_MAX = 50;

/** Files, functions and lines that are too long. */
export function checkSizes(project: Project): readonly string[] {
  return project.sources.flatMap((source) => {
    const functions = functionSpans(source.code);
    if (source.text.startsWith('// Data:') && functions.length === 0) return [];
    return [
      ...longFile(source),
      ...functions.flatMap((span) => longFunction(source, span)),
      ...longLines(source),
    ];
  });
}

export type FunctionSpan = {
  readonly start: number;
  readonly end: number;
};

/** Where functions, methods and arrow functions with a body start and end. */
export function functionSpans(code: string): readonly FunctionSpan[] {
  const closers = matchBrackets(code);
  const spans: FunctionSpan[] = [];
  for (const [open, close] of closers) {
    if (code[open] !== '(') continue;
    // A short slice: the pattern is tried from each of its places.
    const before = code.slice(Math.max(0, open - 20), open);
    if (/(?<![\w$])(?:if|for|while|switch|catch|with)\s*$/.test(before)) continue;
    const body = bodyAfter(code, close + 1, closers);
    if (body === null) continue;
    spans.push({ start: open, end: closers.get(body) ?? body });
  }
  return spans;
}

/**
 * The brace that opens the body of the function whose parameters just ended; null when there is
 * none.
 */
function bodyAfter(
  code: string,
  from: number,
  closers: ReadonlyMap<number, number>,
): number | null {
  let at = skipSpace(code, from);
  if (code[at] === ':') at = skipType(code, at + 1, closers);
  if (code.startsWith('=>', at)) {
    at = skipSpace(code, at + 2);
    return code[at] === '{' ? at : null;
  }
  return code[at] === '{' ? at : null;
}

/**
 * Passes a return type; stops at the body, at an arrow that follows the type, or at what cannot be
 * a type.
 */
function skipType(code: string, from: number, closers: ReadonlyMap<number, number>): number {
  let at = skipSpace(code, from);
  let isComplete = false;
  while (at < code.length) {
    const character = code.charAt(at);
    if (code.startsWith('=>', at)) {
      return at;
    } else if (character === '{' && isComplete) {
      return at;
    } else if (/[{([]/.test(character)) {
      at = (closers.get(at) ?? at) + 1;
      isComplete = true;
    } else if (/[|&<,?:]/.test(character)) {
      at += 1;
      isComplete = false;
    } else if (/[\w$.>'"`\-\s]/.test(character)) {
      const word = /^[\w$]+/.exec(code.slice(at, at + 60))?.[0] ?? character;
      at += word.length;
      if (word.trim() !== '')
        isComplete = !/^(?:readonly|is|asserts|keyof|typeof|extends)$/.test(word);
    } else {
      return at;
    }
  }
  return at;
}

function skipSpace(code: string, from: number): number {
  let at = from;
  while (at < code.length && /\s/.test(code.charAt(at))) at += 1;
  return at;
}

/** Opening bracket -> its closing one, in the order of the opening ones. */
function matchBrackets(code: string): ReadonlyMap<number, number> {
  const closers = new Map<number, number>();
  const stack: number[] = [];
  for (const match of code.matchAll(/[{}()[\]]/g)) {
    if ('{(['.includes(match[0])) {
      stack.push(match.index);
      closers.set(match.index, match.index);
    } else {
      const open = stack.pop();
      if (open !== undefined) closers.set(open, match.index);
    }
  }
  return closers;
}

function longFile(source: SourceFile): readonly string[] {
  const count = source.text.trimEnd().split('\n').length;
  if (count <= FILE_LINES_MAX) return [];
  return [`${source.path}: ${count} lines, at most ${FILE_LINES_MAX}`];
}

function longFunction(source: SourceFile, span: FunctionSpan): readonly string[] {
  // A suite is a list of cases; each case is measured by itself.
  const body = source.code.slice(span.start, span.end);
  if (isTest(source.path) && /\b(?:test|suite|describe|it)\(/.test(body)) return [];
  const start = lineAt(source.code, span.start);
  const count = lineAt(source.code, span.end) - start + 1;
  if (count <= FUNCTION_LINES_MAX) return [];
  return [`${source.path}:${start}: a function of ${count} lines, at most ${FUNCTION_LINES_MAX}`];
}

function longLines(source: SourceFile): readonly string[] {
  const literals = source.literals.split('\n');
  return source.text.split('\n').flatMap((line, index) => {
    const columns = line.length;
    const inLiteral = (literals[index] ?? '').trim().length;
    const isLiteral = line.trim().length - inLiteral <= 3;
    const besideTemplate = line.replace(/`.*`/, '').length;
    // An import of one name has no place to break.
    const isImport = /^import (?:type )?\{ \w+ \} from '[^']+';$/.test(line);
    const isTemplate = line.includes('`') && besideTemplate <= BESIDE_TEMPLATE_COLUMNS_MAX;
    if (columns <= LINE_COLUMNS_MAX || isLiteral || isTemplate || isImport) return [];
    return [`${source.path}:${index + 1}: ${columns} columns, at most ${LINE_COLUMNS_MAX}`];
  });
}
