// State of the emitter of Pine scripts, and its reports of what is wrong.

import { closestName } from '#lib/closest-name.ts';
import type { Diagnostic } from '#lua/syntax/diagnostic.ts';
import type { Signature } from '#pine/compile/signature.ts';
import type { SharedColumns } from '#pine/compile/shared-columns.ts';
import type { PineType, Rank } from '#pine/compile/pine-type.ts';
import { UNKNOWN_TYPE } from '#pine/compile/pine-type.ts';
import type { Constant, EmittedLine, Scope, Unit } from '#pine/compile/pine-scope.ts';
import type {
  Block,
  CallExpression,
  Expression,
  FunctionStatement,
  Place,
  TypeName,
} from '#pine/syntax/pine-tree.ts';

/** An expression as JavaScript, with what is known of it. */
export type TypedCode = {
  readonly code: string;
  readonly type: PineType;
  readonly rank: Rank;
  readonly constant?: Constant | undefined;
};

export type PineFunction = {
  readonly statement: FunctionStatement;
  readonly scope: Scope;
  readonly made: Map<string, MadeFunction>;
  isBeingMade: boolean;
};

/** A function for one kind of arguments. */
export type MadeFunction = {
  readonly code: string;
  readonly type: PineType;
  readonly rank: Rank;
};

export type PineField = {
  readonly name: string;
  readonly type: PineType;
  readonly initial: Expression | null;
};

export type BuiltinVariable = {
  readonly type: PineType;
  readonly rank: Rank;
  readonly code: string;
  readonly constant?: Constant;
  /** The built-in function that is called for it, with a state of its own. */
  readonly called?: string;
};

/** What the language offers by itself. */
export type Builtins = {
  readonly functions: ReadonlyMap<string, readonly Signature[]>;
  readonly variables: ReadonlyMap<string, BuiltinVariable>;
  /** Names that compile and are always `na` here, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
  /** The value of a function of constants; undefined where it is known only while it runs. */
  readonly fold: (name: string, values: readonly (Constant | undefined)[]) => Constant | undefined;
  /** What a call is charged before it is made, beside what its arguments are charged. */
  readonly stepsOf: (name: string) => number;
};

/** One `input.*` call. */
export type PineInput = Place & {
  readonly kind: string;
  readonly label: string;
  readonly arguments: Readonly<Record<string, Constant | readonly Constant[]>>;
};

export type PineDeclaration = Place & {
  readonly kind: 'indicator' | 'strategy' | 'library';
  readonly arguments: Readonly<Record<string, Constant>>;
};

/**
 * Of which bar a value of `request.security` is: of the last that has closed, of the one before
 * that the chart is in, or of the one that the chart is in, as far as it has come.
 */
export type SecurityLook = 'closed' | 'earlier' | 'developing';

/** One `request.security` call: a program of the statements before it and its value. */
export type SecuritySite = {
  readonly e: CallExpression;
  /** Arguments that are emitted before the value. */
  readonly before: readonly Expression[];
  readonly value: Expression;
  readonly look: SecurityLook;
  /** Whether its value is taken where it stands, because it is of a function or a block. */
  readonly isInside: boolean;
  /** What stands for no value, in the emitted code. */
  readonly empty: string;
  /** Of the script, from 0. */
  readonly statement: number;
};

export type Emitters = {
  readonly expression: (c: PineCompiler, unit: Unit, scope: Scope, e: Expression) => TypedCode;
  readonly call: (c: PineCompiler, unit: Unit, scope: Scope, e: CallExpression) => TypedCode;
  readonly structure: (
    c: PineCompiler,
    unit: Unit,
    scope: Scope,
    e: Expression,
    wantsValue: boolean,
  ) => TypedCode | null;
  readonly block: (
    c: PineCompiler,
    unit: Unit,
    scope: Scope,
    block: Block,
    wantsValue: boolean,
  ) => TypedCode;
};

