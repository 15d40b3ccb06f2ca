// Names of a script while it is compiled: variables by scope, and the code of one function.

import type { PineType, Rank } from '#pine/compile/pine-type.ts';
import type { Place } from '#pine/syntax/pine-tree.ts';

export type Variable = {
  readonly name: string;
  /** How the emitted code reads and writes it. */
  readonly code: string;
  readonly type: PineType;
  rank: Rank;
  /** The state in which its past is retained; null: nobody reads it. */
  readonly history: string | null;
  /** Parameters and counters of loops are never assigned. */
  readonly isFixed: boolean;
  readonly isGlobal: boolean;
  /** Of a constant that is never assigned. */
  readonly constant?: Constant | undefined;
};

export type Constant = number | string | boolean;

export type Scope = {
  readonly variables: Map<string, Variable>;
  readonly parent: Scope | null;
  /** Whether variables here are those of the script and not of a function or block. */
  readonly isGlobal: boolean;
};

/** Scope without variables inside another. */
export function innerScope(parent: Scope): Scope {
  return { variables: new Map(), parent, isGlobal: false };
}

/** Variable by name, from the innermost scope outwards; null when there is none. */
export function findVariable(scope: Scope, name: string): Variable | null {
  for (let at: Scope | null = scope; at !== null; at = at.parent) {
    const found = at.variables.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

export type EmittedLine = { readonly text: string } & Place;

/** The code of the script or of one function for one kind of arguments. */
export type Unit = {
  readonly lines: EmittedLine[];
  /** Members of its state, as JavaScript. */
  readonly slots: string[];
  readonly isMain: boolean;
  /** How many loops are around the current statement. */
  loops: number;
  /** Steps of what was emitted since the last place that charges: see `chargeHere`. */
  weight: number;
};

/** Unit of code without lines. */
export function makeUnit(isMain: boolean): Unit {
  return { lines: [], slots: [], isMain, loops: 0, weight: 0 };
}

/** Appends a line of code that stems from a place of the script. */
export function write(unit: Unit, place: Place, text: string): void {
  unit.lines.push({ text, line: place.line, column: place.column });
}

/**
 * Leaves a line that charges for what is emitted from here on: a step for each node of the tree,
 * and what built-in functions cost. The result writes it, when that is known.
 */
export function chargeHere(unit: Unit, place: Place, steps: number): () => void {
  const outer = unit.weight;
  const line = unit.lines.length;
  unit.weight = steps;
  write(unit, place, '');
  return () => {
    const { line: ofScript, column } = place;
    const text = `if ((M[0] -= ${unit.weight}) < 0) R.outOfSteps();`;
    unit.lines[line] = { text, line: ofScript, column };
    unit.weight = outer;
  };
}

/** First character of members that last beyond a run within a bar. */
export const LASTING = '_';

/** A new member of the unit's state; `initial` is JavaScript. */
export function slot(unit: Unit, initial: string, isLasting = false): string {
  const name = `${isLasting ? LASTING : 'x'}${unit.slots.length}`;
  unit.slots.push(`${name}: ${initial}`);
  return `s.${name}`;
}
