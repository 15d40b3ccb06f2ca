// `array.*` and `map.*` against slow second implementations of the public manual, over random
// collections with elements that are `na`.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { BUILTINS, IMPLEMENTATIONS } from '#pine/builtins/builtins.ts';
import type { PineArray } from '#pine/runtime/pine-values.ts';
import { fillMeter } from '#lua/runtime/meter.ts';
import { someOf } from '../support/share-of-cases.ts';

function call(name: string, ...values: unknown[]): unknown {
  fillMeter();
  const implementation = IMPLEMENTATIONS[name] as ((...given: unknown[]) => unknown) | undefined;
  assert(implementation !== undefined, name);
  return implementation(...values);
}

function arrayOf(values: readonly unknown[]): PineArray {
  return { kind: 'array', v: [...values] };
}

function contents(array: unknown): readonly unknown[] {
  const size = Number(call('array.size', array));
  return Array.from({ length: size }, (_, at) => call('array.get', array, at));
}

const known = (values: readonly number[]): number[] =>
  values.filter((value) => !Number.isNaN(value));
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
const bySize = (values: readonly number[]): number[] => known(values).toSorted((a, b) => a - b);

function slowVariance(values: readonly number[], isBiased: boolean): number {
  const each = known(values);
  const count = isBiased ? each.length : each.length - 1;
  if (count < 1) return NaN;
  return each.reduce((sum, value) => sum + (value - mean(each)) ** 2, 0) / count;
}

function slowMode(values: readonly number[]): number {
  const each = bySize(values);
  const counts = each.map((value) => each.filter((other) => other === value).length);
  return each[counts.indexOf(Math.max(...counts))] ?? NaN;
}

function slowCovariance(one: readonly number[], other: readonly number[]): number {
  const pairs = one.map((x, at) => [x, other[at] ?? NaN] as const);
  const whole = pairs.filter(([x, y]) => !Number.isNaN(x + y));
  const [x, y] = [mean(whole.map(([a]) => a)), mean(whole.map(([, b]) => b))];
  return mean(whole.map(([a, b]) => (a - x) * (b - y)));
}

/** The value of so many percent: the least that so many do not exceed. */
function slowNearest(values: readonly number[], percentage: number): number {
  if (values.length === 0) return NaN;
  const rank = Math.max(1, Math.ceil((percentage * values.length) / 100));
  return bySize(values)[rank - 1] ?? NaN;
}

type Slow = (values: readonly number[], other: readonly number[]) => unknown;

const READERS: Readonly<Record<string, Slow>> = {
  'array.sum': (values) =>
    known(values).length === 0 ? NaN : known(values).reduce((sum, value) => sum + value, 0),
  'array.avg': (values) => mean(known(values)),
  'array.min': (values) => bySize(values)[0] ?? NaN,
  'array.max': (values) => bySize(values).at(-1) ?? NaN,
  'array.range': (values) => (bySize(values).at(-1) ?? NaN) - (bySize(values)[0] ?? NaN),
  'array.median': (values) => {
    const [each, half] = [bySize(values), known(values).length / 2];
    return ((each[Math.ceil(half) - 1] ?? NaN) + (each[Math.floor(half)] ?? NaN)) / 2;
  },
  'array.mode': slowMode,
  'array.variance': (values) => slowVariance(values, true),
  'array.stdev': (values) => Math.sqrt(slowVariance(values, true)),
  'array.covariance': slowCovariance,
  'array.abs': (values) => values.map((value) => (value < 0 ? -value : value)),
  'array.standardize': (values) => {
    const width = Math.sqrt(slowVariance(values, true));
    return values.map((value) =>
      Number.isNaN(value) ? NaN : width === 0 ? 1 : (value - mean(known(values))) / width,
    );
  },
  'array.size': (values) => values.length,
  'array.copy': (values) => [...values],
  'array.every': (values) =>
    values.length > 0 && values.every((value) => !Number.isNaN(value) && value !== 0),
  'array.some': (values) => values.some((value) => !Number.isNaN(value) && value !== 0),
  'array.join': (values) =>
    values.map((value) => (Number.isNaN(value) ? 'NaN' : `${value}`)).join(','),
  'array.sort_indices': (values) =>
    [...values.keys()].toSorted((a, b) => {
      const [x = NaN, y = NaN] = [values[a], values[b]];
      return (Number.isNaN(x) ? Infinity : x) - (Number.isNaN(y) ? Infinity : y) || a - b;
    }),
};

