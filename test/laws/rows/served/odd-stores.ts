// The stores of a service behind a wrapper that puts one odd row before the others of one list that
// is read: what an older or a later release may have left in it.

import type { EdgeDeps } from '#api/http/edge-deps.ts';
import { withWrappedStores } from '../../trouble/troubled-stores.ts';
import { SAMPLE_ROWS } from './sample-rows.ts';
import type { TroubledStores } from '../../trouble/troubled-stores.ts';

type Row = { readonly [field: string]: unknown };

/** A list of rows that an operation reads, and a row of it. */
export type ReadRows = {
  /** The method of the store, and where in its result the list is. */
  readonly list: string;
  readonly row: Row;
};

export type OddRow = {
  readonly list: string;
  readonly row: Row;
  /** The field that is odd, and how: 'name is empty'. */
  readonly title: string;
};

export type OddStores = {
  readonly deps: (deps: EdgeDeps) => EdgeDeps;
  /** Until it is called again; null: as they are. */
  put(this: void, odd: OddRow | null): void;
  /** From now on an empty list has its sample, if it is registered. */
  fill(this: void): void;
  /** The lists that were read without a row since it was called last. */
  empty(this: void): readonly string[];
  /** The lists that were read since it was asked last, the first row of each. */
  taken(this: void): readonly ReadRows[];
};

type Method = (this: unknown, ...given: unknown[]) => unknown;

function sampleOf(list: string): readonly unknown[] {
  const sample = SAMPLE_ROWS.get(list);
  return sample === undefined ? [] : [sample];
}

export function oddStores(): OddStores {
  const state = {
    odd: null as OddRow | null,
    isFilled: false,
    read: new Map<string, Row>(),
    empty: new Set<string>(),
  };
  const wrappers = new WeakMap<object, object>();

  const changed = (name: string, result: unknown): unknown => {
    if (Array.isArray(result)) return withOdd(name, result);
    if (typeof result !== 'object' || result === null) return result;
    if (Object.getPrototypeOf(result) !== Object.prototype) return result;
    const parts = Object.entries(result).map(([part, value]: [string, unknown]) => [
      part,
      Array.isArray(value) ? withOdd(`${name}.${part}`, value) : value,
    ]);
    return Object.fromEntries(parts) as unknown;
  };

  const withOdd = (list: string, stored: readonly unknown[]): readonly unknown[] => {
    const rows = stored.length === 0 && state.isFilled ? sampleOf(list) : stored;
    const [first] = rows;
    // A list of lists, such as one for each account.
    if (Array.isArray(first)) return [withOdd(`${list}.0`, first), ...rows.slice(1)];
    if (first === undefined) state.empty.add(list);
    if (typeof first !== 'object' || first === null) return rows;
    if (!state.read.has(list)) state.read.set(list, first as Row);
    return state.odd?.list === list ? [state.odd.row, ...rows] : rows;
  };

  const wrapped: TroubledStores['wrapped'] = (store) => {
    const known = wrappers.get(store);
    if (known !== undefined) return known as typeof store;
    const wrapper = new Proxy(store, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function' || typeof name !== 'string') return value;
        return (...given: unknown[]) => {
          const result = (value as Method).apply(target, given);
          return result instanceof Promise
            ? result.then((rows: unknown) => changed(name, rows))
            : result;
        };
      },
    });
    wrappers.set(store, wrapper);
    return wrapper;
  };

  return {
    deps: (deps) => withWrappedStores(deps, wrapped),
    fill() {
      state.isFilled = true;
    },
    empty() {
      const { empty } = state;
      state.empty = new Set();
      return [...empty];
    },
    put(odd) {
      state.odd = odd;
    },
    taken() {
      const read = [...state.read].map(([list, row]) => ({ list, row }));
      state.read = new Map();
      return read;
    },
  };
}
