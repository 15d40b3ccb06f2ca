// Diagnostic about a script: a place and a message, in the wording of real Lua where it exists.

export type Diagnostic = {
  readonly kind: 'syntax' | 'scope' | 'reference' | 'constant' | 'limit';
  /** 1-based line of the script. */
  readonly line: number;
  /** 1-based column, counted in characters (code points). */
  readonly column: number;
  readonly message: string;
};

/** Orders diagnostics by place, so that a reader meets them from the top. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return diagnostics.toSorted((a, b) => a.line - b.line || a.column - b.column);
}
