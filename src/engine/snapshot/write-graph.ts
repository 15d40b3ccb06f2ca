// Writes a graph of values down. Whatever is neither plain data nor has a name cannot be written;
// the response then says where it was found.

import { assert } from '#lib/assert.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Container } from '#engine/values/container.ts';
import { TransientSeries } from '#engine/series/series.ts';
import type { WeighedSignal } from '#engine/values/signal.ts';
import type {
  GraphText,
  NamedValues,
  NodeText,
  TableText,
  ValueText,
} from '#engine/values/graph-text.ts';
import { isNumbers, packNumbers, stepsOf } from '#engine/snapshot/number-list.ts';
import type { ShownObjects } from '#lua/runtime/running.ts';
import { Coroutine } from '#lua/runtime/coroutine.ts';
import { LuaTable, mapEntries } from '#lua/runtime/table.ts';
import { traversalOf } from '#lua/runtime/traverse.ts';

/** What cannot be written down, and the way that leads to it from the root, outermost first. */
export type Unwritable = { readonly what: string; readonly path: readonly string[] };

export type GraphSetting = {
  readonly named: NamedValues;
  /** Numbers under which a script, and each custom command, has seen tables. */
  readonly shown: readonly ShownObjects[];
  /** Members of objects that are found again from the others, written as null. */
  readonly derived: ReadonlySet<string>;
  readonly charactersMax: number;
};

/** How a node was first reached. */
type Origin = { readonly from: number; readonly step: string };

type Writer = GraphSetting & {
  readonly numbers: Map<object, number>;
  readonly open: object[];
  readonly origins: Origin[];
  readonly shapes: Map<string, number>;
  readonly shapeNames: (readonly string[])[];
  /** The node that is being written. */
  at: number;
  unwritable: Unwritable | null;
  /** Characters that may still be written. */
  room: number;
};

/** Of a value, beside the characters of a text. */
const VALUE_CHARACTERS = 6;

/** The root is an object, an array, a map, a set or a table. */
export function writeGraph(root: object, setting: GraphSetting): Result<GraphText, Unwritable> {
  const writer: Writer = {
    ...setting,
    numbers: new Map(),
    open: [],
    origins: [],
    shapes: new Map(),
    shapeNames: [],
    at: -1,
    unwritable: null,
    room: setting.charactersMax,
  };
  writeValue(writer, root, '');
  const nodes: NodeText[] = [];
  for (let next = writer.open[0]; next !== undefined; next = writer.open[nodes.length]) {
    writer.at = nodes.length;
    nodes.push(writeNode(writer, next));
    if (writer.unwritable !== null) return rejected(writer.unwritable);
  }
  return accepted({ shapes: writer.shapeNames, nodes });
}

function writeValue(writer: Writer, value: unknown, step: string): ValueText {
  writer.room -= VALUE_CHARACTERS + (typeof value === 'string' ? value.length : 0);
  if (writer.room < 0) return refuse(writer, 'more than can be stored', step);
  switch (typeof value) {
    case 'boolean':
    case 'string':
      return value;
    case 'undefined':
      return [];
    case 'number':
      if (Number.isFinite(value) && !Object.is(value, -0)) return value;
      return { n: Object.is(value, -0) ? '-0' : String(value) };
    case 'bigint':
      return { b: value.toString() };
    case 'object':
      return value === null ? null : writeReference(writer, value, step);
    case 'function':
      return writeNamed(writer, value, step) ?? refuse(writer, 'a function', step);
    case 'symbol':
      return refuse(writer, 'a symbol', step);
  }
}

function writeNamed({ named }: Writer, value: unknown, _step: string): ValueText | null {
  const name = named.nameOf(value);
  return name === null ? null : { x: name };
}

function writeReference(writer: Writer, value: object, step: string): ValueText {
  const known = writer.numbers.get(value);
  if (known !== undefined) return [known];
  const name = writer.named.nameOf(value);
  if (name !== null) return { x: name };
  const number = writer.open.length;
  writer.numbers.set(value, number);
  writer.open.push(value);
  writer.origins.push({ from: writer.at, step });
  return [number];
}

function refuse(writer: Writer, what: string, step: string): ValueText {
  writer.unwritable ??= { what, path: [...pathTo(writer, writer.at), step] };
  return null;
}

function pathTo({ origins }: Writer, node: number): string[] {
  const path: string[] = [];
  for (let at = node; at > 0;) {
    const origin = origins[at];
    assert(origin !== undefined, 'a node was reached from somewhere');
    path.unshift(origin.step);
    at = origin.from;
  }
  return path;
}

