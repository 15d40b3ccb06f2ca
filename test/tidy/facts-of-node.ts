// The facts of one node of a syntax tree, by the type of the node.

import type { SyntaxNode } from './syntax-node.ts';
import { nameOf, nodeIn, nodesIn } from './syntax-node.ts';

export type ImportForm = 'import' | 'export' | 'dynamic' | 'url';

export type Fact = { readonly start: number; readonly end: number } & (
  | {
      readonly kind: 'import';
      readonly form: ImportForm;
      readonly specifier: string;
      readonly isTypeOnly: boolean;
    }
  | { readonly kind: 'function' }
  | { readonly kind: 'export'; readonly name: string }
  | { readonly kind: 'class'; readonly name: string; readonly parent: string | null }
  /** A construct that no file uses. */
  | { readonly kind: 'forbidden'; readonly reason: string }
  /** A call by the runner's words: `test('…', …)`, `suite.only('…', …)`. */
  | {
      readonly kind: 'test';
      readonly word: string;
      readonly modifier: string | null;
      readonly isOutermost: boolean;
      readonly isAsync: boolean;
    }
);

export type Gathering = {
  readonly text: string;
  readonly ancestors: readonly SyntaxNode[];
  readonly add: (fact: Fact) => void;
};

type Gather = (node: SyntaxNode, gathering: Gathering) => void;

const FUNCTIONS: ReadonlySet<string> = new Set([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
]);
const TEST_WORDS: ReadonlySet<string> = new Set([
  'after',
  'afterEach',
  'before',
  'beforeEach',
  'describe',
  'it',
  'suite',
  'test',
]);

const forbidden =
  (reason: string): Gather =>
  ({ start, end }, { add }) =>
    add({ kind: 'forbidden', reason, start, end });

/** Where functions, methods and arrow functions with a body start and end. */
const functionFact: Gather = ({ start, end, body }, { ancestors, add }) => {
  if ((body as SyntaxNode | null)?.type !== 'BlockStatement') return;
  const parent = ancestors.at(-1);
  // Of a method, its name is a part of it.
  const isMethod = parent?.type === 'MethodDefinition' || parent?.['method'] === true;
  add({ kind: 'function', start: isMethod ? (parent?.start ?? start) : start, end });
};

const importFact: Gather = (node, { add }) => {
  const { start, end } = node;
  const specifier = nameOf(nodeIn(node, 'source'));
  if (specifier === null) return;
  const isExport = node.type.startsWith('Export');
  const kind = node[isExport ? 'exportKind' : 'importKind'];
  const isTypeOnly = kind === 'type';
  add({ kind: 'import', form: isExport ? 'export' : 'import', specifier, isTypeOnly, start, end });
};

const dynamicImportFact: Gather = (node, { add }) => {
  const { start, end } = node;
  const specifier = nameOf(nodeIn(node, 'source'));
  if (specifier !== null)
    add({ kind: 'import', form: 'dynamic', specifier, isTypeOnly: false, start, end });
};

/** `import('…').Type`, where a type stands. */
const typeImportFact: Gather = (node, { add }) => {
  const { start, end } = node;
  const specifier = nameOf(nodeIn(node, 'source'));
  if (specifier !== null)
    add({ kind: 'import', form: 'import', specifier, isTypeOnly: true, start, end });
};

/** `new URL('./x.ts', import.meta.url)`, the way to name a worker's or a child's file. */
const urlFact: Gather = (node, { text, add }) => {
  const [first, second] = nodesIn(node, 'arguments');
  const specifier = nameOf(first ?? null);
  if (nameOf(nodeIn(node, 'callee')) !== 'URL' || second === undefined || specifier === null)
    return;
  if (text.slice(second.start, second.end) !== 'import.meta.url') return;
  const { start, end } = node;
  add({ kind: 'import', form: 'url', specifier, isTypeOnly: false, start, end });
};

