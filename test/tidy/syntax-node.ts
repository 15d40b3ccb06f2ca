// Syntax trees as oxc writes them, read without their many types: a node has a type, its positions
// in the text, and fields.

import type { Comment } from 'oxc-parser';
import { parseSync, visitorKeys } from 'oxc-parser';

export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
};

export type SyntaxTree = {
  readonly root: SyntaxNode;
  readonly comments: readonly Comment[];
  /** The messages of the parser; empty for a text that it accepts. */
  readonly errors: readonly string[];
};

/** Parses TypeScript; the name tells `.ts` from `.tsx`. Positions count UTF-16 units. */
export function parseSyntax(name: string, text: string): SyntaxTree {
  const { program, comments, errors } = parseSync(name, text);
  return {
    root: program as unknown as SyntaxNode,
    comments,
    errors: errors.map(({ message }) => message),
  };
}

/** The nodes directly below a node, in the order of the text. */
export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const found: SyntaxNode[] = [];
  for (const key of visitorKeys[node.type] ?? []) {
    const value = node[key];
    if (Array.isArray(value)) found.push(...value.filter(isNode));
    else if (isNode(value)) found.push(value);
  }
  return found;
}

/** The node in a field; null when the field has none. */
export function nodeIn(node: SyntaxNode | null, field: string): SyntaxNode | null {
  const value = node?.[field];
  return isNode(value) ? value : null;
}

/** The nodes in a field that is a list. */
export function nodesIn(node: SyntaxNode, field: string): readonly SyntaxNode[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

/** The name of an identifier, or the text of a literal; null for other nodes. */
export function nameOf(node: SyntaxNode | null): string | null {
  if (node?.type === 'TemplateLiteral') {
    const [only, ...others] = nodesIn(node, 'quasis');
    const text = (only?.['value'] as { readonly cooked?: unknown } | undefined)?.cooked;
    return others.length === 0 && typeof text === 'string' ? text : null;
  }
  const name = node?.['name'] ?? node?.['value'];
  return typeof name === 'string' ? name : null;
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
