// Lua of an ordered graph: each block once an update, after what it needs. A gate becomes a
// condition around what it gates; everything else is evaluated in each update, gated or not, as
// indicators are. Commands that Lua has operators for become these.

import type { AbsentValues } from '#domain/visual/absent-values.ts';
import type { BlockPalette, PortKind } from '#domain/visual/block-palette.ts';
import type { LuaLine, LuaStatement } from '#domain/visual/lua-lines.ts';
import { luaLines } from '#domain/visual/lua-lines.ts';
import { luaLiteral, luaText } from '#domain/visual/lua-literal.ts';
import type { OperatorForms } from '#domain/visual/lua-operators.ts';
import { operatorForms, PARTS_RECORDED } from '#domain/visual/lua-operators.ts';
import type { LuaNames } from '#domain/visual/lua-name.ts';
import { luaNames } from '#domain/visual/lua-name.ts';
import { literalText } from '#domain/visual/named-sources.ts';
import type { Argument, Source, VisualNode } from '#domain/visual/resolve-model.ts';

/** The host's function by which a traced script tells the number of a node, and its result. */
export const RECORD_COMMAND = '__record';

type Writer = {
  readonly nodes: readonly VisualNode[];
  readonly absent: AbsentValues;
  readonly constants: ReadonlySet<string>;
  readonly names: LuaNames;
  /** Locals of outputs, by node and port. */
  readonly locals: Map<string, string>;
  /** Locals of typed values that are inputs, by label. */
  readonly inputs: Map<string, string>;
  /** Outputs that something reads. */
  readonly used: ReadonlySet<string>;
  /** Nodes that become operators of Lua instead of calls. */
  readonly forms: OperatorForms;
  /** Locals read by the statement that is being written. */
  readonly reads: Set<string>;
  /** Whether each block that ran is recorded with its result. */
  readonly isTraced: boolean;
};

function keyOf(node: number, port: string): string {
  return `${node}:${port}`;
}

/** Every output that a node of the order reads. */
function usedOutputs(
  nodes: readonly VisualNode[],
  order: readonly number[],
  forms: OperatorForms,
): ReadonlySet<string> {
  const used = new Set<string>();
  const use = (source: Source): void => {
    if (source.kind === 'output') used.add(keyOf(source.node, source.port));
  };
  for (const at of order) {
    const node = nodes[at];
    for (const source of node?.gate ?? []) use(source);
    const form = forms.get(at);
    const others = form?.kind === 'whole' ? form.reads : undefined;
    const inputs = others ?? (node?.arguments ?? []).flatMap(({ sources }) => sources);
    for (const source of inputs) use(source);
    if (node?.read) use(node.read);
  }
  return used;
}

const TYPED_IN: ReadonlySet<string> = new Set(['Number', 'Text']);

/** A value block that is only a number or a text, which stands where it is used. */
function typedIn({ kind, block, gate, arguments: given }: VisualNode): Argument | null {
  if (!TYPED_IN.has(kind.command) || gate.length > 0 || block.needsGate) return null;
  const [argument] = given;
  const [source] = argument?.sources ?? [];
  return argument !== undefined && source?.kind === 'value' ? argument : null;
}

/** One behind a gate is nothing where that is shut; a colour may be given an opacity. */
function isPlainConstant({ kind, block, gate, arguments: given }: VisualNode): boolean {
  if (!kind.isConstant || gate.length > 0 || block.needsGate) return false;
  return given.every(({ sources }) => sources.length === 0);
}

/** Whether the block has a line of its own. */
export function isWritten(node: VisualNode): boolean {
  return !isPlainConstant(node) && typedIn(node) === null;
}

function valueText(writer: Writer, source: Source & { kind: 'value' }, { port }: Argument): string {
  if (source.input === null) return luaLiteral(source.value, port, writer.constants);
  const local = writer.inputs.get(source.input) ?? 'nil';
  writer.reads.add(local);
  return local;
}

