// Finds the first difference of two graphs of values, in words: for people who look for the cause.
// Nodes are paired as both are walked from their roots, so their numbers need not agree.

import type { GraphText, NodeText, TableText, ValueText } from '#engine/values/graph-text.ts';
import { numbersOfSteps, unpackNumbers } from '#engine/snapshot/number-list.ts';

type Pair = { readonly path: string; readonly left: ValueText; readonly right: ValueText };
type Part = readonly [step: string, value: ValueText];

/** Null when they are the same. The path leads from the root, with a space between two steps. */
export function firstDifference(left: GraphText, right: GraphText): string | null {
  const open: Pair[] = [{ path: '', left: [0], right: [0] }];
  const seen = new Set<string>();
  for (const pair of open) {
    const [from, to] = [nodeOf(left, pair.left), nodeOf(right, pair.right)];
    if (from === null || to === null) {
      const isSame = from === to && JSON.stringify(pair.left) === JSON.stringify(pair.right);
      if (!isSame)
        return difference(pair.path, inWords(left, pair.left), inWords(right, pair.right));
      continue;
    }
    const key = `${JSON.stringify(pair.left)} ${JSON.stringify(pair.right)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const [parts, others] = [partsOf(left, from), partsOf(right, to)];
    if (from[0] !== to[0] && !(isList(from) && isList(to)))
      return difference(pair.path, from[0], to[0]);
    for (const [at, [step, value]] of parts.entries()) {
      const other = others[at];
      const path = `${pair.path} ${step}`;
      if (other === undefined || other[0] !== step)
        return difference(path, inWords(left, value), other === undefined ? 'nothing' : other[0]);
      open.push({ path, left: value, right: other[1] });
    }
    const more = others[parts.length];
    if (more !== undefined)
      return difference(`${pair.path} ${more[0]}`, 'nothing', inWords(right, more[1]));
  }
  return null;
}

function difference(path: string, left: string, right: string): string {
  return `${path.trim() || 'the whole'}: ${left}, not ${right}`;
}

function nodeOf({ nodes }: GraphText, text: ValueText): NodeText | null {
  const isReference = Array.isArray(text) && text.length === 1;
  return isReference ? (nodes[text[0] as number] ?? null) : null;
}

/** Arrays are one thing, however their numbers are written. */
function isList([kind]: NodeText): boolean {
  return kind === 'array' || kind === 'steps' || kind === 'numbers';
}

function inWords(graph: GraphText, text: ValueText): string {
  const node = nodeOf(graph, text);
  if (node !== null) return `${node[0]} of ${partsOf(graph, node).length}`;
  return Array.isArray(text) ? 'undefined' : JSON.stringify(text);
}

function partsOf({ shapes }: GraphText, node: NodeText): readonly Part[] {
  switch (node[0]) {
    case 'array':
    case 'set':
    case 'series':
      return listed(node[1]);
    case 'steps':
      return listed(numbersOfSteps(node[1]).map(valueText));
    case 'numbers':
      return listed(unpackNumbers(node[1]).map(valueText));
    case 'object':
      return (shapes[node[1]] ?? []).map((name, at): Part => [name, node[2][at] ?? null]);
    case 'map':
      return node[1].flatMap((key, at) => entryParts(key, node[2][at] ?? null));
    case 'container':
      return node[1].map((name, at): Part => [name, node[2][at] ?? null]);
    case 'signal':
      return [
        ['signal', node[1]],
        ['properties', node[2]],
      ];
    case 'table':
      return tableParts(node[1]);
  }
}

function valueText(value: number): ValueText {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  return { n: Object.is(value, -0) ? '-0' : String(value) };
}

function listed(values: readonly ValueText[]): readonly Part[] {
  return values.map((value, at): Part => [`[${at + 1}]`, value]);
}

function entryParts(key: ValueText, value: ValueText): readonly Part[] {
  if (typeof key === 'string' || typeof key === 'number') return [[String(key), value]];
  return [
    ['key', key],
    ['value', value],
  ];
}

function tableParts(table: TableText): readonly Part[] {
  const [place, order] = table.traversal ?? [0, []];
  return [
    ...listed(table.list),
    ...table.names.map((name, at): Part => [name, table.fields[at] ?? null]),
    ...table.keys.flatMap((key, at) => entryParts(key, table.values[at] ?? null)),
    ['metatable', table.meta],
    ['shown', table.shown.join(' ')],
    ['traversal', place],
    ...listed(order),
  ];
}
