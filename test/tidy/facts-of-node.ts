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
  /** A function declaration that others may call, with the statement that exports it. */
  | { readonly kind: 'exported_function'; readonly name: string }
  /** A use of a name that every program has, or of a method that depends on the machine. */
  | { readonly kind: 'ambient'; readonly name: string; readonly root: string | null }
  /** A declaration of such a name, which is another one in this file. */
  | { readonly kind: 'bound'; readonly name: string }
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

/** Names that stand for the machine, its clock, chance or the network, wherever they are used. */
const AMBIENT_NAMES: ReadonlySet<string> = new Set(
  `Date EventSource FinalizationRegistry Intl Math SharedWorker Temporal WeakRef WebSocket
  XMLHttpRequest cancelIdleCallback clearImmediate console crypto fetch globalThis navigator
  performance process queueMicrotask requestIdleCallback self setImmediate setInterval setTimeout
  window`.split(/\s+/),
);
/** Of an object that is ambient, what is not. */
const PLAIN_MEMBERS: { readonly [name: string]: RegExp } = {
  Date: /^(?:UTC|parse)$/,
  Math: /^(?!random$)/,
  Temporal: /^(?!Now$)/,
};
/** Methods that read the machine's time zone or locale. */
const LOCAL_METHODS =
  /^(?:toLocale\w+|(?:get|set)(?:FullYear|Month|Date|Day|Hours|Minutes|Seconds|TimezoneOffset))$/;
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
const exportFacts: Gather = (node, gathering) => {
  const { add } = gathering;
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
    if (name === 'default' && each !== null) forbidden('export it by name')(each, gathering);
    else if (each !== null && name !== null)
      add({ kind: 'export', name, start: each.start, end: each.end });
  }
};

/** A function that a statement declares and exports, or one signature of it. */
const exportedFunctionFact: Gather = (node, { add }) => {
  const declaration = nodeIn(node, 'declaration');
  if (!/^(?:TSDeclareFunction|FunctionDeclaration)$/.test(declaration?.type ?? '')) return;
  const name = nameOf(nodeIn(declaration, 'id'));
  if (name !== null) add({ kind: 'exported_function', name, start: node.start, end: node.end });
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
    modifier: isMember ? nameOf(nodeIn(callee, 'property')) : settingOf(node),
    isOutermost: !ancestors.some(({ type }) => FUNCTIONS.has(type)),
    isAsync: body?.['async'] === true,
    start: node.start,
    end: node.end,
  });
};

/** `{ skip: true }` of a call, which is the same as `.skip`; a condition is not. */
function settingOf(node: SyntaxNode): string | null {
  const settings = nodesIn(node, 'arguments').find(({ type }) => type === 'ObjectExpression');
  const set = (settings === undefined ? [] : nodesIn(settings, 'properties')).find((each) => {
    const value = nodeIn(each, 'value');
    return value?.type === 'Literal' && value['value'] !== false && value['value'] !== null;
  });
  const name = nameOf(nodeIn(set ?? null, 'key'));
  return name !== null && /^(?:only|skip|todo)$/.test(name) ? name : null;
}

const identifierFact: Gather = (node, { text, ancestors, add }) => {
  const name = String(node['name']);
  if (!AMBIENT_NAMES.has(name)) return;
  const { start, end } = node;
  const parent = ancestors.at(-1) ?? null;
  if (parent === null || isLabel(node, parent) || ancestors.some(isType)) return;
  if (isBinding(node, parent, ancestors.at(-2) ?? null)) add({ kind: 'bound', name, start, end });
  else if (!isPlainUse(parent, name)) {
    const isTaken = parent.type === 'VariableDeclarator';
    const from = isTaken ? parent.start : start;
    // With what is read of it: `process.env`, `{ env } = process`.
    const isShown = isTaken || parent.type === 'MemberExpression';
    const shown = isShown ? text.slice(from, parent.end) : name;
    add({ kind: 'ambient', name: shown, root: name, start, end });
  }
};

/** A name behind a dot or before a colon, which refers to nothing. */
function isLabel(node: SyntaxNode, parent: SyntaxNode): boolean {
  if (parent['computed'] === true) return false;
  if (parent.type === 'MemberExpression') return parent['property'] === node;
  if (parent.type === 'Property') return parent['key'] === node && parent['shorthand'] !== true;
  return parent['key'] === node;
}

function isType({ type }: SyntaxNode): boolean {
  return /^TS(?!As|Satisfies|NonNull|Instantiation|TypeAssertion|ParameterProperty)/.test(type);
}

function isBinding(node: SyntaxNode, parent: SyntaxNode, above: SyntaxNode | null): boolean {
  if (parent.type === 'Property' && above?.type === 'ObjectPattern') return true;
  if (/^Import.*Specifier$/.test(parent.type) || /Pattern$|^RestElement$/.test(parent.type))
    return parent['right'] !== node;
  if (FUNCTIONS.has(parent.type))
    return nodesIn(parent, 'params').includes(node) || parent['id'] === node;
  return parent['id'] === node;
}

/** `Date.UTC`, `Math.max`, `new Date(0)` and `x instanceof Date` are the same on every machine. */
function isPlainUse(parent: SyntaxNode, name: string): boolean {
  const plain = PLAIN_MEMBERS[name];
  if (plain === undefined) return false;
  if (parent.type === 'MemberExpression')
    return plain.test(nameOf(nodeIn(parent, 'property')) ?? 'random');
  if (name !== 'Date') return false;
  if (parent.type === 'NewExpression') return nodesIn(parent, 'arguments').length > 0;
  return parent['operator'] === 'instanceof';
}

const memberFact: Gather = (node, { text, add }) => {
  const name = nameOf(nodeIn(node, 'property')) ?? '';
  const { start, end } = node;
  if (LOCAL_METHODS.test(name))
    add({ kind: 'ambient', name: text.slice(start, end), root: null, start, end });
};

const metaFact: Gather = ({ start, end }, { text, add }) => {
  const name = text.slice(start, end);
  if (name === 'import.meta') add({ kind: 'ambient', name, root: null, start, end });
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
  ExportNamedDeclaration: [importFact, exportFacts, exportedFunctionFact, passedOn],
  FunctionDeclaration: [functionFact],
  FunctionExpression: [functionFact],
  Identifier: [identifierFact],
  ImportDeclaration: [importFact],
  ImportExpression: [dynamicImportFact],
  MemberExpression: [memberFact],
  MetaProperty: [metaFact],
  NewExpression: [urlFact],
  TSEnumDeclaration: [forbidden('is not erasable')],
  TSExportAssignment: [forbidden('use modules')],
  TSImportEqualsDeclaration: [forbidden('use modules')],
  TSImportType: [typeImportFact],
  TSModuleDeclaration: [namespaces],
  TSParameterProperty: [forbidden('parameter properties are not erasable')],
  VariableDeclaration: [variables],
};