function localText(writer: Writer, node: number, port: string): string {
  const local = writer.locals.get(keyOf(node, port)) ?? 'nil';
  writer.reads.add(local);
  return local;
}

/** A part of a container whose block always gives one. */
function fieldText(container: string, node: VisualNode, port: string): string {
  const at = node.block.outputs.indexOf(port);
  if (at >= 0) return `${container}[${at + 1}]`;
  return /^[A-Za-z_]\w*$/.test(port) ? `${container}.${port}` : `${container}[${luaText(port)}]`;
}

function outputText(writer: Writer, number: number, port: string): string {
  const node = writer.nodes[number];
  if (node === undefined) return 'nil';
  if (isPlainConstant(node)) return node.kind.command;
  const typed = typedIn(node);
  const [source] = typed?.sources ?? [];
  if (typed !== null && source?.kind === 'value') return valueText(writer, source, typed);
  if (writer.forms.get(number)?.kind === 'parts') return localText(writer, number, port);
  const isSure = writer.absent.of(number).runs === 'always' && !node.kind.mayBeNothing;
  if (node.kind.command === 'Branch') {
    if (port !== 'isFalse') return localText(writer, number, '');
    if (!isSure) return localText(writer, number, port);
    return `not ${localText(writer, number, '')}`;
  }
  if (port === '' || !isSure) return localText(writer, number, port);
  return fieldText(localText(writer, number, ''), node, port);
}

/** The value of a key that one block writes in each update is read without the session. */
function sessionText(writer: Writer, key: string, writers: readonly number[]): string {
  return writtenDirectly(writer, writers) ?? `SessionGet(${luaText(key)})`;
}

function writtenDirectly(writer: Writer, writers: readonly number[]): string | null {
  const [at = -1] = writers;
  const node = writer.nodes[at];
  if (writers.length !== 1 || node === undefined) return null;
  if (writer.absent.of(at).runs !== 'always') return null;
  const value = node.arguments.find(({ port }) => port.name === 'value');
  const [source] = value?.sources ?? [];
  if (value === undefined || source === undefined || source.kind === 'session') return null;
  return sourceText(writer, source, value);
}

function sourceText(writer: Writer, source: Source, at: Argument): string {
  switch (source.kind) {
    case 'value':
      return valueText(writer, source, at);
    case 'session':
      return sessionText(writer, source.key, source.writers);
    case 'output':
      return outputText(writer, source.node, source.port);
  }
}

/** What stands for a value that is never there, among many. */
const ABSENT_TEXTS: Readonly<Partial<Record<PortKind, string>>> = {
  boolean: 'false',
  constant: 'SignalNone',
};

function manyText(writer: Writer, argument: Argument): readonly string[] {
  const { port, sources } = argument;
  return sources.flatMap((source) => {
    const presence = writer.absent.source(source);
    if (presence === 'never') return [ABSENT_TEXTS[port.kind] ?? 'nil'];
    const text = sourceText(writer, source, argument);
    const isSignal = port.kind === 'constant' && presence === 'sometimes';
    return [isSignal ? `(${text} or SignalNone)` : text];
  });
}

function argumentTexts(writer: Writer, node: VisualNode): readonly string[] {
  const texts = node.arguments.flatMap((argument) => {
    if (argument.port.isMany) return manyText(writer, argument);
    const [source] = argument.sources;
    if (source === undefined || writer.absent.source(source) === 'never') return ['nil'];
    return [sourceText(writer, source, argument)];
  });
  const last = texts.findLastIndex((text) => text !== 'nil');
  return texts.slice(0, last + 1);
}

const NO_PORT: Argument = {
  port: {
    name: '',
    kind: 'any',
    group: null,
    unit: null,
    meaning: '',
    isRequired: false,
    isMany: false,
    standIn: null,
  },
  sources: [],
};

