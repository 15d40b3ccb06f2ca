// Small pieces: files, functions and lines have an upper bound, and most stay far below it.
// Exempt are files that begin with "// Data:" and hold no function, SQL, and lines inside a
// template.

import type { Fact } from './facts-of-node.ts';
import type { Project, SourceFile } from './project.ts';
import { isTest, lineAt } from './project.ts';

export const FILE_LINES_MAX = 500;
export const FUNCTION_LINES_MAX = 70;
export const LINE_COLUMNS_MAX = 100;
/** Of a line that is long because of a template, which the formatter cannot break. */
export const BESIDE_TEMPLATE_COLUMNS_MAX = 50;

/**
 * Functions that are longer, with their lines: a form whose fields were never taken apart. None may
 * be added, and one that changes its length changes it here, where it is to come down.
 */
const LONG_FUNCTIONS: { readonly [place: string]: number } = {};

const OWN_PATH = 'test/tidy/sizes.ts';
const HOOKS = /^(?:before|after)/;

/** Files, functions and lines that are too long. */
export function checkSizes(project: Project): readonly string[] {
  return [...project.sources.flatMap(tooLong), ...notLong(project)];
}

function tooLong(source: SourceFile): readonly string[] {
  const functions = source.facts.filter(({ kind }) => kind === 'function');
  if (source.text.startsWith('// Data:') && functions.length === 0) return [];
  return [
    ...longFile(source),
    ...functions.flatMap((span) => longFunction(source, span)),
    ...longLines(source),
  ];
}

/** Names of the list that no function has, or no longer one. */
function notLong(project: Project): readonly string[] {
  if (!project.texts.has(OWN_PATH)) return [];
  return Object.keys(LONG_FUNCTIONS).flatMap((place) => {
    const [file = '', name = ''] = place.split(':');
    const source = project.sources.find(({ path }) => path === file);
    const isThere = source?.facts.some(
      (fact) =>
        fact.kind === 'function' &&
        nameAt(source, fact) === name &&
        lineAt(source.text, fact.end) - lineAt(source.text, fact.start) >= FUNCTION_LINES_MAX,
    );
    return isThere === true ? [] : [`${OWN_PATH}: "${place}" is long no more: leave it out`];
  });
}

function longFile(source: SourceFile): readonly string[] {
  const count = source.text.trimEnd().split('\n').length;
  if (count <= FILE_LINES_MAX) return [];
  return [`${source.path}: ${count} lines, at most ${FILE_LINES_MAX}`];
}

function longFunction(source: SourceFile, span: Fact): readonly string[] {
  const start = lineAt(source.text, span.start);
  const count = lineAt(source.text, span.end) - start + 1;
  if (count <= FUNCTION_LINES_MAX || isSuite(source, span)) return [];
  if (count === LONG_FUNCTIONS[`${source.path}:${nameAt(source, span)}`]) return [];
  return [`${source.path}:${start}: a function of ${count} lines, at most ${FUNCTION_LINES_MAX}`];
}

/** The name that a function is declared with; empty when it has none. */
function nameAt({ text }: SourceFile, { start }: Fact): string {
  return /^(?:async )?function\*? ([\w$]+)/.exec(text.slice(start, start + 200))?.[1] ?? '';
}

/** A suite is a list of cases; each case is measured by itself. */
function isSuite(source: SourceFile, { start, end }: Fact): boolean {
  const isCase = (fact: Fact): boolean => fact.kind === 'test' && !HOOKS.test(fact.word);
  const isInside = (fact: Fact): boolean => start < fact.start && fact.end < end;
  return isTest(source.path) && source.facts.some((fact) => isInside(fact) && isCase(fact));
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
