// The global names that a script finds: those of the library and those of its host.

import type { Kinds } from '#lua/semantics/kind.ts';

/** A field of a container; its index is its place in the list, from 1. */
export type ContainerField = { readonly name: string; readonly kinds: Kinds };

export type OfferedParameter = {
  readonly name: string;
  /** The one group whose constants it takes; null: anything. */
  readonly group: string | null;
  /** Whether their values are published, so that a script may pass the number itself. */
  readonly takesNumbers: boolean;
  /** A constant of the group, for messages. */
  readonly example: string;
  /** Takes all arguments that follow. */
  readonly isVariadic: boolean;
};

export type OfferedFunction = {
  readonly type: 'function';
  /** What its first result may be. */
  readonly result: Kinds;
  /** Always exactly one result. */
  readonly isSingle: boolean;
  /**
   * For identical arguments the result is the identical value during the whole life of an instance,
   * and asking again has no effect. Such a call is made again only where its arguments may have
   * changed. Only for functions that are single.
   */
  readonly isInvariant?: true;
  /**
   * Nobody reads the result of a call that is a statement, and such a call has nothing to do:
   * `once`, after one with the same arguments; `unseen`, the same where the host is `isUnseen`;
   * `until_end`, before the host's `finalRow`.
   */
  readonly idle?: 'once' | 'unseen' | 'until_end';
  /**
   * What it gives, with no effect, while the host is `isFlat`, if it has been called with the same
   * arguments before.
   */
  readonly flatResult?: boolean | number;
  /**
   * What it gives, with no effect, until the host has requests, if it has been called with the same
   * arguments before: `value`, the same; `within`, the `flatResult`, or nothing to do, while the
   * newest of the host's `closes` lies between its `limitsOf` the call.
   */
  readonly stands?: 'value' | 'within';
  /**
   * Whether its first argument, or its second one, is above the other and was not with the element
   * before. Of series and numbers that is read in place: see `newest` and `before` of a series.
   */
  readonly crosses?: 'over' | 'under';
  /** `opens` a group, by which the results of functions `within` groups differ (call-groups.ts). */
  readonly group?: 'opens' | 'within';
  /**
   * Positions, from 0, whose arguments an invariant function takes as they are; all when left out.
   * Elsewhere a series stands for the number that it has now, so that the result is another in the
   * next update.
   */
  readonly takesSeriesAt?: ReadonlySet<number>;
  /**
   * The position, from 0, of the argument whose kind the result has where that is a number, a
   * string or a boolean.
   */
  readonly resultLike?: number;
  /**
   * How many arguments, from the first, are operands: of numbers alone the result is a number, with
   * a series among them a series.
   */
  readonly operands?: number;
  /**
   * Whether a call passes the number of its place in the script, counted for each name from 1: it
   * is a call of `$name` with the number in front.
   */
  readonly wantsPlace?: true;
  /** Parameters by place, of functions that take constants of certain groups. */
  readonly parameters?: readonly OfferedParameter[];
  /** What the container holds, when `result` is CONTAINER. */
  readonly fields?: readonly ContainerField[];
};

/** A value that stays the same during the whole life of an instance. */
export type OfferedConstant = {
  readonly type: 'constant';
  readonly kinds: Kinds;
  /** Written into the code when known at compile time; else read from the host. */
  readonly value?: number | string | boolean;
  /** The group of constants that it belongs to. */
  readonly group?: string;
  /** The function that a call of it leads to, where it can be called as well. */
  readonly called?: OfferedFunction;
};

export type NameOffer = OfferedFunction | OfferedConstant;

export type NamesOffered = {
  /** Library functions by their full name: `pairs`, `math.floor`. */
  readonly library: ReadonlyMap<string, OfferedFunction>;
  /** Library constants, like `math.pi`. */
  readonly constants: ReadonlyMap<string, number | string>;
  /** Library tables: `math`, `string`. */
  readonly libraryTables: ReadonlySet<string>;
  readonly host: ReadonlyMap<string, NameOffer>;
  /** Names of the host's functions that open groups of calls. */
  readonly openers: readonly string[];
  /** Names of other languages, and what stands for them here: for messages alone. */
  readonly foreign?: ReadonlyMap<string, string>;
};