function guardText(writer: Writer, at: number, node: VisualNode): string {
  const opens = node.gate
    .filter((source) => writer.absent.source(source) !== 'never')
    .map((source) => sourceText(writer, source, NO_PORT));
  const gate = [...new Set(opens)].join(' or ');
  const needs = writer.absent
    .of(at)
    .required.map((source) => `${sourceText(writer, source, NO_PORT)} ~= nil`);
  const isJoined = needs.length > 0 && new Set(opens).size > 1;
  const parts = [...(gate === '' ? [] : [isJoined ? `(${gate})` : gate]), ...new Set(needs)];
  return parts.join(' and ');
}

/** What the block calls: a command with its arguments, or the value that it stands for. */
function callText(writer: Writer, at: number, node: VisualNode): string {
  const form = writer.forms.get(at);
  if (form?.kind === 'whole') return form.write((source) => sourceText(writer, source, NO_PORT));
  if (node.read !== null) return sourceText(writer, node.read, NO_PORT);
  if (node.kind.isConstant && argumentTexts(writer, node).length === 0) return node.kind.command;
  if (node.kind.command === 'Branch') return argumentTexts(writer, node)[0] ?? 'false';
  return `${node.block.command}(${argumentTexts(writer, node).join(', ')})`;
}

function nameHint({ block, kind }: VisualNode): string {
  if (block.title !== '') return block.title;
  if (kind.category === 'Input Fields') return literalText(block, 'label') ?? '';
  if (kind.command === 'DefineParameter') return literalText(block, 'name') ?? '';
  if (kind.command === 'Load' || kind.command === 'SessionGet') {
    return literalText(block, 'key') ?? '';
  }
  return '';
}

/** Names the locals of a node: its result, where it is read, and the parts that stand alone. */
function nameLocals(writer: Writer, at: number, node: VisualNode): readonly string[] {
  const isSure = writer.absent.of(at).runs === 'always' && !node.kind.mayBeNothing;
  const isBranch = node.kind.command === 'Branch';
  const isInParts = writer.forms.get(at)?.kind === 'parts';
  const used = node.kind.outputs.slice(1).filter(({ name }) => writer.used.has(keyOf(at, name)));
  const isRead = writer.used.has(keyOf(at, '')) || used.length > 0;
  if (!isRead) return [];
  const hint = nameHint(node);
  const base = isInParts ? hint || node.kind.command : writer.names(hint, node.kind.command);
  if (!isInParts) writer.locals.set(keyOf(at, ''), base);
  if (isSure && !isInParts) return [base];
  const parts = isBranch ? used.filter(({ name }) => name === 'isFalse') : used;
  const names = parts.map(({ name }) => {
    const local = writer.names(`${base} ${name}`, name);
    writer.locals.set(keyOf(at, name), local);
    return local;
  });
  return isInParts ? names : [base, ...names];
}

type Setting = { readonly local: string; readonly value: string };

/** The values that the locals of a node get. */
function settingsOf(writer: Writer, at: number, node: VisualNode): readonly Setting[] {
  const form = writer.forms.get(at);
  const ports = node.kind.outputs.slice(1).filter(({ name }) => writer.locals.has(keyOf(at, name)));
  const localOf = (port: string): string => writer.locals.get(keyOf(at, port)) ?? '';
  if (form?.kind === 'parts') {
    const text = (source: Source): string => sourceText(writer, source, NO_PORT);
    return ports.map(({ name }) => ({ local: localOf(name), value: form.write(name, text) }));
  }
  const main = localOf('');
  const isBranch = node.kind.command === 'Branch';
  const parts = ports.map(({ name }) => {
    const field = isBranch ? `not ${main}` : fieldText(main, node, name);
    const value = node.kind.mayBeNothing ? `${main} and ${field}` : field;
    return { local: localOf(name), value };
  });
  return [{ local: main, value: callText(writer, at, node) }, ...parts];
}

