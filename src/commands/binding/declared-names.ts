// Names that a source declares in its text, wherever the call is: its inputs, and the custom
// command that it defines.

import { INPUT_FIELDS } from '#commands/inputs/input-fields.ts';
import { bytesFromText, textFromBytes } from '#lua/syntax/byte-string.ts';
import { parse } from '#lua/syntax/parse.ts';
import type { Call, Expression, Name } from '#lua/syntax/tree.ts';

export type WrittenInput = { readonly label: string; readonly line: number };

const NOT_INPUTS: ReadonlySet<string> = new Set([
  'InputGroupHeader',
  'InputSignalManagement',
  'InputTable',
  'InputTableColumn',
  'InputTableColumnDropdown',
  'InputTableOptions',
]);

const INPUT_COMMANDS: ReadonlySet<string> = new Set(
  INPUT_FIELDS.map(({ name }) => name).filter((name) => !NOT_INPUTS.has(name)),
);

function isName(node: object): node is Name {
  return 'kind' in node && node.kind === 'name';
}

function isCall(node: object): node is Call {
  return 'kind' in node && node.kind === 'call' && 'callee' in node && 'args' in node;
}

/** Every object of the tree, without going deeper by recursion than the stack allows. */
function* nodesOf(root: object): Generator<object, undefined> {
  const open: object[] = [root];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    for (const value of Object.values(node) as unknown[]) {
      if (typeof value === 'object' && value !== null) open.push(value);
    }
  }
  return undefined;
}

/** In the order of their lines. */
export function declaredInputs(source: string): readonly WrittenInput[] {
  const found: WrittenInput[] = [];
  for (const node of nodesOf(parse(bytesFromText(source)).chunk)) {
    if (!isCall(node) || node.callee.kind !== 'name') continue;
    const [label] = node.args;
    if (!INPUT_COMMANDS.has(node.callee.name) || label?.kind !== 'string') continue;
    found.push({ label: textFromBytes(label.bytes), line: node.line });
  }
  return found.toSorted((a, b) => a.line - b.line);
}

const COMMAND_NAME = /^[A-Za-z_]\w*$/;
const CUSTOM = /^CC_\w+$/;

export type CalledCommand = {
  /** As it is called: `CC_Name`. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
};

/** The custom commands that a source names, each where it stands first. */
export function calledCommands(source: string): readonly CalledCommand[] {
  if (!source.includes('CC_')) return [];
  const found = new Map<string, CalledCommand>();
  for (const node of nodesOf(parse(bytesFromText(source)).chunk)) {
    if (!isName(node) || !CUSTOM.test(node.name)) continue;
    const known = found.get(node.name);
    if (known === undefined || isBefore(node, known)) {
      const { name, line, column } = node;
      found.set(name, { name, line, column });
    }
  }
  return [...found.values()].toSorted((a, b) => (isBefore(a, b) ? -1 : 1));
}

type Place = { readonly line: number; readonly column: number };

function isBefore(a: Place, b: Place): boolean {
  return a.line < b.line || (a.line === b.line && a.column < b.column);
}

/** The custom command that the source defines; null when it defines none. */
export function commandNameOf(source: string): string | null {
  if (!source.includes('DefineCommand')) return null;
  for (const node of nodesOf(parse(bytesFromText(source)).chunk)) {
    if (!isCall(node) || node.callee.kind !== 'name') continue;
    const [name] = node.args;
    if (node.callee.name !== 'DefineCommand' || name?.kind !== 'string') continue;
    return COMMAND_NAME.test(name.bytes) ? name.bytes : null;
  }
  return null;
}

export type DeclaredParameter = {
  readonly name: string;
  /** Name of the constant of its type, such as `NumberType`; empty: it is not written there. */
  readonly type: string;
  readonly description: string;
  readonly isRequired: boolean;
};

export type DeclaredCommand = {
  readonly name: string;
  readonly description: string;
  /** In the order in which a call passes them. */
  readonly parameters: readonly DeclaredParameter[];
  readonly type: string;
  /** Names of the elements of its list, from the first; empty: it returns one value. */
  readonly parts: readonly DeclaredParameter[];
};

function textOf(node: Expression | undefined): string {
  return node?.kind === 'string' ? textFromBytes(node.bytes) : '';
}

function typeOf(node: Expression | undefined): string {
  return node?.kind === 'name' ? node.name : '';
}

/** What the custom command of a source takes and returns, as far as its text says; else null. */
export function declaredCommand(source: string): DeclaredCommand | null {
  const name = commandNameOf(source);
  if (name === null) return null;
  const calls = [...nodesOf(parse(bytesFromText(source)).chunk)]
    .filter((node) => isCall(node))
    .toSorted((a, b) => a.line - b.line || a.column - b.column);
  const argsOf = (command: string): readonly (readonly Expression[])[] =>
    calls.flatMap(({ callee, args }) =>
      callee.kind === 'name' && callee.name === command ? [args] : [],
    );
  const parts: DeclaredParameter[] = [];
  for (const [index, type, called, description] of argsOf('DefineOutputIndex')) {
    if (index?.kind !== 'number' || index.value !== parts.length + 1) continue;
    const words = { name: textOf(called), description: textOf(description) };
    parts.push({ ...words, type: typeOf(type), isRequired: false });
  }
  return {
    name,
    description: textOf(argsOf('DefineCommand')[0]?.[1]),
    parameters: argsOf('DefineParameter').map(([type, called, description, isRequired]) => ({
      name: textOf(called),
      type: typeOf(type),
      description: textOf(description),
      isRequired: isRequired?.kind === 'true',
    })),
    type: typeOf(argsOf('DefineOutput')[0]?.[0]),
    parts,
  };
}
