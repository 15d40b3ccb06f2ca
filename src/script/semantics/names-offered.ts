// The global names that a script finds: those of the library and those of its host.

import type { Kinds } from '#script/semantics/kind.ts';

export type OfferedFunction = {
  readonly type: 'function';
  /** What its first result may be. */
  readonly result: Kinds;
  /** Always exactly one result. */
  readonly isSingle: boolean;
};

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
