// A script's source to its tree, with every mistake found on the way.

import { parseBlock, parseFunctionBody } from '#lua/syntax/parse-statement.ts';
import { sortDiagnostics } from '#lua/syntax/diagnostic.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import { SyntaxFault, current, fail, next } from '#lua/syntax/token-reader.ts';
import type { TokenReader } from '#lua/syntax/token-reader.ts';
import { tokenize } from '#lua/syntax/tokenize.ts';
import type { FunctionBody } from '#lua/syntax/tree.ts';

export type ParseResult = {
  /** The main chunk. Meaningful only without diagnostics; else it holds what could be read. */
  readonly chunk: FunctionBody;
  readonly diagnostics: readonly Diagnostic[];
};

function reportStray(reader: TokenReader): void {
  try {
    fail(reader, '<eof> expected');
  } catch (fault) {
    if (!(fault instanceof SyntaxFault)) throw fault;
  }
}

/** Parses a byte string (see byte-string.ts). Never throws. */
export function parse(source: string): ParseResult {
  const diagnostics: Diagnostic[] = [];
  const tokens = tokenize(source, diagnostics);
  const reader: TokenReader = {
    source,
    tokens,
    diagnostics,
    at: 0,
    depth: 0,
    tallest: 0,
    isGivenUp: false,
    readFunction: parseFunctionBody,
    functions: [{ isVararg: true, line: 0 }],
  };
  let block = parseBlock(reader);
  while (current(reader).type !== '<eof>') {
    reportStray(reader);
    next(reader);
    const rest = parseBlock(reader);
    block = { statements: [...block.statements, ...rest.statements], endLine: rest.endLine };
  }
  const chunk: FunctionBody = {
    title: 'main chunk',
    parameters: [],
    isVararg: true,
    block,
    line: 0,
    column: 1,
  };
  return { chunk, diagnostics: sortDiagnostics(diagnostics) };
}