/** What changes an array, and what is left of it. */
type Change = {
  readonly given: (size: number) => fc.Arbitrary<readonly number[]>;
  readonly slow: (values: readonly number[], given: readonly number[]) => readonly number[];
};

const number = fc.integer({ min: -5, max: 5 });
const none = (): fc.Arbitrary<readonly number[]> => fc.constant([]);
const placed = (size: number): fc.Arbitrary<readonly number[]> =>
  fc.tuple(fc.integer({ min: -size, max: size - 1 }), number);

const CHANGES: Readonly<Record<string, Change>> = {
  'array.push': { given: () => fc.tuple(number), slow: (values, given) => [...values, ...given] },
  'array.unshift': {
    given: () => fc.tuple(number),
    slow: (values, given) => [...given, ...values],
  },
  'array.pop': { given: none, slow: (values) => values.slice(0, -1) },
  'array.shift': { given: none, slow: (values) => values.slice(1) },
  'array.clear': { given: none, slow: () => [] },
  'array.reverse': { given: none, slow: (values) => values.toReversed() },
  'array.sort': {
    given: none,
    slow: (values) => [...bySize(values), ...values.filter((value) => Number.isNaN(value))],
  },
  'array.set': {
    given: placed,
    slow: (values, [at = 0, value = NaN]) => values.with(at, value),
  },
  'array.insert': {
    given: placed,
    slow: (values, [at = 0, value = NaN]) => values.toSpliced(at, 0, value),
  },
  'array.remove': {
    given: (size) => placed(size).map(([at = 0]) => [at]),
    slow: (values, [at = 0]) => values.toSpliced(at, 1),
  },
  'array.fill': {
    given: () => fc.tuple(number),
    slow: (values, [value = NaN]) => values.map(() => value),
  },
};

const element = fc.option(number, { nil: NaN, freq: 6 });
const elements = fc.array(element, { maxLength: 12 });
const some = fc.array(element, { minLength: 1, maxLength: 12 });
const CASES = { numRuns: someOf(2_000) };

function near(one: unknown, other: unknown): void {
  if (typeof one === 'number' && typeof other === 'number' && Number.isFinite(one))
    assert(Math.abs(one - other) < 1e-9, `${other} expected, found ${one}`);
  else if (Array.isArray(one) && Array.isArray(other)) {
    assert.equal(one.length, other.length);
    for (const [at, each] of one.entries()) near(each, other[at]);
  } else assert.deepEqual(one, other);
}

