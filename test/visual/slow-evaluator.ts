// A second evaluation of visual documents, written from the description of the format and not from
// the compiler: slow, update by update, each block when all that it needs is known. It knows a few
// commands; everything about gates, names, order and nothing is here again.

import type { ForeignSpec } from './foreign-document.ts';
import type { SlowValue } from './slow-lists.ts';
import { combined, elementOf, newestOf, offsetOf } from './slow-lists.ts';

export type SlowBar = {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
};

type Results = Map<string, Map<string, SlowValue>>;

const FLAGS = new Set(['And', 'Or', 'IsTrue', 'IsFalse']);
const SIGNALS: Readonly<Record<string, number>> = {
  SignalNone: 0,
  SignalLong: 1,
  SignalShort: 2,
  SignalExitPosition: 3,
};

const SIGNAL_NAMES = Object.keys(SIGNALS);

/** What blocks of an update did. */
type Effects = { readonly lines: string[]; readonly acts: string[] };

/** What is typed in, at ports that take numbers, conditions or texts alike. */
function typed(text: string): SlowValue {
  const word = text.toLowerCase();
  if (word === 'true' || word === 'false') return word === 'true';
  const number = Number(text.replace(',', '.'));
  return text.trim() === '' ? null : Number.isNaN(number) ? text : number;
}

function keyOf(text: string): string {
  return text.startsWith('#') ? text.slice(1) : text;
}

function isFlagPort({ command }: ForeignSpec, port: string): boolean {
  return (
    command === 'Branch' || port === 'statement' || FLAGS.has(command) || command === 'BoolToSignal'
  );
}

export class SlowDocument {
  readonly session = new Map<string, SlowValue>();
  readonly saved = new Map<string, SlowValue>();
  readonly logged: string[][] = [];
  /** By update: what its blocks that trade ask for, as Lua. */
  readonly acted: string[][] = [];
  /** By update: what each block gave, by its id and its output. */
  readonly given: Results[] = [];
  readonly #specs: readonly ForeignSpec[];
  /** Newest first. */
  readonly #closes: number[] = [];

  /** `closes`: those before the first update, newest first. */
  constructor(specs: readonly ForeignSpec[], closes: readonly number[] = []) {
    this.#closes.push(...closes);
    this.#specs = specs.filter(({ disabled }) => disabled !== true);
  }

