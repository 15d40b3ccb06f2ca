// A tree of version 2, 3 or 4 as one of version 5, by TradingView's migration guides. What they do
// not name stays as it is, and the compiler says what is wrong with it.

import { convertInput } from '#pine/syntax/earlier/convert-input.ts';
import {
  FUNCTIONS,
  memberName,
  parameterName,
  PARAMETERS,
  PARAMETERS_OF_3,
  VARIABLES,
} from '#pine/syntax/earlier/earlier-names.ts';
import type {
  Argument,
  CallExpression,
  Expression,
  FunctionStatement,
  Place,
  PineTree,
} from '#pine/syntax/pine-tree.ts';

export type EarlierVersion = 2 | 3 | 4;

type Conversion = {
  readonly version: EarlierVersion;
  /** Names that the script gives to values, and to functions. */
  readonly variables: ReadonlySet<string>;
  readonly functions: ReadonlySet<string>;
  /** Names that get another value later. */
  readonly changed: ReadonlyMap<string, Expression[]>;
  readonly lines: Set<number>;
};

type Node = Readonly<Record<string, unknown>>;

/** The tree of version 5, and the lines in which something was converted. */
export function convertEarlier(
  tree: PineTree,
  version: EarlierVersion,
): { readonly statements: PineTree; readonly lines: readonly number[] } {
  const variables = new Set<string>();
  const functions = new Set<string>();
  const changed = new Map<string, Expression[]>();
  visit(tree, (node) => {
    const { kind, name, names, variable, target } = node;
    if (kind === 'function') functions.add(String(name));
    if (kind === 'variable' || 'initial' in node) variables.add(String(name));
    if (typeof variable === 'string') variables.add(variable);
    if (kind === 'tupleVariables' && Array.isArray(names))
      for (const each of names) if (isNode(each)) variables.add(String(each['name']));
    if (kind === 'assignment' && isNode(target) && target['kind'] === 'name') {
      const known = changed.get(String(target['name'])) ?? [];
      changed.set(String(target['name']), [...known, node['value'] as Expression]);
    }
  });
  const c: Conversion = { version, variables, functions, changed, lines: new Set() };
  const converted = convert(tree, c) as PineTree;
  const isCalled = mentions(converted, IFF) && !functions.has(IFF) && !variables.has(IFF);
  const statements = isCalled ? [iffFunction(), ...converted] : converted;
  return { statements, lines: [...c.lines].sort((left, right) => left - right) };
}

const IFF = 'iff';

/**
 * `iff(condition, yes, no) => condition ? yes : no`. A function has computed both values at each
 * bar, with what they retain; `?:` computes the one that it returns.
 */
function iffFunction(): FunctionStatement {
  const place = { line: 1, column: 1 };
  const [condition, yes, no] = (['condition', 'yes', 'no'] as const).map((name): Expression => {
    return { ...place, kind: 'name', name };
  }) as [Expression, Expression, Expression];
  const value: Expression = { ...place, kind: 'ternary', condition, yes, no };
  const parameters = ['condition', 'yes', 'no'].map((name) => {
    return { ...place, name, type: null, initial: null };
  });
  const block = { statements: [{ ...place, kind: 'expression', value } as const] };
  return {
    ...place,
    kind: 'function',
    name: IFF,
    isMethod: false,
    isExported: false,
    parameters,
    block,
  };
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function visit(value: unknown, each: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, each);
  if (!isNode(value)) return;
  each(value);
  for (const part of Object.values(value)) visit(part, each);
}

function convert(value: unknown, c: Conversion): unknown {
  if (Array.isArray(value)) return value.flatMap((each) => convertItem(each, c));
  if (!isNode(value)) return value;
  switch (value['kind']) {
    case 'name':
      return convertName(value as Extract<Expression, { kind: 'name' }>, c);
    case 'member':
      return convertMember(value as Extract<Expression, { kind: 'member' }>, c);
    case 'call':
      return convertCall(value as unknown as CallExpression, c);
  }
  return parts(value, c);
}

function parts(node: Node, c: Conversion): Node {
  return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, convert(each, c)]));
}