suite('Arrays of the manual', () => {
  for (const [name, slow] of Object.entries(READERS))
    test(`${name} is what it says`, () => {
      fc.assert(
        fc.property(
          elements,
          fc.array(element, { minLength: 12, maxLength: 12 }),
          (values, more) => {
            const other = more.slice(0, values.length);
            const given = name === 'array.covariance' ? [arrayOf(other)] : [];
            const found = call(name, arrayOf(values), ...given);
            const isArray = typeof found === 'object' && found !== null;
            near(isArray ? contents(found) : found, slow(values, other));
          },
        ),
        CASES,
      );
    });

  for (const [name, { given, slow }] of Object.entries(CHANGES))
    test(`${name} leaves what it says, of an array and of a slice of one`, () => {
      const cases = some.chain((values) =>
        fc.record({
          values: fc.constant(values),
          around: fc.tuple(elements, elements),
          given: given(values.length),
        }),
      );
      fc.assert(
        fc.property(cases, ({ values, around: [before, behind], given: passed }) => {
          const own = arrayOf(values);
          const order =
            name === 'array.fill' || passed.length < 2 ? passed : [passed[0], passed[1]];
          call(name, own, ...order);
          assert.deepEqual(contents(own), slow(values, passed));
          const whole = arrayOf([...before, ...values, ...behind]);
          const slice = call('array.slice', whole, before.length, before.length + values.length);
          call(name, slice, ...order);
          assert.deepEqual(contents(slice), slow(values, passed));
          assert.deepEqual(contents(whole), [...before, ...slow(values, passed), ...behind]);
        }),
        CASES,
      );
    });

  test('a slice shows what changes in its array', () => {
    const whole = arrayOf([1, 2, 3, 4]);
    const slice = call('array.slice', whole, 1, 3);
    call('array.set', whole, 1, 20);
    assert.deepEqual(contents(slice), [20, 3]);
  });

  test('an array can be joined to itself', () => {
    const array = arrayOf([1, 2]);
    call('array.concat', array, array);
    assert.deepEqual(contents(array), [1, 2, 1, 2]);
  });

  test('searches find the places', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 12 }), number, (list, wanted) => {
        const values = list.toSorted((a, b) => a - b);
        const array = arrayOf(values);
        const [first, last] = [values.indexOf(wanted), values.lastIndexOf(wanted)];
        const smaller = values.filter((value) => value < wanted).length;
        assert.equal(call('array.includes', array, wanted), first >= 0);
        assert.equal(call('array.indexof', array, wanted), first);
        assert.equal(call('array.lastindexof', array, wanted), last);
        const place = Number(call('array.binary_search', array, wanted));
        assert(first < 0 ? place === -1 : values[place] === wanted);
        const left = first < 0 ? Math.max(smaller - 1, 0) : first;
        assert.equal(call('array.binary_search_leftmost', array, wanted), left);
        assert.equal(
          call('array.binary_search_rightmost', array, wanted),
          first < 0 ? smaller : last,
        );
      }),
      CASES,
    );
  });

  test('percentiles by the nearest rank are elements', () => {
    fc.assert(
      fc.property(elements, fc.nat(100), (values, percentage) => {
        near(
          call('array.percentile_nearest_rank', arrayOf(values), percentage),
          slowNearest(values, percentage),
        );
      }),
      CASES,
    );
  });

  test('every function of arrays is looked at', () => {
    const names = [...BUILTINS.functions.keys()].filter(
      (name) => name.startsWith('array.') && !name.startsWith('array.new'),
    );
    const elsewhere =
      'array.from array.get array.first array.last array.slice array.concat array.includes ' +
      'array.indexof array.lastindexof array.binary_search array.binary_search_leftmost ' +
      'array.binary_search_rightmost array.percentile_nearest_rank ' +
      'array.percentile_linear_interpolation array.percentrank';
    const seen = new Set([
      ...Object.keys(READERS),
      ...Object.keys(CHANGES),
      ...elsewhere.split(' '),
    ]);
    assert.deepEqual(
      names.filter((name) => !seen.has(name)),
      [],
    );
  });

  test('ranks and percentiles between elements', () => {
    const array = arrayOf([10, 20, 30, 40]);
    const of = (name: string, value: number): unknown => call(`array.${name}`, array, value);
    near(of('percentrank', 0), 0);
    near(of('percentrank', 2), 200 / 3);
    near(of('percentile_linear_interpolation', 50), 25);
    near(of('percentile_linear_interpolation', 0), 10);
    near(of('percentile_linear_interpolation', 100), 40);
    near(of('percentile_linear_interpolation', 60), 29);
    assert.throws(() => of('percentrank', -1), /out of bounds/);
    assert.throws(() => of('percentile_nearest_rank', 101), /percentage/);
  });
});

suite('Maps of the manual', () => {
  test('keep the order of their keys, and the newest value of each', () => {
    const acts = fc.array(fc.tuple(fc.constantFrom('put', 'remove', 'get'), fc.nat(5), number), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(acts, (list) => {
        const map = call('map.new');
        let rows: (readonly [number, number])[] = [];
        for (const [act, key, value] of list) {
          const before = rows.find(([each]) => each === key)?.[1] ?? NaN;
          const found = call(`map.${act}`, map, key, ...(act === 'put' ? [value] : []));
          assert.deepEqual(found, before);
          if (act === 'remove') rows = rows.filter(([each]) => each !== key);
          if (act === 'put')
            rows = rows.some(([each]) => each === key)
              ? rows.map((row) => (row[0] === key ? [key, value] : row))
              : [...rows, [key, value]];
        }
        assert.deepEqual(
          contents(call('map.keys', map)),
          rows.map(([key]) => key),
        );
        assert.deepEqual(
          contents(call('map.values', map)),
          rows.map(([, value]) => value),
        );
        assert.equal(call('map.size', map), rows.length);
        assert.equal(
          call('map.contains', map, 3),
          rows.some(([key]) => key === 3),
        );
        const other = call('map.copy', map);
        call('map.clear', map);
        assert.equal(call('map.size', map), 0);
        call('map.put_all', map, other);
        assert.deepEqual(
          contents(call('map.keys', map)),
          rows.map(([key]) => key),
        );
      }),
      CASES,
    );
  });
});
