// The global names that a script finds: those of the library and those of its host.

import type { Kinds } from '#script/semantics/kind.ts';

/** A field of a container; its index is its place in the list, from 1. */
export type ContainerField = { readonly name: string; readonly kinds: Kinds };

export type OfferedFunction = {
  readonly type: 'function';
  /** What its first result may be. */
  readonly result: Kinds;
  /** Always exactly one result. */
  readonly isSingle: boolean;
  /**
   * For identical arguments the answer is the identical value during the whole life of an instance,
   * and asking again has no effect. Such a call is made again only where its arguments may have
   * changed. Only for functions that are single.
   */
  readonly isInvariant?: true;
  /** The position, from 0, of the argument whose kind the result has where it is given. */
  readonly resultLike?: number;
  /** What the container holds, when `result` is CONTAINER. */
  readonly fields?: readonly ContainerField[];
};

/** A value that stays the same during the whole life of an instance. */
export type OfferedConstant = {
  readonly type: 'constant';
  readonly kinds: Kinds;
  /** Written into the code when known at compile time; else read from the host. */
  readonly value?: number | string | boolean;
};

export type Offered = OfferedFunction | OfferedConstant;

export type NamesOffered = {
  /** Library functions by their full name: `pairs`, `math.floor`. */
  readonly library: ReadonlyMap<string, OfferedFunction>;
  /** Library constants, like `math.pi`. */
  readonly constants: ReadonlyMap<string, number | string>;
  /** Library tables: `math`, `string`. */
  readonly libraryTables: ReadonlySet<string>;
  readonly host: ReadonlyMap<string, Offered>;
};
