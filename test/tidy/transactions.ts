// Transactions may be run twice: after a deadlock, or when a table was altered under them. What is
// done in one is done by its session, and nothing outside of it is changed before it has ended.

import type { Project, SourceFile } from './project.ts';
import { isTest, lineAt } from './project.ts';
import type { SyntaxNode } from './syntax-node.ts';
import { childrenOf, nameOf, nodeIn, nodesIn, parseSyntax } from './syntax-node.ts';

/** By what name a store knows the type. */
const SESSION_IMPORT = /\bSession as (\w+)[^;]*connection\/database\.ts/;

/** What changes a list, a set or a map in place. */
const MUTATORS: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill set add delete clear'.split(' '),
);

/** It holds its lock alone, and its work writes how far it came before it goes on. */
const HOLDS_A_LOCK = 'src/adapters/postgres/first-start.ts';

/** What a transaction waits for or changes beside its own session. */
export function checkTransactions(project: Project): readonly string[] {
  return project.sources
    .filter(({ path }) => path.startsWith('src/adapters/postgres/') && !isTest(path))
    .filter(({ path, text }) => path !== HOLDS_A_LOCK && /\bsession\b/i.test(text))
    .flatMap((source) => {
      const found: string[] = [];
      const type = SESSION_IMPORT.exec(source.text)?.[1] ?? 'Session';
      const visit = (node: SyntaxNode): void => {
        if (isTransaction(node)) found.push(...findingsIn(source, node, type));
        else if (sessionOf(node, type) !== null)
          found.push(...findingsOf(source, node, null, type));
        for (const child of childrenOf(node)) visit(child);
      };
      visit(parseSyntax(source.path, source.text).root);
      return found;
    });
}

function isTransaction(node: SyntaxNode): boolean {
  const callee = node.type === 'CallExpression' ? nodeIn(node, 'callee') : null;
  return callee !== null && nameOf(nodeIn(callee, 'property') ?? callee) === 'transaction';
}

function findingsIn(source: SourceFile, call: SyntaxNode, type: string): readonly string[] {
  const [work] = nodesIn(call, 'arguments');
  const say = ({ start }: SyntaxNode, text: string): string =>
    `${source.path}:${lineAt(source.text, start)}: ${text}`;
  if (work === undefined || !/Function/.test(work.type)) {
    return [say(call, 'write what the transaction does in its place, so that it can be read')];
  }
  return findingsOf(source, work, rootOf(nodeIn(call, 'callee')), type);
}

/** The parameter that is a session, of a part of a transaction. */
function sessionOf(node: SyntaxNode, type: string): string | null {
  if (!/Function/.test(node.type)) return null;
  const param = nodesIn(node, 'params').find((each) => hasType(each, type));
  return nameOf(param ?? null);
}

function findingsOf(
  source: SourceFile,
  work: SyntaxNode,
  database: string | null,
  type: string,
): readonly string[] {
  const say = ({ start }: SyntaxNode, text: string): string =>
    `${source.path}:${lineAt(source.text, start)}: ${text}`;
  const session = sessionOf(work, type) ?? nameOf(nodesIn(work, 'params')[0] ?? null);
  const own = namesWithin(work);
  const sessions = sessionsWithin(work, session);
  return within(work).flatMap((node) => {
    if (node.type === 'AwaitExpression' && !mentions(node, sessions)) {
      return [say(node, 'a transaction waits for its session alone, or it stands idle')];
    }
    const changed = changedBy(node);
    if (changed !== null && !own.has(changed)) {
      return [say(node, `"${changed}" is changed twice when the transaction is run twice`)];
    }
    const isOther = node.type === 'Identifier' && nameOf(node) === database;
    return isOther && !own.has(database ?? '')
      ? [say(node, `"${database}" is another connection: use the session`)]
      : [];
  });
}

/** The variable outside of a call or an assignment that it changes. */
function changedBy(node: SyntaxNode): string | null {
  switch (node.type) {
    case 'AssignmentExpression':
      return rootOf(nodeIn(node, 'left'));
    case 'UpdateExpression':
      return rootOf(nodeIn(node, 'argument'));
    case 'CallExpression': {
      const callee = nodeIn(node, 'callee');
      if (callee?.type !== 'MemberExpression') return null;
      const method = nameOf(nodeIn(callee, 'property')) ?? '';
      return MUTATORS.has(method) ? rootOf(nodeIn(callee, 'object')) : null;
    }
    default:
      return null;
  }
}

/** `a` of `a.b[c].d`; null where it begins with something else. */
function rootOf(node: SyntaxNode | null): string | null {
  if (node === null) return null;
  if (node.type === 'MemberExpression') return rootOf(nodeIn(node, 'object'));
  return node.type === 'Identifier' ? nameOf(node) : null;
}

/** What is declared within a function, its parameters included. */
function namesWithin(work: SyntaxNode): ReadonlySet<string> {
  const names = within(work).flatMap((node) => {
    if (node.type === 'VariableDeclarator') return namesOf(nodeIn(node, 'id'));
    if (!/Function/.test(node.type)) return [];
    return [...nodesIn(node, 'params'), ...[nodeIn(node, 'id') ?? []].flat()].flatMap(namesOf);
  });
  return new Set(names);
}

function namesOf(pattern: SyntaxNode | null): readonly string[] {
  if (pattern === null) return [];
  return within(pattern).flatMap((node) =>
    node.type === 'Identifier' ? (nameOf(node) ?? []) : [],
  );
}

/** The session, and what is made of it: a store, a reader. */
function sessionsWithin(work: SyntaxNode, session: string | null): ReadonlySet<string> {
  const names = new Set(session === null ? [] : [session]);
  for (const node of within(work)) {
    const made = node.type === 'VariableDeclarator' ? nodeIn(node, 'init') : null;
    if (made === null || made.type === 'AwaitExpression' || !mentions(made, names)) continue;
    for (const name of namesOf(nodeIn(node, 'id'))) names.add(name);
  }
  return names;
}

function mentions(node: SyntaxNode, names: ReadonlySet<string>): boolean {
  return within(node).some((each) => each.type === 'Identifier' && names.has(nameOf(each) ?? ''));
}

/** Of the parameter itself, not of what its type is made of. */
function hasType(param: SyntaxNode, name: string): boolean {
  const annotation = nodeIn(nodeIn(param, 'typeAnnotation'), 'typeAnnotation');
  return nameOf(nodeIn(annotation, 'typeName')) === name;
}

function within(node: SyntaxNode): readonly SyntaxNode[] {
  return [node, ...childrenOf(node).flatMap(within)];
}