/** Version 2 has values of themselves, which are variables that change since version 3. */
function convertItem(item: unknown, c: Conversion): unknown[] {
  if (!isNode(item) || item['kind'] !== 'variable') return [convert(item, c)];
  const converted = convert(item, c) as Node;
  const { name, type, value } = item;
  const place = { line: Number(item['line']), column: Number(item['column']) };
  const isNa = isNode(value) && value['kind'] === 'name' && value['name'] === 'na';
  if (c.version === 4 || type !== null) return [converted];
  const refersToItself = c.version === 2 && mentions(value, String(name));
  if (refersToItself) {
    c.lines.add(place.line);
    const target = { kind: 'name', ...place, name };
    return [
      {
        ...converted,
        type: typeName(place, 'float'),
        value: { kind: 'name', ...place, name: 'na' },
      },
      { kind: 'assignment', ...place, target, operator: ':=', value: converted['value'] },
    ];
  }
  const later = c.changed.get(String(name)) ?? [];
  const isWhole = isNode(value) && isWholeNumber(value) && later.length > 0;
  if (!isNa && !isWhole) return [converted];
  c.lines.add(place.line);
  return [{ ...converted, type: typeName(place, isNa ? typeOfLater(later) : 'float') }];
}

function typeName(place: Place, name: string): Node {
  return { ...place, qualifier: null, name, parameters: [] };
}

/** A number, and what is computed of such and the number of the bar. */
function isWholeNumber(value: unknown): boolean {
  if (!isNode(value)) return false;
  const { kind, name, operator } = value;
  if (kind === 'integer') return true;
  if (kind === 'name') return name === 'n' || name === 'bar_index';
  if (kind === 'unary') return isWholeNumber(value['operand']);
  if (kind !== 'binary' || !WHOLE_OPERATORS.has(operator)) return false;
  return isWholeNumber(value['left']) && isWholeNumber(value['right']);
}

const WHOLE_OPERATORS: ReadonlySet<unknown> = new Set(['+', '-', '*']);

/** Of what a variable that begins as `na` becomes. */
function typeOfLater(later: readonly Expression[]): string {
  if (later.some(({ kind }) => kind === 'boolean')) return 'bool';
  return later.flatMap(valuesOf).some(isColor) ? 'color' : 'float';
}

/** The values between which it chooses, or itself. */
function valuesOf(e: Expression): readonly Expression[] {
  return e.kind === 'ternary' ? [...valuesOf(e.yes), ...valuesOf(e.no)] : [e];
}

function isColor(e: Expression): boolean {
  if (e.kind === 'color') return true;
  const name = nameOf(e) ?? '';
  return (VARIABLES.get(name) ?? name).startsWith('color.');
}

function mentions(value: unknown, name: string): boolean {
  let found = false;
  visit(value, (node) => {
    if (node['kind'] === 'name' && node['name'] === name) found = true;
  });
  return found;
}

function convertName(e: Extract<Expression, { kind: 'name' }>, c: Conversion): Expression {
  const isOfVersion = c.version < 4 || OF_4.has(e.name);
  const wanted = isOfVersion && !c.variables.has(e.name) ? VARIABLES.get(e.name) : undefined;
  if (wanted === undefined) return e;
  c.lines.add(e.line);
  return dotted(wanted, e);
}

/** Variables that version 4 still had by these names. */
const OF_4: ReadonlySet<string> = new Set(
  'accdist iii nvi obv pvi pvt tr vwap wad wvad'.split(' '),
);

function dotted(name: string, { line, column }: Place): Expression {
  const [head = '', ...rest] = name.split('.');
  let e: Expression = { kind: 'name', line, column, name: head };
  for (const each of rest) e = { kind: 'member', line, column, object: e, name: each };
  return e;
}

function convertMember(e: Extract<Expression, { kind: 'member' }>, c: Conversion): Expression {
  const { object } = e;
  if (object.kind !== 'name') return parts(e, c) as unknown as Expression;
  const name = memberName(object.name, e.name);
  if (name !== e.name) c.lines.add(e.line);
  return { ...e, name };
}

