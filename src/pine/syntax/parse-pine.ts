// A Pine script's source to its tree, with every mistake found on the way.

import { LIMITS } from '#lib/limits.ts';
import { sortDiagnostics } from '#lua/syntax/diagnostic.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { parsePineBlock, parseStatements } from '#pine/syntax/parse-pine-statement.ts';
import { parseStructure } from '#pine/syntax/parse-pine-structure.ts';
import type { PineReader } from '#pine/syntax/pine-reader.ts';
import { complain, current, next } from '#pine/syntax/pine-reader.ts';
import type { EarlierVersion } from '#pine/syntax/earlier/convert-earlier.ts';
import { convertEarlier } from '#pine/syntax/earlier/convert-earlier.ts';
import { NEW_WORDS } from '#pine/syntax/earlier/earlier-names.ts';
import type { PineToken } from '#pine/syntax/pine-token.ts';
import { END_OF_SOURCE, INDENT } from '#pine/syntax/pine-token.ts';
import type { PineTree, Statement } from '#pine/syntax/pine-tree.ts';
import type { Annotation } from '#pine/syntax/tokenize-pine.ts';
import { tokenizePine } from '#pine/syntax/tokenize-pine.ts';

export type PineVersion = 5 | 6;

/** `lines`: in which something was converted; `line`: of the version. */
export type ConvertedScript = {
  readonly version: EarlierVersion;
  readonly line: number;
  readonly lines: readonly number[];
};

export type ParsedPine = {
  readonly version: PineVersion;
  /** Meaningful only without diagnostics; else what could be read. */
  readonly statements: PineTree;
  readonly annotations: readonly Annotation[];
  /** Of a script of an earlier version, whose statements are those of version 5; else null. */
  readonly converted: ConvertedScript | null;
  readonly diagnostics: readonly Diagnostic[];
};

/** More are not shown: later ones mostly follow from the first. */
const DIAGNOSTICS_MAX = 50;

/** Parses a source; of versions 2 to 4 what it is in version 5. Never throws. */
export function parsePine(source: string): ParsedPine {
  const diagnostics: Diagnostic[] = [];
  if (source.length > LIMITS.scriptCompiledBytesMax) {
    const sizes = `${source.length} characters, at most ${LIMITS.scriptCompiledBytesMax}`;
    const message = `the script is too long: ${sizes} are allowed`;
    diagnostics.push({ kind: 'limit', line: 1, column: 1, message });
    return { version: 6, statements: [], annotations: [], converted: null, diagnostics };
  }
  const { tokens, annotations } = tokenizePine(source, diagnostics);
  const earlier = earlierVersion(annotations) ?? firstVersion(annotations, source);
  const version = earlier === null ? versionOf(annotations, diagnostics) : 5;
  const reader: PineReader = {
    tokens: earlier === null ? tokens : tokens.map(withoutNewWord),
    diagnostics,
    at: 0,
    depth: 0,
    links: 0,
    isGivenUp: false,
    readBlock: parsePineBlock,
    readStructure: parseStructure,
  };
  const parsed = parseAll(reader);
  const shown = sortDiagnostics(diagnostics).slice(0, DIAGNOSTICS_MAX);
  const read = { version, annotations, diagnostics: shown };
  if (earlier === null || shown.length > 0) return { ...read, statements: parsed, converted: null };
  const { statements, lines } = convertEarlier(parsed, earlier.version);
  return { ...read, statements, converted: { ...earlier, lines } };
}

/** Words that became words of the language with version 5 are names before. */
function withoutNewWord(token: PineToken): PineToken {
  const isNew = token.type === 'name' && NEW_WORDS.has(token.text);
  return isNew ? { ...token, text: `${token.text}_` } : token;
}

/** Of a script that is converted; null for others. */
function earlierVersion(
  annotations: readonly Annotation[],
): { readonly version: EarlierVersion; readonly line: number } | null {
  const stated = annotations.find(({ name }) => name === 'version');
  const version = ([2, 3, 4] as const).find((each) => String(each) === stated?.text);
  return stated === undefined || version === undefined ? null : { version, line: stated.line };
}

const DECLARATION = /^\s*(?:study|strategy)\s*\(/m;
const LATER_NAME = /\b(?:ta|math|str|request|array|color)\.[a-z]|\b(?:indicator|library)\s*\(/;

/** A script that says no version is of version 1, where it looks like one; version 2 reads it. */
function firstVersion(
  annotations: readonly Annotation[],
  source: string,
): { readonly version: EarlierVersion; readonly line: number } | null {
  const isStated = annotations.some(({ name }) => name === 'version');
  const isFirst = !isStated && DECLARATION.test(source) && !LATER_NAME.test(source);
  return isFirst ? { version: 2, line: 1 } : null;
}

function parseAll(reader: PineReader): Statement[] {
  const statements: Statement[] = [];
  if (current(reader).type === INDENT) {
    next(reader);
    complain(reader, current(reader), 'the first line of a script is not indented');
  }
  for (;;) {
    statements.push(...parseStatements(reader));
    if (current(reader).type === END_OF_SOURCE) return statements;
    // The end of a block that was given up.
    next(reader);
  }
}

/** By `//@version=`. */
function versionOf(annotations: readonly Annotation[], diagnostics: Diagnostic[]): PineVersion {
  const stated = annotations.find(({ name }) => name === 'version');
  if (stated === undefined) {
    const message = "no version; begin the script with '//@version=6' (or 5)";
    diagnostics.push({ kind: 'syntax', line: 1, column: 1, message });
    return 6;
  }
  if (stated.text === '5') return 5;
  if (stated.text === '6') return 6;
  const message = `version "${stated.text}" is not supported; convert the script to one of 2 to 6`;
  diagnostics.push({ kind: 'syntax', line: stated.line, column: 1, message });
  return 6;
}
