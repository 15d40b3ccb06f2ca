// A Pine script's source to its tree, with every mistake found on the way.

import { LIMITS } from '#lib/limits.ts';
import { sortDiagnostics } from '#lua/syntax/diagnostic.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { parsePineBlock, parseStatements } from '#pine/syntax/parse-pine-statement.ts';
import { parseStructure } from '#pine/syntax/parse-pine-structure.ts';
import type { PineReader } from '#pine/syntax/pine-reader.ts';
import { complain, current, next } from '#pine/syntax/pine-reader.ts';
import { END_OF_SOURCE, INDENT } from '#pine/syntax/pine-token.ts';
import type { PineTree, Statement } from '#pine/syntax/pine-tree.ts';
import type { Annotation } from '#pine/syntax/tokenize-pine.ts';
import { tokenizePine } from '#pine/syntax/tokenize-pine.ts';

export type PineVersion = 5 | 6;

export type ParsedPine = {
  readonly version: PineVersion;
  /** Meaningful only without diagnostics; else what could be read. */
  readonly statements: PineTree;
  readonly annotations: readonly Annotation[];
  readonly diagnostics: readonly Diagnostic[];
};

/** More are not shown: later ones mostly follow from the first. */
const DIAGNOSTICS_MAX = 50;

/** Parses a source of version 5 or 6. Never throws. */
export function parsePine(source: string): ParsedPine {
  const diagnostics: Diagnostic[] = [];
  if (source.length > LIMITS.scriptCompiledBytesMax) {
    const sizes = `${source.length} characters, at most ${LIMITS.scriptCompiledBytesMax}`;
    const message = `the script is too long: ${sizes} are allowed`;
    diagnostics.push({ kind: 'limit', line: 1, column: 1, message });
    return { version: 6, statements: [], annotations: [], diagnostics };
  }
  const { tokens, annotations } = tokenizePine(source, diagnostics);
  const version = versionOf(annotations, diagnostics);
  const reader: PineReader = {
    tokens,
    diagnostics,
    at: 0,
    depth: 0,
    links: 0,
    isGivenUp: false,
    readBlock: parsePineBlock,
    readStructure: parseStructure,
  };
  const statements = parseAll(reader);
  const shown = sortDiagnostics(diagnostics).slice(0, DIAGNOSTICS_MAX);
  return { version, statements, annotations, diagnostics: shown };
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
  const message = `version "${stated.text}" is not supported; convert the script to version 5 or 6`;
  diagnostics.push({ kind: 'syntax', line: stated.line, column: 1, message });
  return 6;
}
