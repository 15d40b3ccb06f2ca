// Odd rows of a list: one field, or one of a part of it, as another release or a hand may have left
// it.

import type { OddRow, ReadRows } from './odd-stores.ts';

type Damage = readonly [title: string, value: unknown];

const HUGE = 999_999_999_999_999_999_999_999_999_999_999_999n;

function damagesOf(value: unknown): readonly Damage[] {
  switch (typeof value) {
    case 'string':
      return [
        ['null', null],
        ['empty', ''],
        ['a word of a later release', 'of_a_later_release'],
      ];
    case 'bigint':
      return [
        ['null', null],
        ['huge', HUGE],
        ['below zero', -1n],
      ];
    case 'number':
      return [
        ['null', null],
        ['no instant', 9e15],
        ['below zero', -1],
      ];
    case 'boolean':
      return [
        ['null', null],
        ['text', 'yes'],
      ];
    case 'object':
      if (value === null) return [];
      if (Array.isArray(value))
        return [
          ['null', null],
          ['a list of nothing', [null]],
        ];
      return [
        ['null', null],
        ['without its parts', {}],
      ];
    case 'function':
    case 'symbol':
    case 'undefined':
      return [];
  }
}

export function oddRowsOf({ list, row }: ReadRows): readonly OddRow[] {
  return Object.entries(row).flatMap(([field, value]) => [
    ...damagesOf(value).map(([title, odd]) => {
      return { list, row: { ...row, [field]: odd }, title: `${field} is ${title}` };
    }),
    ...partsOf(value).flatMap(([part, inner]) =>
      damagesOf(inner).map(([title, odd]) => {
        const changed = { ...(value as object), [part]: odd };
        return { list, row: { ...row, [field]: changed }, title: `${field}.${part} is ${title}` };
      }),
    ),
  ]);
}

const NOT_NULL = 'its column takes no null';
const BY_THE_STORE = 'the store makes it of columns of their own, or refuses the row';

/** What no row of these lists can be, and why. */
const CANNOT_BE: readonly (readonly [RegExp, string])[] = [
  [/^listAccounts: (accountId|userId) /, 'it says whose row it is'],
  [/^listAccounts: exchange is null$/, NOT_NULL],
  [/^listKeys: scopes is null$/, NOT_NULL],
  [/^listWorkingOrders: terms is null$/, BY_THE_STORE],
  [/^listBots: brain((\.config)? is null| is without|\.kind )/, BY_THE_STORE],
  [/^listBots: brain\.config is without/, 'a bot without a signal listens to none'],
  [/^listSignals: effects is /, BY_THE_STORE],
  [/^listBacktests: (backtest|progress)( is |\.state)/, BY_THE_STORE],
  [
    /^listKeys: scopes is a list of nothing$/,
    'a key that may do more than the caller is not shown',
  ],
];

/** Null where it can. */
export function cannotBeStored({ list, title }: OddRow): string | null {
  const found = CANNOT_BE.find(([pattern]) => pattern.test(`${list}: ${title}`));
  return found?.[1] ?? null;
}

function partsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.entries(value);
}
