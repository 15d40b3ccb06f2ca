// Syntax trees as oxc writes them, read without their many types: a node has a type, its positions
// in the text, and fields.

import { parseSync, visitorKeys } from 'oxc-parser';

export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
};

export type SyntaxTree = {
  readonly root: SyntaxNode;
  /** The messages of the parser; empty for a text that it accepts. */
  readonly errors: readonly string[];
};

/** Parses TypeScript; the name tells `.ts` from `.tsx`. Positions count UTF-16 units. */
export function parseSyntax(name: string, text: string): SyntaxTree {
  const { program, errors } = parseSync(name, text);
  return {
    root: program as unknown as SyntaxNode,
    errors: errors.map(({ message }) => message),
  };
}

/** The nodes directly below a node, in the order of the text. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => [node[key]].flat().filter(isNode));
}

/** The node in a field; null when the field has none. */
export function nodeIn(node: SyntaxNode, field: string): SyntaxNode | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
