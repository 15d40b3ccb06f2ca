// Random documents of a few commands, for what is evaluated in two ways; and minutes, each of which
// is known by its close.

import assert from 'node:assert/strict';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { Bar } from '#backtesting/feed.fixture.ts';
import { planInput } from '#backtesting/feed.fixture.ts';
import type { ForeignSpec } from './foreign-document.ts';
import type { SlowBar } from './slow-evaluator.ts';

/** Each close is another one, so that a close says which minute it is. */
export const BARS: readonly Bar[] = [10, 13, 7, 21, 4, 15, 9].map((close, at) => {
  const open = [11, 10, 13, 7, 21, 4, 15][at] ?? close;
  return [open, Math.max(open, close) + 2, Math.max(1, Math.min(open, close) - 1), close];
});

/** Minutes before them, so that lists have elements from the first update on. */
export const EARLIER: readonly Bar[] = Array.from({ length: 40 }, (_, at): Bar => {
  const close = 30 + ((at * 17) % 41);
  return [close, close + 2, close - 1, close];
});

/** The closes before the first update, newest first. */
export const EARLIER_CLOSES = EARLIER.map((bar) => bar?.[3] ?? Number.NaN).toReversed();

/** A backtest over the minutes, without a script. */
export function drawnInput(): BacktestInput {
  return planInput([...EARLIER, ...BARS], { warmUpRows: EARLIER.length });
}

export function barOf(close: number): SlowBar {
  const bar = BARS.find((each) => each?.[3] === close);
  assert.ok(bar !== null && bar !== undefined, `a minute that closed at ${close}`);
  const [open, high, low] = bar;
  return { open, high, low, close };
}

