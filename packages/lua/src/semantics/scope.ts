// Scope of a script's names: the result of resolving, read by inference and by the emitter.

import type {
  Block,
  Call,
  Declaration,
  Expression,
  FunctionBody,
  FunctionExpression,
  Goto,
  Label,
  Name,
} from '#lua/syntax/tree.ts';

/** A local variable or parameter. Filled while resolving, fixed afterwards. */
export type Variable = {
  readonly id: number;
  readonly name: string;
  readonly declaration: Declaration;
  readonly owner: FunctionScope;
  /** Read or written by an inner function. */
  isCaptured: boolean;
  /** How often the script assigns to it, beyond its declaration. */
  assignments: number;
  /**
   * The function that it is declared with, as in `local function f`; meaningful while never
   * assigned.
   */
  value: FunctionExpression | null;
  /** What it is declared with, cut to one value; null for parameters, loop variables and none. */
  initialiser: Expression | null;
  /** Used in another way than being called, so that its calls are not all known. */
  isEscaping: boolean;
  /** How many calls of it stand in the text. */
  calls: number;
};

export type FunctionScope = {
  readonly id: number;
  readonly body: FunctionBody;
  readonly parent: FunctionScope | null;
  /** The local or global variable that stands for this function alone, if any. */
  name: Variable | GlobalName | null;
  /** Variables of outer functions that it, or a function in it, uses. */
  readonly captures: Set<Variable>;
};

/** A global name and how the script uses it. */
export type GlobalName = {
  readonly name: string;
  readonly line: number;
  readonly column: number;
  assignments: number;
  value: FunctionExpression | null;
  /** What the last assignment in the text gives it; meaningful when there is only one. */
  initialiser: Expression | null;
  /**
   * Whether, at this point of resolving, an assignment that stands open in the chunk was passed.
   */
  isWarm: boolean;
  /** Whether some use may see what an earlier update has left. */
  isCarried: boolean;
  isEscaping: boolean;
  calls: number;
};

/** A label of a block and the gotos that lead to it. */
export type LabelUse = {
  readonly label: Label;
  /** Position among the block's statements. */
  readonly index: number;
  /** Position of the first statement with a goto forward to it; null without one. */
  firstForward: number | null;
  isBackward: boolean;
};

export type GotoTarget = { readonly use: LabelUse; readonly isBackward: boolean };

export type Resolution = {
  /** Names that stand for locals; all other names are global. */
  readonly locals: ReadonlyMap<Name, Variable>;
  readonly variables: ReadonlyMap<Declaration, Variable>;
  readonly scopes: ReadonlyMap<FunctionBody, FunctionScope>;
  readonly globals: ReadonlyMap<string, GlobalName>;
  readonly labels: ReadonlyMap<Block, readonly LabelUse[]>;
  readonly targets: ReadonlyMap<Goto, GotoTarget>;
  /** Local variables named `_ENV` that global names within their scope go through. */
  readonly environments: ReadonlyMap<Name, Variable>;
  /** Uses of global names that stand behind an assignment which every update passes first. */
  readonly warm: ReadonlySet<Name>;
  /** All calls but those of methods, in the order in which they are evaluated. */
  readonly calls: readonly Call[];
  /** Whether the script can reach its global table by other ways than names. */
  readonly usesEnvironment: boolean;
};
