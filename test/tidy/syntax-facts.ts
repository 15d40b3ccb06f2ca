// Facts of a syntax tree for the checks, gathered in one pass: trees of all sources at once would
// not fit into memory.

import type { BlankedSource } from './blank-source.ts';
import { blankParts, literalPart } from './blank-source.ts';
import type { Fact, Gathering } from './facts-of-node.ts';
import { FACTS_OF_NODE } from './facts-of-node.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { childrenOf, parseSyntax } from './syntax-node.ts';

export type SyntaxFacts = BlankedSource & {
  readonly facts: readonly Fact[];
  /** What the parser objects to. */
  readonly errors: readonly string[];
};

/** Parses a text and gathers its facts in the order of the text. */
export function syntaxFacts(name: string, text: string): SyntaxFacts {
  const tree = parseSyntax(name, text);
  const literals: NonNullable<ReturnType<typeof literalPart>>[] = [];
  const facts: Fact[] = [];
  const ancestors: SyntaxNode[] = [];
  const gathering: Gathering = { text, ancestors, add: (fact) => void facts.push(fact) };
  const visit = (node: SyntaxNode): void => {
    const part = literalPart(node);
    if (part !== null) literals.push(part);
    for (const gather of FACTS_OF_NODE[node.type] ?? []) gather(node, gathering);
    ancestors.push(node);
    for (const child of childrenOf(node)) visit(child);
    ancestors.pop();
  };
  visit(tree.root);
  const bound = new Set(facts.flatMap((fact) => (fact.kind === 'bound' ? fact.name : [])));
  const isForeign = (fact: Fact): boolean => fact.kind !== 'ambient' || !bound.has(fact.root ?? '');
  return {
    ...blankParts(text, tree, literals),
    facts: facts.filter((fact) => fact.kind !== 'bound' && isForeign(fact)),
    errors: tree.errors,
  };
}
