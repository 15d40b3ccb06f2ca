// Splits TypeScript text into code, comments and literals by its syntax tree. Positions and line
// breaks stay as they are, so every finding can name its line.

import type { SyntaxNode, SyntaxTree } from './syntax-node.ts';
import { childrenOf, nodeIn, parseSyntax } from './syntax-node.ts';

export type BlankedSource = {
  /**
   * The text with comments, and the insides of strings, templates, regular expressions and of the
   * text between elements, as spaces.
   */
  readonly code: string;
  /** The text with everything but comments as spaces. */
  readonly comments: string;
  /** The text with everything but the insides of strings, templates and elements as spaces. */
  readonly literals: string;
};

type Part = {
  readonly start: number;
  readonly end: number;
  readonly kind: 'comment' | 'literal' | 'pattern';
};

/** Splits the text; each part has exactly its length and its line breaks. */
export function blankSource(text: string, name = 'source.ts'): BlankedSource {
  const tree = parseSyntax(name, text);
  const literals: Part[] = [];
  const visit = (node: SyntaxNode): void => {
    const part = literalPart(node);
    if (part !== null) literals.push(part);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(tree.root);
  return blankParts(text, tree, literals);
}

/** The inside of a literal; null for any other node. */
export function literalPart(node: SyntaxNode): Part | null {
  const { start, end } = node;
  if (node.type === 'JSXText') return { start, end, kind: 'literal' };
  // With the backtick or brace before it, and the one, or the dollar and brace, behind it.
  if (node.type === 'TemplateElement')
    return { start: start + 1, end: end - (node['tail'] === true ? 1 : 2), kind: 'literal' };
  if (node.type !== 'Literal') return null;
  if (typeof node['value'] === 'string') return { start: start + 1, end: end - 1, kind: 'literal' };
  return node['regex'] === undefined ? null : { start, end, kind: 'pattern' };
}

/** The three texts, of the comments and of the literals that were found in the tree. */
export function blankParts(
  text: string,
  { root, comments }: Pick<SyntaxTree, 'root' | 'comments'>,
  literals: readonly Part[],
): BlankedSource {
  const hashbang = nodeIn(root, 'hashbang');
  const parts = [
    ...(hashbang === null ? [] : [hashbang]).map(({ start, end }): Part => ({
      start,
      end,
      kind: 'comment',
    })),
    ...comments.map(({ start, end }): Part => ({ start, end, kind: 'comment' })),
    ...literals,
  ].toSorted((left, right) => left.start - right.start);
  const shown = { code: '', comments: '', literals: '' };
  const take = (start: number, end: number, kind: Part['kind'] | 'code'): void => {
    const part = text.slice(start, end);
    const spaces = part.replaceAll(/[^\n]/g, ' ');
    shown.code += kind === 'code' ? part : spaces;
    shown.comments += kind === 'comment' ? part : spaces;
    shown.literals += kind === 'literal' ? part : spaces;
  };
  let at = 0;
  for (const { start, end, kind } of parts) {
    if (start < at) continue;
    take(at, start, 'code');
    take(start, end, kind);
    at = end;
  }
  take(at, text.length, 'code');
  return shown;
}