/** Numbers from 0 to below 1, the same for the same seed. */
export function drawn(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Pools = {
  readonly numbers: string[];
  readonly flags: string[];
  readonly signals: string[];
  /** Blocks of comparisons, whose parts may be joined. */
  readonly compared: string[];
  /** Lists of numbers. */
  readonly lists: string[];
  /** Keys that nothing saves yet: two that save one key would run in no order that is said. */
  readonly keys: string[];
};

type Choice = {
  readonly command: string;
  readonly inputs: NonNullable<ForeignSpec['inputs']>;
  /** Outputs that later blocks may use. */
  readonly outputs: readonly string[];
  readonly kind: 'numbers' | 'flags' | 'signals' | 'lists' | 'none';
};

const TYPED = ['0', '1', '2', '-3', '7,5', '12', '1,25', '20'];
const MAIN = [''];

type Drawing = {
  readonly draw: () => number;
  readonly pools: Pools;
  /** Whether blocks that trade are among them. */
  readonly trades: boolean;
};

function pick<T>({ draw }: Drawing, list: readonly T[]): T {
  return list[Math.floor(draw() * list.length)] as T;
}

function number(drawing: Drawing): string | readonly string[] {
  const { draw, pools } = drawing;
  if (draw() < 0.2) return pick(drawing, TYPED);
  if (draw() < 0.1) return pick(drawing, ['#A b', '#k1']);
  return [pick(drawing, pools.numbers)];
}

function flag(drawing: Drawing): string | readonly string[] {
  const { draw, pools } = drawing;
  const isTyped = pools.flags.length === 0 || draw() < 0.1;
  return isTyped ? pick(drawing, ['True', 'false', '1', '0']) : [pick(drawing, pools.flags)];
}

function flags(drawing: Drawing): readonly string[] {
  const { draw, pools } = drawing;
  const isSome = (): boolean => pools.flags.length > 0 && draw() < 0.7;
  return [...new Set([0, 1, 2].flatMap(() => (isSome() ? [pick(drawing, pools.flags)] : [])))];
}

/** A number or, where both are taken, a list of numbers. */
function operand(drawing: Drawing): string | readonly string[] {
  const { draw, pools } = drawing;
  return draw() < 0.35 ? [pick(drawing, pools.lists)] : number(drawing);
}

function isList({ pools }: Drawing, given: string | readonly string[]): boolean {
  return typeof given !== 'string' && given.some((wire) => pools.lists.includes(wire));
}

/** Of lists: their sums, what they are from a place on, and single elements. */
function listed(drawing: Drawing): Choice {
  const { draw, pools } = drawing;
  const kind = draw();
  const input = [pick(drawing, pools.lists)];
  if (kind < 0.3) {
    const index = pick(drawing, ['1', '2', '3', '9']);
    return { command: 'ArrayGet', inputs: { input, index }, outputs: MAIN, kind: 'numbers' };
  }
  if (kind < 0.5) {
    const offset = pick(drawing, ['0', '1', '4']);
    return { command: 'Offset', inputs: { input, offset }, outputs: MAIN, kind: 'lists' };
  }
  const inputs = { input1: operand(drawing), input2: operand(drawing) };
  const isNumber = !isList(drawing, inputs.input1) && !isList(drawing, inputs.input2);
  const command = pick(drawing, ['Add', 'Sub', 'Mult']);
  return { command, inputs, outputs: MAIN, kind: isNumber ? 'numbers' : 'lists' };
}

function compared(drawing: Drawing): Choice['inputs'] {
  return { input1: number(drawing), input2: number(drawing) };
}

function arithmetic(drawing: Drawing): Choice {
  const { draw, pools } = drawing;
  const main = { outputs: MAIN, kind: 'numbers' } as const;
  const kind = draw();
  if (kind < 0.5) {
    return { command: pick(drawing, ['Add', 'Sub', 'Mult']), inputs: compared(drawing), ...main };
  }
  if (kind < 0.6) return { command: 'Abs', inputs: { input: number(drawing) }, ...main };
  if (kind < 0.7) return { command: 'Number', inputs: { value: pick(drawing, TYPED) }, ...main };
  if (kind < 0.85) {
    const values = [pick(drawing, pools.numbers), pick(drawing, pools.numbers)];
    return { command: 'Merge', inputs: { 'values[]': [...new Set(values)] }, ...main };
  }
  const values = { value1: number(drawing), value2: number(drawing) };
  return { command: 'IfElse', inputs: { statement: flag(drawing), ...values }, ...main };
}

function condition(drawing: Drawing): Choice {
  const { draw, pools } = drawing;
  const kind = draw();
  if (kind < 0.4) {
    const command = pick(drawing, ['IsBiggerThan', 'IsSmallerThan']);
    const inputs = { input1: operand(drawing), input2: operand(drawing) };
    return { command, inputs, outputs: MAIN, kind: 'flags' };
  }
  if (kind < 0.6) {
    const outputs = ['.isAbove', '.isEqual', '.isBelow'];
    const inputs = { input1: operand(drawing), input2: operand(drawing) };
    return { command: 'Compare', inputs, outputs, kind: 'flags' };
  }
  if (kind < 0.65 && pools.compared.length > 0) {
    const wire = pick(drawing, pools.compared);
    const parts = [`${wire}.isEqual`, wire + pick(drawing, ['.isBelow', '.isAbove'])];
    return { command: 'Or', inputs: { 'values[]': parts }, outputs: MAIN, kind: 'flags' };
  }
  if (kind < 0.8) {
    const outputs = ['.isTrue', '.isFalse'];
    return { command: 'Branch', inputs: { input: flag(drawing) }, outputs, kind: 'flags' };
  }
  const command = pick(drawing, ['And', 'Or', 'IsTrue', 'IsFalse']);
  return { command, inputs: { 'values[]': flags(drawing) }, outputs: MAIN, kind: 'flags' };
}

function signal(drawing: Drawing): Choice {
  const { draw, pools } = drawing;
  if (pools.signals.length > 0 && draw() < 0.5) {
    const inputs = { value1: [pick(drawing, pools.signals)], value2: pick(drawing, TYPED) };
    return { command: 'Equals', inputs, outputs: MAIN, kind: 'flags' };
  }
  const inputs = { isLong: flag(drawing), isShort: flag(drawing), isExit: flag(drawing) };
  return { command: 'BoolToSignal', inputs, outputs: MAIN, kind: 'signals' };
}

function retained(drawing: Drawing): Choice {
  const { draw, pools } = drawing;
  const kind = draw();
  const none = { outputs: [], kind: 'none' } as const;
  const main = { outputs: MAIN, kind: 'numbers' } as const;
  if (kind < 0.3) {
    const key = pick(drawing, ['k1', '#k1', 'k2']);
    return { command: 'SessionSet', inputs: { key, value: number(drawing) }, ...none };
  }
  if (kind < 0.5) {
    const key = pick(drawing, ['k1', 'k2', '#k2', 'A b']);
    return { command: 'SessionGet', inputs: { key }, ...main };
  }
  const free = kind < 0.7 ? pools.keys.pop() : undefined;
  if (free !== undefined) {
    return { command: 'Save', inputs: { key: free, value: number(drawing) }, ...none };
  }
  const usual = draw() < 0.6 ? { defaultValue: '5' } : {};
  return { command: 'Load', inputs: { key: pick(drawing, ['s1', 's2']), ...usual }, ...main };
}

const ACTS = ['DoLong', 'DoShort', 'DoExitPosition', 'DoFlipPosition'];

/** A block that trades, behind a gate or not. */
function act(drawing: Drawing): Choice {
  const { draw } = drawing;
  const none = { outputs: [], kind: 'none' } as const;
  if (draw() < 0.7) return { command: pick(drawing, ACTS), inputs: {}, ...none };
  const { pools } = drawing;
  if (pools.signals.length === 0) return { command: 'DoLong', inputs: {}, ...none };
  return { command: 'DoSignal', inputs: { signal: [pick(drawing, pools.signals)] }, ...none };
}

function choiceOf(drawing: Drawing): Choice {
  if (drawing.trades && drawing.draw() < 0.2) return act(drawing);
  const kind = drawing.draw();
  if (kind < 0.3) return arithmetic(drawing);
  if (kind < 0.42) return listed(drawing);
  if (kind < 0.7) return condition(drawing);
  return kind < 0.8 ? signal(drawing) : retained(drawing);
}

function blockOf(drawing: Drawing, id: string): ForeignSpec {
  const { draw, pools } = drawing;
  const gate = draw() < 0.25 ? flags(drawing) : [];
  const { command, inputs, outputs, kind } = choiceOf(drawing);
  // Without a number that it is given, arithmetic has none: that is the commands' own matter.
  const isDisabled = draw() < 0.05 && kind !== 'numbers' && kind !== 'lists';
  const stale = Object.fromEntries(Object.keys(inputs).map((port) => [port, '1']));
  if (command === 'Compare') pools.compared.push(id);
  if (kind !== 'none') pools[kind].push(...outputs.map((part) => id + part));
  return {
    id,
    command,
    inputs,
    gate,
    x: Math.floor(draw() * 5),
    y: Math.floor(draw() * 40),
    ...(draw() < 0.2 ? { stale } : {}),
    ...(draw() < 0.04 ? { needsGate: true } : {}),
    ...(isDisabled ? { disabled: true } : {}),
  };
}

/** Logs of half of the outputs: of numbers as they are, of conditions where they hold. */
function logsOf({ draw, pools }: Drawing): readonly ForeignSpec[] {
  const place = () => ({ command: 'Log', x: 1, y: Math.floor(draw() * 60) });
  const numbers = pools.numbers.flatMap((wire, at) => {
    const inputs = { message: [wire], prefix: `n${at} ` };
    return draw() < 0.5 ? [] : [{ id: `n${at}`, ...place(), inputs }];
  });
  const conditions = pools.flags.flatMap((wire, at) => {
    const inputs = { message: 'true', prefix: `f${at} ` };
    return draw() < 0.5 ? [] : [{ id: `f${at}`, ...place(), gate: [wire], inputs }];
  });
  return [...numbers, ...conditions];
}

export function makeDocument(draw: () => number, trades = false): readonly ForeignSpec[] {
  const pools: Pools = {
    numbers: ['p.close', 'p.open'],
    flags: [],
    signals: [],
    compared: [],
    lists: ['c'],
    keys: ['s1', 's2'],
  };
  const drawing = { draw, pools, trades };
  const anchor = { message: ['p.close'], prefix: '@ ' };
  const first: readonly ForeignSpec[] = [
    { id: 'p', command: 'CurrentPrice', x: 0, y: -1_001 },
    { id: 'c', command: 'ClosePrices', x: 0, y: -1_002 },
    { id: 'anchor', command: 'Log', x: 0, y: -1_000, inputs: anchor },
    { id: 'in', command: 'Input', x: 0, y: 900, inputs: { label: 'A b', defaultValue: '3' } },
  ];
  const count = 4 + Math.floor(draw() * 22);
  const blocks = Array.from({ length: count }, (_, at) => blockOf(drawing, `b${at}`));
  return [...first, ...blocks, ...logsOf(drawing)];
}
