// The form in which a graph of values is written down: numbered nodes that name one another, so
// that cycles, shared values and the order of entries come back as they were. Plain data, one text.

/**
 * A value within a node. JSON's own values stand for themselves; `[]` is undefined, `[3]` node 3,
 * and an object what JSON has no form for.
 */
export type ValueText =
  | null
  | boolean
  | number
  | string
  | readonly []
  | readonly [number]
  | { readonly n: string }
  | { readonly b: string }
  | { readonly x: string };

/** A table of a script: what lists, fields and other keys it has, each in its order. */
export type TableText = {
  readonly list: readonly ValueText[];
  readonly names: readonly string[];
  readonly fields: readonly ValueText[];
  readonly keys: readonly ValueText[];
  readonly values: readonly ValueText[];
  readonly meta: ValueText;
  /**
   * The numbers under which the script, and each custom command that it has called, has shown it as
   * a text; 0: it has not. Zeros at the end are left out.
   */
  readonly shown: readonly number[];
  /** The keys of a traversal by `next` that it is in, and the place in it; null: in none. */
  readonly traversal: readonly [place: number, order: readonly ValueText[]] | null;
};

export type NodeText =
  | readonly ['array', readonly ValueText[]]
  /** Arrays of many numbers: see number-list.ts. */
  | readonly ['steps', readonly number[]]
  | readonly ['numbers', string]
  | readonly ['object', shape: number, readonly ValueText[]]
  | readonly ['map', readonly ValueText[], readonly ValueText[]]
  | readonly ['set', readonly ValueText[]]
  | readonly ['table', TableText]
  | readonly ['container', readonly string[], readonly ValueText[]]
  | readonly ['signal', number, ValueText]
  /** A series that stays as it is. */
  | readonly ['series', readonly ValueText[]];

export type GraphText = {
  /** Names of members, which objects of one kind share. */
  readonly shapes: readonly (readonly string[])[];
  /** The first is the root. */
  readonly nodes: readonly NodeText[];
};

/** Values that are there on both sides, by name: markets, functions of the library, columns. */
export type NamedValues = {
  /** Null for what has no name. */
  readonly nameOf: (value: unknown) => string | null;
  /** Null for a name that nothing has. */
  readonly valueOf: (name: string) => unknown;
};

export const NO_NAMED_VALUES: NamedValues = { nameOf: () => null, valueOf: () => null };