function statementOf(writer: Writer, at: number, node: VisualNode): LuaStatement | null {
  if (!isWritten(node)) return null;
  if (writer.absent.of(at).runs === 'never') return null;
  writer.reads.clear();
  const guard = guardText(writer, at, node);
  const call = callText(writer, at, node);
  const locals = nameLocals(writer, at, node);
  const settings = locals.length === 0 ? [] : settingsOf(writer, at, node);
  const reads = [...writer.reads];
  const isCall = node.read === null && node.kind.command !== 'Branch' && !writer.forms.has(at);
  const recorded = writer.isTraced ? recordTexts(writer, at) : null;
  const text = (isDeclared: (local: string) => boolean): readonly string[] => {
    if (settings.length === 0) {
      return isCall ? [recorded === null ? call : recordText(at, call)] : [];
    }
    const lines = settings.map(
      ({ local, value }) => `${isDeclared(local) ? '' : 'local '}${local} = ${value}`,
    );
    if (recorded === null) return lines;
    return lines.map((line, place) => (place === 0 ? [line, ...recorded].join(' ') : line));
  };
  return { block: node.block.id, guard, locals, text, reads };
}

/** On the line of its block, so that lines have the same numbers. */
function recordText(at: number, ...values: readonly string[]): string {
  return `${RECORD_COMMAND}(${[at, ...values].join(', ')})`;
}

/** Of a node with locals, and of one that it stands for. */
function recordTexts(writer: Writer, at: number): readonly string[] {
  const form = writer.forms.get(at);
  const text = (source: Source): string => sourceText(writer, source, NO_PORT);
  if (form?.kind === 'parts') {
    return [recordText(at, ...PARTS_RECORDED.map((part) => form.write(part, text)))];
  }
  const own = recordText(at, writer.locals.get(keyOf(at, '')) ?? 'nil');
  const other = form?.standsFor;
  if (other === undefined || isNamed(writer, other)) return [own];
  return [...recordTexts(writer, other), own];
}

function isNamed(writer: Writer, at: number): boolean {
  return PARTS_RECORDED.some((part) => writer.locals.has(keyOf(at, part)));
}

/** Typed values that their author made inputs, each label once. */
function tickedInputs(writer: Writer, nodes: readonly VisualNode[]): readonly LuaLine[] {
  return nodes.flatMap(({ block, arguments: given }) =>
    given.flatMap(({ port, sources }) =>
      sources.flatMap((source) => {
        if (source.kind !== 'value' || source.input === null) return [];
        if (writer.inputs.has(source.input)) return [];
        const local = writer.names(source.input, port.name);
        writer.inputs.set(source.input, local);
        const value = luaLiteral(source.value, port, writer.constants);
        const command = port.kind === 'constant' ? 'InputConstant' : 'Input';
        const text = `local ${local} = ${command}(${luaText(source.input)}, ${value})`;
        return [{ text, block: block.id }];
      }),
    ),
  );
}

/** Lines of the whole script. A traced one also calls the recorder after each block. */
export function writeLua(
  nodes: readonly VisualNode[],
  order: readonly number[],
  absent: AbsentValues,
  palette: BlockPalette,
  isTraced: boolean,
): readonly LuaLine[] {
  const constants = [...palette].flatMap(([name, kind]) => (kind.isConstant ? [name] : []));
  const all = usedOutputs(nodes, order, new Map());
  const forms = operatorForms({ nodes, absent, used: all }, order);
  const writer: Writer = {
    nodes,
    absent,
    forms,
    constants: new Set(constants),
    names: luaNames(),
    locals: new Map(),
    inputs: new Map(),
    used: usedOutputs(nodes, order, forms),
    reads: new Set(),
    isTraced,
  };
  const ordered = order.flatMap((at) => nodes[at] ?? []);
  const inputs = tickedInputs(writer, ordered);
  const statements = order.flatMap((at) => {
    const node = nodes[at];
    return node === undefined ? [] : (statementOf(writer, at, node) ?? []);
  });
  return [...inputs, ...luaLines(statements)];
}
