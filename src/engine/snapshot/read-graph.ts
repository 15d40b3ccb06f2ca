// Reads a graph of values back that `writeGraph` wrote. What was written is data of ours; a text
// that is none fails an assertion, which whoever reads stored data takes for damage.

import { assert } from '#lib/assert.ts';
import { container } from '#engine/values/container.ts';
import type {
  GraphText,
  NamedValues,
  NodeText,
  TableText,
  ValueText,
} from '#engine/values/graph-text.ts';
import { numbersOfSteps, unpackNumbers } from '#engine/snapshot/number-list.ts';
import type { SignalProperties } from '#engine/values/signal.ts';
import { withProperties } from '#engine/values/signal.ts';
import type { ShownObjects } from '#lua/runtime/running.ts';
import { FieldsOfTable, LuaTable, newTable, setMapEntries } from '#lua/runtime/table.ts';
import { resumeTraversal } from '#lua/runtime/traverse.ts';
import type { LuaValue } from '#lua/runtime/value.ts';

export type ReadSetting = {
  readonly named: NamedValues;
  /** Where the numbers go under which a script, and each custom command, has seen tables. */
  readonly shown: readonly ShownObjects[];
  /** Makes a series of these elements that stays as it is. */
  readonly fixedSeries: (values: readonly number[]) => unknown;
};

type Reader = ReadSetting & { readonly graph: GraphText; readonly made: unknown[] };

/** The root. */
export function readGraph(graph: GraphText, setting: ReadSetting): unknown {
  const reader: Reader = { ...setting, graph, made: [] };
  for (const node of graph.nodes) reader.made.push(beginNode(reader, node));
  for (const [number, node] of graph.nodes.entries()) fillNode(reader, node, reader.made[number]);
  return reader.made[0];
}

function valueOf(reader: Reader, text: ValueText): unknown {
  if (text === null || typeof text !== 'object') return text;
  if (isList(text)) {
    const [number] = text;
    if (number === undefined) return undefined;
    assert(number in reader.made, 'a node that is named is there');
    return reader.made[number];
  }
  if ('n' in text) return Number(text.n);
  if ('b' in text) return BigInt(text.b);
  const value = reader.named.valueOf(text.x);
  assert(value !== null, `"${text.x}" is known`);
  return value;
}

function isList(text: object): text is readonly [] | readonly [number] {
  return Array.isArray(text);
}

/** What holds nothing yet: nodes may lead to one another in circles. */
function beginNode(reader: Reader, node: NodeText): unknown {
  switch (node[0]) {
    case 'array':
      return [];
    case 'steps':
      return numbersOfSteps(node[1]);
    case 'numbers':
      return unpackNumbers(node[1]);
    case 'object':
      return {};
    case 'map':
      return new Map();
    case 'set':
      return new Set();
    case 'table':
      return newTable();
    case 'container':
      return container(node[1], []);
    case 'signal':
    case 'series':
      return beginValue(reader, node);
  }
}

/** Values that lead to none which leads back to them. */
function beginValue(
  reader: Reader,
  node: Extract<NodeText, readonly ['signal' | 'series', ...unknown[]]>,
): unknown {
  if (node[0] === 'series') {
    return reader.fixedSeries(node[1].map((text) => Number(valueOf(reader, text))));
  }
  const [, signal, properties] = node;
  const at = isReference(properties) ? reader.graph.nodes[properties[0]] : undefined;
  assert(at?.[0] === 'object', 'a signal has properties');
  const made = {};
  fillObject(reader, at, made);
  return withProperties(signal, made as SignalProperties);
}

function isReference(text: ValueText): text is readonly [number] {
  return Array.isArray(text) && text.length === 1;
}

function fillObject(
  reader: Reader,
  [, shape, values]: Extract<NodeText, readonly ['object', ...unknown[]]>,
  made: object,
): void {
  const names = reader.graph.shapes[shape];
  assert(names !== undefined, 'an object has a shape');
  for (const [at, name] of names.entries()) define(made, name, valueOf(reader, values[at] ?? null));
}

function fillNode(reader: Reader, node: NodeText, made: unknown): void {
  const read = (text: ValueText): unknown => valueOf(reader, text);
  switch (node[0]) {
    case 'array':
      for (const text of node[1]) (made as unknown[]).push(read(text));
      return;
    case 'object':
      fillObject(reader, node, made as object);
      return;
    case 'map':
      for (const [at, key] of node[1].entries())
        (made as Map<unknown, unknown>).set(read(key), read(node[2][at] ?? null));
      return;
    case 'set':
      for (const text of node[1]) (made as Set<unknown>).add(read(text));
      return;
    case 'table':
      fillTable(reader, node[1], made as LuaTable);
      return;
    case 'container':
      (made as { values: LuaValue[] }).values.push(...(node[2].map(read) as LuaValue[]));
      return;
    case 'steps':
    case 'numbers':
    case 'signal':
    case 'series':
  }
}

/** As a member of its own, whatever it is called. */
function define(object: object, name: string, value: unknown): void {
  if (name !== '__proto__') (object as Record<string, unknown>)[name] = value;
  else
    Object.defineProperty(object, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
}

function fillTable(reader: Reader, text: TableText, table: LuaTable): void {
  const lua = (each: ValueText): LuaValue => valueOf(reader, each) as LuaValue;
  if (text.list.length > 0) table.list = text.list.map(lua);
  if (text.names.length > 0) {
    table.hash = new FieldsOfTable();
    for (const [at, name] of text.names.entries()) table.hash[name] = lua(text.fields[at] ?? null);
  }
  const entries = text.keys.map((key, at) => [lua(key), lua(text.values[at] ?? null)] as const);
  if (entries.length > 0) setMapEntries(table, entries);
  const meta = valueOf(reader, text.meta);
  assert(meta === null || meta instanceof LuaTable, 'a metatable is a table');
  table.meta = meta;
  for (const [at, number] of text.shown.entries())
    if (number > 0) reader.shown[at]?.numbers.set(table, number);
  if (text.traversal === null) return;
  const [index, order] = text.traversal;
  resumeTraversal(table, { index, order: order.map(lua) });
}