function writeList(writer: Writer, values: Iterable<unknown>, step: string): ValueText[] {
  const texts: ValueText[] = [];
  for (const value of values) texts.push(writeValue(writer, value, `${step}[${texts.length + 1}]`));
  return texts;
}

function writeNode(writer: Writer, value: object): NodeText {
  if (value instanceof LuaTable) return ['table', writeTable(writer, value)];
  if (Array.isArray(value)) return writeArray(writer, value);
  if (value instanceof Map) {
    const keys = writeList(writer, value.keys(), 'key');
    return ['map', keys, writeMapValues(writer, value)];
  }
  if (value instanceof Set) return ['set', writeList(writer, value, '')];
  if (value instanceof TransientSeries) return writeSeries(writer, value);
  if (value instanceof Coroutine) return refuseNode(writer, 'a coroutine');
  return writeObject(writer, value);
}

function writeArray(writer: Writer, values: readonly unknown[]): NodeText {
  if (!isNumbers(values)) return ['array', writeList(writer, values, '')];
  writer.room -= VALUE_CHARACTERS * values.length;
  if (writer.room < 0) return refuseNode(writer, 'more than can be stored');
  const steps = stepsOf(values);
  return steps === null ? ['numbers', packNumbers(values)] : ['steps', steps];
}

function writeMapValues(writer: Writer, map: ReadonlyMap<unknown, unknown>): ValueText[] {
  return [...map].map(([key, value]) =>
    writeValue(writer, value, typeof key === 'string' ? key : 'value'),
  );
}

function writeSeries(writer: Writer, { elements: { fixed } }: TransientSeries): NodeText {
  if (fixed === undefined) return refuseNode(writer, 'a transient series');
  return ['series', writeList(writer, fixed, '')];
}

function refuseNode(writer: Writer, what: string): NodeText {
  writer.unwritable ??= { what, path: pathTo(writer, writer.at) };
  return ['array', []];
}

function writeObject(writer: Writer, value: object): NodeText {
  const prototype: unknown = Object.getPrototypeOf(value);
  const isPlain = prototype === Object.prototype || prototype === null;
  if (!isPlain) return refuseNode(writer, 'an object of the host');
  if (isHost(value, 'container')) {
    const { names, values } = value as Container;
    return ['container', names, writeList(writer, values, '')];
  }
  if (isHost(value, 'signal')) {
    const { signal, properties } = value as WeighedSignal;
    return ['signal', signal, writeValue(writer, properties, 'properties')];
  }
  const names = Object.keys(value);
  const { derived } = writer;
  const values = Object.entries(value).map(([name, member]) =>
    derived.has(name) ? null : writeValue(writer, member, name),
  );
  return ['object', shapeOf(writer, names), values];
}

/** Values of the host have their operators with them. */
function isHost(value: object, kind: string): boolean {
  return 'kind' in value && value.kind === kind && 'arith' in value;
}

function shapeOf({ shapes, shapeNames }: Writer, names: readonly string[]): number {
  const key = JSON.stringify(names);
  const known = shapes.get(key);
  if (known !== undefined) return known;
  shapes.set(key, shapeNames.length);
  return shapeNames.push(names) - 1;
}

function writeTable(writer: Writer, table: LuaTable): TableText {
  const { list, hash, meta } = table;
  const names = Object.keys(hash);
  const entries = mapEntries(table);
  const traversal = traversalOf(table);
  return {
    list: writeList(writer, list, ''),
    names,
    fields: names.map((name) => writeValue(writer, hash[name], name)),
    keys: writeList(
      writer,
      entries.map(([key]) => key),
      'key',
    ),
    values: entries.map(([key, value]) => writeValue(writer, value, stepOf(key))),
    meta: writeValue(writer, meta, 'metatable'),
    shown: numbersOf(writer, table),
    traversal:
      traversal === null
        ? null
        : [traversal.index, writeList(writer, traversal.order, 'traversal')],
  };
}

function numbersOf({ shown }: Writer, table: LuaTable): readonly number[] {
  const numbers = shown.map((each) => each.numbers.get(table) ?? 0);
  const last = numbers.findLastIndex((number) => number > 0);
  return numbers.slice(0, last + 1);
}

function stepOf(key: unknown): string {
  return typeof key === 'string' || typeof key === 'number' ? String(key) : 'value';
}