function convertCall(e: CallExpression, c: Conversion): Expression {
  const { callee } = e;
  if (callee.kind === 'name' && c.functions.has(callee.name)) {
    const given = convert(e.arguments, c) as readonly Argument[];
    return { ...e, arguments: given };
  }
  const old = nameOf(callee);
  if (old === 'input') {
    c.lines.add(e.line);
    const input = convertInput(e);
    return { ...input, arguments: convert(input.arguments, c) as readonly Argument[] };
  }
  const given = convert(e.arguments, c) as readonly Argument[];
  if (old === IFF && isComputed(given)) {
    c.lines.add(e.line);
    return { ...e, arguments: given };
  }
  if (old === IFF || old === 'offset') {
    const plain = byOldForm(e, old, given);
    if (plain !== null) c.lines.add(e.line);
    return plain ?? { ...e, arguments: given };
  }
  const called = FUNCTIONS.get(old ?? '') ?? old ?? '';
  const isRenamed = callee.kind === 'name' && called !== old;
  const args = convertArguments(called, given, c);
  if (isRenamed || isChanged(given, args)) c.lines.add(e.line);
  if (!isRenamed) return { ...e, arguments: args };
  return { ...e, callee: dotted(called, callee), arguments: args };
}

/** A name that an argument gets for its place is no change of what is written. */
function isChanged(before: readonly Argument[], after: readonly Argument[]): boolean {
  if (before.length !== after.length) return true;
  return before.some(({ name, value }, at) => {
    const now = after[at];
    return now?.value !== value || (name !== null && now.name !== name);
  });
}

function nameOf(e: Expression): string | null {
  if (e.kind === 'name') return e.name;
  if (e.kind !== 'member') return null;
  const head = nameOf(e.object);
  return head === null ? null : `${head}.${e.name}`;
}

/** Of values that are read only, none retains anything: `?:` is the same. */
function isComputed([, ...values]: readonly Argument[]): boolean {
  let found = false;
  visit(values, ({ kind }) => {
    if (kind === 'call') found = true;
  });
  return found && values.every(({ name }) => name === null);
}

/** `iff(a, b, c)` is `a ? b : c`, `offset(a, n)` is `a[n]`. */
function byOldForm(
  { line, column }: Place,
  old: 'iff' | 'offset',
  given: readonly Argument[],
): Expression | null {
  const [one, two, three] = given.map(({ value }) => value);
  if (one === undefined || two === undefined) return null;
  if (old === 'offset') return { kind: 'history', line, column, value: one, offset: two };
  if (three === undefined) return null;
  return { kind: 'ternary', line, column, condition: one, yes: two, no: three };
}

function convertArguments(
  called: string,
  given: readonly Argument[],
  c: Conversion,
): readonly Argument[] {
  const order = (c.version < 4 ? PARAMETERS_OF_3.get(called) : undefined) ?? PARAMETERS.get(called);
  const names = order?.split(' ') ?? [];
  const named = given.map((each, at) => {
    const byPlace = names[at] === '-' ? null : (names[at] ?? null);
    const name = each.name === null ? byPlace : parameterName(called, each.name);
    return { ...each, name };
  });
  if (called === 'strategy.entry' || called === 'strategy.order') return named.map(withDirection);
  if (called === 'strategy.close') return named.map(withCondition);
  if (called === 'strategy.exit') return withEffect(named);
  if (called === 'request.security') return withLookahead(named.map(withGaps), c);
  if (called === 'time' || called === 'time_close') return named.map(withWeekdays);
  return withoutTransparency(called, called === 'plot' ? named.map(withStyle) : named);
}

/** By the number that a style was. */
const STYLES = 'line stepline histogram cross area columns circles'.split(' ');

function withStyle(each: Argument): Argument {
  const { name, value } = each;
  if (name !== 'style' || value.kind !== 'integer') return each;
  const style = STYLES[value.value];
  return style === undefined ? each : { ...each, value: dotted(`plot.style_${style}`, value) };
}

/** Before version 5 the direction was a `bool`: `true` is long. */
function withDirection(each: Argument): Argument {
  const { name, value } = each;
  if (name !== 'direction' || nameOf(value)?.startsWith('strategy.') === true) return each;
  const [long, short] = [dotted('strategy.long', value), dotted('strategy.short', value)];
  if (value.kind === 'boolean') return { ...each, value: value.value ? long : short };
  const { line, column } = value;
  return {
    ...each,
    value: { kind: 'ternary', line, column, condition: value, yes: long, no: short },
  };
}

/** `strategy.close("S", strategy.long)`: a direction was a `bool`, and a condition. */
function withCondition(each: Argument): Argument {
  const { name, value } = each;
  const direction = nameOf(value);
  const isLong = direction === 'strategy.long';
  if (name !== 'when' || (!isLong && direction !== 'strategy.short')) return each;
  const { line, column } = value;
  return { ...each, value: { kind: 'boolean', line, column, value: isLong } };
}