  /** Ids of the blocks that a block waits for. */
  #needs(spec: ForeignSpec): ReadonlySet<string> {
    const { inputs = {}, gate = [], command } = spec;
    const wires = [...gate];
    const names: string[] = [];
    for (const [port, stands] of Object.entries(inputs)) {
      if (typeof stands === 'string') {
        if (command === 'SessionSet' && port === 'key') continue;
        if (stands.startsWith('#') || (command === 'SessionGet' && port === 'key'))
          names.push(keyOf(stands));
      } else if (stands !== null) wires.push(...stands);
    }
    const found = wires.map((wire) => wire.split('.')[0] ?? '');
    for (const name of names) {
      for (const other of this.#specs) {
        const { key, label } = other.inputs ?? {};
        if (other.command === 'Input' && label === name) found.push(other.id);
        if (other.command === 'SessionSet' && typeof key === 'string' && keyOf(key) === name)
          found.push(other.id);
      }
    }
    return new Set(found.filter((id) => this.#specs.some((each) => each.id === id)));
  }

  #dependsOnSave(spec: ForeignSpec, key: string, seen = new Set<string>()): boolean {
    for (const id of this.#needs(spec)) {
      if (seen.has(id)) continue;
      seen.add(id);
      const other = this.#specs.find((each) => each.id === id);
      if (other === undefined) continue;
      if (other.command === 'Save' && other.inputs?.['key'] === key) return true;
      if (this.#dependsOnSave(other, key, seen)) return true;
    }
    return false;
  }

  update(bar: SlowBar): void {
    this.#closes.unshift(bar.close);
    const before = new Map(this.saved);
    const results: Results = new Map();
    const lines: string[] = [];
    const acts: string[] = [];
    for (;;) {
      const free = this.#specs.filter(
        (spec) => !results.has(spec.id) && [...this.#needs(spec)].every((id) => results.has(id)),
      );
      const [next] = free.toSorted(
        (a, b) => (a.y ?? 0) - (b.y ?? 0) || (a.x ?? 0) - (b.x ?? 0) || (a.id < b.id ? -1 : 1),
      );
      if (next === undefined) break;
      results.set(next.id, this.#run(next, results, bar, before, { lines, acts }));
    }
    this.logged.push(lines);
    this.acted.push(acts);
    this.given.push(results);
  }

  #wire(results: Results, wire: string): SlowValue {
    const [id = '', part = ''] = wire.split('.');
    return results.get(id)?.get(part) ?? null;
  }

  #name(results: Results, name: string): SlowValue {
    const input = this.#specs.find(
      (each) => each.command === 'Input' && each.inputs?.['label'] === name,
    );
    if (input !== undefined) return results.get(input.id)?.get('') ?? null;
    return this.session.get(name) ?? null;
  }

  /** Values of a port: none when nothing is given. */
  #values(spec: ForeignSpec, port: string, results: Results): readonly SlowValue[] {
    const stands = spec.inputs?.[port] ?? null;
    if (stands === null) return [];
    if (typeof stands !== 'string') {
      const wires = stands.filter((wire) =>
        this.#specs.some(({ id }) => id === wire.split('.')[0]),
      );
      if (wires.length > 0) return wires.map((wire) => this.#wire(results, wire));
      return this.#typed(spec, port, spec.stale?.[port] ?? '');
    }
    if (stands.startsWith('#')) return [this.#name(results, stands.slice(1))];
    return this.#typed(spec, port, stands);
  }

  #typed(spec: ForeignSpec, port: string, text: string): readonly SlowValue[] {
    const value = typed(text);
    if (value === null) return [];
    return [isFlagPort(spec, port) && typeof value === 'number' ? value === 1 : value];
  }

  #run(
    spec: ForeignSpec,
    results: Results,
    bar: SlowBar,
    before: ReadonlyMap<string, SlowValue>,
    done: Effects,
  ): Map<string, SlowValue> {
    const { command, gate = [], needsGate = false } = spec;
    const nothing = new Map<string, SlowValue>();
    const gates = gate.filter((wire) => this.#specs.some(({ id }) => id === wire.split('.')[0]));
    if (gates.length === 0 && needsGate) return nothing;
    if (gates.length > 0 && !gates.some((wire) => this.#wire(results, wire) === true))
      return nothing;
    const ports: Ports = {
      all: (port) => this.#values(spec, port, results),
      wired: (port) => {
        const stands = spec.inputs?.[port] ?? null;
        if (typeof stands !== 'object' || stands === null) return false;
        const there = stands.filter((wire) => this.#isThere(wire));
        return there.some((wire) => this.#wire(results, wire) === true);
      },
    };
    const known = command === 'CurrentPrice' ? new Map(Object.entries(bar)) : null;
    if (command === 'ClosePrices') return new Map([['', [...this.#closes]]]);
    return known ?? calculated(command, ports) ?? this.#stored(spec, ports, results, before, done);
  }

  #isThere(wire: string): boolean {
    return this.#specs.some(({ id }) => id === wire.split('.')[0]);
  }

  /** What a block does: with keys that last, to the log, and to trade. */
  #stored(
    spec: ForeignSpec,
    ports: Ports,
    results: Results,
    before: ReadonlyMap<string, SlowValue>,
    { lines, acts }: Effects,
  ): Map<string, SlowValue> {
    const { command } = spec;
    const nothing = new Map<string, SlowValue>();
    const { one, has, main } = reading(ports);
    switch (command) {
      case 'SessionSet':
        if (has('value')) this.session.set(keyOf(String(spec.inputs?.['key'])), one('value'));
        return nothing;
      case 'SessionGet':
        return main(this.#name(results, keyOf(String(spec.inputs?.['key']))));
      case 'Save':
        if (has('value')) this.saved.set(String(spec.inputs?.['key']), one('value'));
        return nothing;
      case 'Load': {
        const key = String(spec.inputs?.['key']);
        const from = this.#dependsOnSave(spec, key) ? this.saved : before;
        return main(from.get(key) ?? one('defaultValue'));
      }
      case 'Log':
        if (has('message'))
          lines.push(`${String(spec.inputs?.['prefix'])}${shownText(one('message'))}`);
        return nothing;
      case 'DoLong':
      case 'DoShort':
      case 'DoExitPosition':
      case 'DoFlipPosition':
        acts.push(`${command}()`);
        return nothing;
      case 'DoSignal':
        if (has('signal')) acts.push(`DoSignal(${SIGNAL_NAMES[Number(one('signal'))]})`);
        return nothing;
      default:
        return command in SIGNALS ? main(SIGNALS[command] ?? 0) : nothing;
    }
  }
}

function shownText(value: SlowValue): string {
  return Number.isNaN(value) ? 'nan' : String(value);
}

type Ports = {
  readonly all: (port: string) => readonly SlowValue[];
  /** Whether something that is connected is true. */
  readonly wired: (port: string) => boolean;
};

function reading({ all }: Ports) {
  const one = (port: string): SlowValue => all(port)[0] ?? null;
  return {
    one,
    number: (port: string): number => newestOf(one(port)),
    has: (...names: readonly string[]): boolean => names.every((name) => one(name) !== null),
    main: (value: SlowValue) => new Map([['', value]]),
  };
}

/** What follows from the inputs alone; null: another command. */
function calculated(command: string, ports: Ports): Map<string, SlowValue> | null {
  const { all, wired } = ports;
  const nothing = new Map<string, SlowValue>();
  const { one, number, has, main } = reading(ports);
  const both = (operation: (a: number, b: number) => number): Map<string, SlowValue> =>
    has('input1', 'input2') ? main(combined(one('input1'), one('input2'), operation)) : nothing;
  switch (command) {
    case 'Offset':
      return has('input') ? main(offsetOf(one('input'), number('offset'))) : nothing;
    case 'ArrayGet':
      return has('input') ? main(elementOf(one('input'), number('index'))) : nothing;
    case 'Number':
      return main(number('value'));
    case 'Text':
      return main(String(one('value')));
    case 'Input':
      return main(one('defaultValue'));
    case 'Add':
      return both((a, b) => a + b);
    case 'Sub':
      return both((a, b) => a - b);
    case 'Mult':
      return both((a, b) => a * b);
    case 'Abs':
      return has('input') ? main(combined(one('input'), 0, (a) => Math.abs(a))) : nothing;
    case 'IsBiggerThan':
      return has('input1', 'input2') ? main(number('input1') > number('input2')) : nothing;
    case 'IsSmallerThan':
      return has('input1', 'input2') ? main(number('input1') < number('input2')) : nothing;
    case 'Compare': {
      if (!has('input1', 'input2')) return nothing;
      const [a, b] = [number('input1'), number('input2')];
      return new Map([
        ['isAbove', a > b],
        ['isEqual', a === b],
        ['isBelow', a < b],
      ]);
    }
    case 'Branch':
      if (!has('input')) return nothing;
      return new Map([
        ['isTrue', one('input') === true],
        ['isFalse', one('input') === false],
      ]);
    case 'And':
    case 'IsTrue':
      return main(all('values[]').every((value) => value === true));
    case 'Or':
      return main(all('values[]').some((value) => value === true));
    case 'IsFalse':
      return main(all('values[]').every((value) => value !== true));
    case 'Merge':
      return main(all('values[]').find((value) => value !== null) ?? null);
    case 'IfElse': {
      if (!has('statement')) return nothing;
      return main(one(one('statement') === true ? 'value1' : 'value2'));
    }
    case 'BoolToSignal': {
      if (wired('isLong')) return main(1);
      if (wired('isShort')) return main(2);
      return main(wired('isExit') ? 3 : 0);
    }
    case 'Equals':
      return has('value1', 'value2') ? main(one('value1') === one('value2')) : nothing;
    default:
      return null;
  }
}