/** Every name that a statement exports, as others see it. */
const exportFacts: Gather = (node, { add }) => {
  const declaration = nodeIn(node, 'declaration');
  const declared =
    declaration === null
      ? []
      : declaration.type === 'VariableDeclaration'
        ? nodesIn(declaration, 'declarations').flatMap((each) => namesIn(nodeIn(each, 'id')))
        : [nodeIn(declaration, 'id')];
  const listed = nodesIn(node, 'specifiers').map((each) => nodeIn(each, 'exported'));
  for (const each of [...declared, ...listed]) {
    const name = nameOf(each);
    if (each !== null && name !== null)
      add({ kind: 'export', name, start: each.start, end: each.end });
  }
};

/** The identifiers of a pattern: `{ a, b: c }` and `[d, e = 1]`. */
function namesIn(node: SyntaxNode | null): readonly SyntaxNode[] {
  if (node === null) return [];
  const inner =
    node.type === 'ObjectPattern'
      ? nodesIn(node, 'properties').map((each) => nodeIn(each, 'value') ?? nodeIn(each, 'argument'))
      : node.type === 'ArrayPattern'
        ? nodesIn(node, 'elements')
        : node.type === 'AssignmentPattern'
          ? [nodeIn(node, 'left')]
          : node.type === 'RestElement'
            ? [nodeIn(node, 'argument')]
            : null;
  return inner === null ? [node] : inner.flatMap(namesIn);
}

const classFact: Gather = (node, { text, add }) => {
  const parent = nodeIn(node, 'superClass');
  add({
    kind: 'class',
    name: nameOf(nodeIn(node, 'id')) ?? 'class',
    parent: parent === null ? null : text.slice(parent.start, parent.end),
    start: node.start,
    end: node.end,
  });
};

const testFact: Gather = (node, { ancestors, add }) => {
  const callee = nodeIn(node, 'callee');
  const isMember = callee?.type === 'MemberExpression';
  const word = nameOf(isMember ? nodeIn(callee, 'object') : callee);
  if (word === null || !TEST_WORDS.has(word)) return;
  const body = nodesIn(node, 'arguments').findLast(({ type }) => FUNCTIONS.has(type));
  add({
    kind: 'test',
    word,
    modifier: isMember ? nameOf(nodeIn(callee, 'property')) : null,
    isOutermost: !ancestors.some(({ type }) => FUNCTIONS.has(type)),
    isAsync: body?.['async'] === true,
    start: node.start,
    end: node.end,
  });
};

/** Values that are passed on from elsewhere; types may be. */
const passedOn: Gather = (node, gathering) => {
  if (nodeIn(node, 'source') === null || node['exportKind'] === 'type') return;
  const specifiers = nodesIn(node, 'specifiers');
  if (specifiers.length > 0 && specifiers.every((each) => each['exportKind'] === 'type')) return;
  forbidden('import it from where it lives')(node, gathering);
};

const everything: Gather = (node, gathering) => {
  if (node['exportKind'] !== 'type') forbidden('barrels hide where a thing lives')(node, gathering);
};

const variables: Gather = (node, gathering) => {
  if (node['kind'] === 'var' && node['declare'] !== true) forbidden('use const')(node, gathering);
};

const namespaces: Gather = (node, gathering) => {
  // `declare module '…'` and `declare global` only say what is there.
  if (node['declare'] !== true) forbidden('is not erasable')(node, gathering);
};

export const FACTS_OF_NODE: { readonly [type: string]: readonly Gather[] } = {
  ArrowFunctionExpression: [functionFact],
  CallExpression: [testFact],
  ClassDeclaration: [classFact],
  ClassExpression: [classFact],
  Decorator: [forbidden('decorators do not run')],
  ExportAllDeclaration: [importFact, everything],
  ExportDefaultDeclaration: [forbidden('export it by name')],
  ExportNamedDeclaration: [importFact, exportFacts, passedOn],
  FunctionDeclaration: [functionFact],
  FunctionExpression: [functionFact],
  ImportDeclaration: [importFact],
  ImportExpression: [dynamicImportFact],
  NewExpression: [urlFact],
  TSEnumDeclaration: [forbidden('is not erasable')],
  TSExportAssignment: [forbidden('use modules')],
  TSImportEqualsDeclaration: [forbidden('use modules')],
  TSImportType: [typeImportFact],
  TSModuleDeclaration: [namespaces],
  TSParameterProperty: [forbidden('parameter properties are not erasable')],
  VariableDeclaration: [variables],
};