const EFFECTS: ReadonlySet<string | null> = new Set(
  'profit limit loss stop trail_price trail_points'.split(' '),
);

/** An exit that says no level did nothing, which is a mistake since version 5. */
function withEffect(given: readonly Argument[]): readonly Argument[] {
  const [first] = given;
  if (first === undefined || given.some(({ name }) => EFFECTS.has(name))) return given;
  const { line, column } = first;
  const value: Expression = { kind: 'name', line, column, name: 'na' };
  return [...given, { line, column, name: 'profit', value }];
}

/** Gaps were a `bool` too. */
function withGaps(each: Argument, at: number): Argument {
  const { name, value } = each;
  const isGaps = name === 'gaps' || (name === null && at === 3);
  if (!isGaps || value.kind !== 'boolean') return each;
  return { ...each, value: dotted(`barmerge.gaps_${value.value ? 'on' : 'off'}`, value) };
}

const HOURS = /^\d{4}-\d{4}(?:,\d{4}-\d{4})*$/;
const WEEKDAYS = ':23456';

/** A session without days was one of Monday to Friday, and is one of all days since version 5. */
function withWeekdays(each: Argument, at: number): Argument {
  const { name, value } = each;
  if (name !== 'session' && (name !== null || at !== 1)) return each;
  if (value.kind === 'text') {
    const text = HOURS.test(value.value) ? `${value.value}${WEEKDAYS}` : value.value;
    return text === value.value ? each : { ...each, value: { ...value, value: text } };
  }
  const { line, column } = value;
  const text = (of: string): Expression => ({ kind: 'text', line, column, value: of });
  const contains = (part: string): Expression => ({
    kind: 'call',
    line,
    column,
    callee: dotted('str.contains', value),
    typeParameters: [],
    arguments: [value, text(part)].map((of) => ({ line, column, name: null, value: of })),
  });
  const longer: Expression = {
    kind: 'binary',
    line,
    column,
    operator: '+',
    left: value,
    right: text(WEEKDAYS),
  };
  const choose = (condition: Expression, yes: Expression, no: Expression): Expression => ({
    kind: 'ternary',
    line,
    column,
    condition,
    yes,
    no,
  });
  const hours = choose(contains('-'), longer, value);
  return { ...each, value: choose(contains(':'), value, hours) };
}

/** Version 2 looks ahead where nothing is said, and version 3 has a `bool` for it. */
function withLookahead(given: readonly Argument[], { version }: Conversion): readonly Argument[] {
  const words = given.map((each, at) => {
    const { value } = each;
    const isLookahead = each.name === 'lookahead' || (each.name === null && at === 4);
    if (!isLookahead || value.kind !== 'boolean') return each;
    return { ...each, value: dotted(`barmerge.lookahead_${value.value ? 'on' : 'off'}`, value) };
  });
  const isStated = words.some(
    ({ name }, at) => name === 'lookahead' || (name === null && at === 4),
  );
  const first = words[0];
  if (version !== 2 || isStated || first === undefined) return words;
  const { line, column } = first;
  const value = dotted('barmerge.lookahead_on', first);
  return [...words, { line, column, name: 'lookahead', value }];
}

const TRANSPARENT: ReadonlySet<string> = new Set(
  'plot plotshape plotchar plotarrow bgcolor fill'.split(' '),
);

/** `color = c, transp = t` is `color = color.new(c, t)`. */
function withoutTransparency(called: string, given: readonly Argument[]): readonly Argument[] {
  const transparency = given.find(({ name }) => name === 'transp')?.value;
  if (!TRANSPARENT.has(called) || transparency === undefined) return given;
  return given.flatMap((each) => {
    if (each.name === 'transp') return [];
    if (!/^color(?:up|down)?$/.test(each.name ?? '')) return [each];
    const { line, column, value } = each;
    const of = (part: Expression): Argument => ({ line, column, name: null, value: part });
    const callee = dotted('color.new', each);
    const call = { kind: 'call', line, column, callee, typeParameters: [] } as const;
    return [{ ...each, value: { ...call, arguments: [of(value), of(transparency)] } }];
  });
}