export type PineCompiler = {
  readonly version: 5 | 6;
  readonly builtins: Builtins;
  readonly emit: Emitters;
  readonly diagnostics: Diagnostic[];
  readonly warnings: Diagnostic[];
  readonly functions: Map<string, PineFunction[]>;
  readonly types: Map<string, PineField[]>;
  readonly enums: Map<string, ReadonlyMap<string, string>>;
  /** Functions as they are made. */
  readonly made: EmittedLine[];
  readonly globalNames: string[];
  /** Built-in functions that are called, in the order of their numbers. */
  readonly used: string[];
  /** How far back the past of each name is read. */
  readonly depths: ReadonlyMap<string, number>;
  readonly assigned: ReadonlySet<string>;
  readonly inputs: PineInput[];
  readonly sharedColumns: SharedColumns[];
  readonly securities: SecuritySite[];
  /** Null: the script itself. Else the program of a call, by its number where it is inside. */
  readonly target: number | null;
  /** Functions that ask for other bars. */
  readonly securityCallers: ReadonlySet<string>;
  /** The statement of the script that is emitted. */
  statement: number;
  declaration: PineDeclaration | null;
  /** The variable that is being declared: it names an input without a title. */
  declaring: string | null;
  count: number;
};

export const NOTHING: TypedCode = { code: 'NaN', type: UNKNOWN_TYPE, rank: 3 };

const DIAGNOSTICS_MAX = 50;

/** Reports a mistake; what follows from it has the unknown type and is silent. */
export function mistake(c: PineCompiler, place: Place, message: string): TypedCode {
  if (c.diagnostics.length < DIAGNOSTICS_MAX) {
    const { line, column } = place;
    c.diagnostics.push({ kind: 'reference', line, column, message });
  }
  return NOTHING;
}

/** Warns once a line, up to the limit of diagnostics. */
export function warn(c: PineCompiler, { line, column }: Place, message: string): void {
  const isKnown = c.warnings.some((each) => each.line === line && each.message === message);
  if (!isKnown && c.warnings.length < DIAGNOSTICS_MAX)
    c.warnings.push({ kind: 'constant', line, column, message });
}

/** Hint at the closest name; empty when none is close. */
export function meant(name: string, offered: Iterable<string>): string {
  const closest = closestName(name, [...offered]);
  return closest === null ? '' : `; did you mean '${closest}'?`;
}

/** Name that the emitted code has not used. */
export function freshName(c: PineCompiler, prefix: string): string {
  c.count += 1;
  return `${prefix}${c.count}`;
}

/** The variable of the emitted code that holds a built-in function. */
export function builtinCode(c: PineCompiler, name: string): string {
  let at = c.used.indexOf(name);
  if (at < 0) at = c.used.push(name) - 1;
  return `b${at}`;
}

const PLAIN_TYPES: ReadonlySet<string> = new Set(
  (
    'int float bool string color line label box table polyline linefill chart.point plot hline ' +
    'footprint volume_row'
  ).split(' '),
);
const COLLECTIONS: ReadonlyMap<string, number> = new Map([
  ['array', 1],
  ['matrix', 1],
  ['map', 2],
]);

/** The type that is written; the unknown one, with a report, where there is none such. */
export function typeOf(c: PineCompiler, written: TypeName): PineType {
  const { name, parameters } = written;
  const count = COLLECTIONS.get(name);
  if (count !== undefined) {
    if (parameters.length !== count) {
      mistake(c, written, `'${name}' has ${count} type${count > 1 ? 's' : ''} in '<>'`);
      return UNKNOWN_TYPE;
    }
    const types = parameters.map((each) => typeOf(c, each));
    if (types.some((each) => each.includes('<')))
      return mistake(c, written, 'a collection has no collections in it').type;
    return `${name}<${types.join(',')}>`;
  }
  if (PLAIN_TYPES.has(name) || c.types.has(name) || c.enums.has(name)) return name;
  const known = [...PLAIN_TYPES, ...c.types.keys(), ...c.enums.keys(), ...COLLECTIONS.keys()];
  mistake(c, written, `unknown type '${name}'${meant(name, known)}`);
  return UNKNOWN_TYPE;
}

/** As a condition; version 5 takes numbers for it too. */
export function conditionOf(c: PineCompiler, place: Place, typed: TypedCode): string {
  const { type, code } = typed;
  if (type === 'bool' || type === UNKNOWN_TYPE) return code;
  if (type === 'na') return 'false';
  if (c.version === 5 && (type === 'int' || type === 'float')) return `R.truth(${code})`;
  const hint = type === 'int' || type === 'float' ? "; compare it, as in 'x != 0'" : '';
  mistake(c, place, `a bool expected, found ${shownType(typed)}${hint}`);
  return 'false';
}

/** Type in quotes, as messages show it. */
export function shownType({ type }: Pick<TypedCode, 'type'>): string {
  return type === 'na' ? "'na'" : `'${type}'`;
}
