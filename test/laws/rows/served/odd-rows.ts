// Odd rows of a list: one field, or one of a part of it, as another release or a hand may have left
// it.

import { fromStoredForm, toStoredForm } from '#lib/stored-form.ts';
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
        const changed = withPart(value, part, odd);
        return { list, row: { ...row, [field]: changed }, title: `${field}.${part} is ${title}` };
      }),
    ),
  ]);
}

function withPart(value: unknown, part: string, odd: unknown): unknown {
  const document = documentIn(value);
  return document === null
    ? { ...(value as object), [part]: odd }
    : toStoredForm({ ...document, [part]: odd });
}

/** Of text that is a stored document; null: it is none. */
function documentIn(value: unknown): object | null {
  if (typeof value !== 'string' || !value.startsWith('{"')) return null;
  return fromStoredForm(value) as object;
}

const NOT_NULL = 'its column takes no null';
const BY_THE_STORE = 'the store makes it of columns of their own, or refuses the row';

/** What no row of these lists can be, and why. */
const CANNOT_BE: readonly (readonly [RegExp, string])[] = [
  [/^listAccounts: (accountId|userId) /, 'it says whose row it is'],
  [/^listAccounts: exchange is null$/, NOT_NULL],
  [/^listKeys: scopes is null$/, NOT_NULL],
  [/^listWorkingOrders: terms is null$/, BY_THE_STORE],
  [/^listDeniedOrders: clientOrderId is null$/, NOT_NULL],
  [/^listLibraries: source is null$/, NOT_NULL],
  [/^listEquityOfAccounts\.0: (atMs|currency) is /, 'the sum is made of it, in its currency'],
  [/^listSignals: (token|action) is null$/, NOT_NULL],
  [/^list(Bots|Brackets): brain((\.config)? is null| is without|\.kind )/, BY_THE_STORE],
  [/^listBrackets: bracket\.\w+Amount is null/, BY_THE_STORE],
  [/^listBots: brain\.config is without/, 'a bot without a signal listens to none'],
  [/^listSignals: effects is /, BY_THE_STORE],
  [/^listBacktests: (backtest|progress)( is |\.state)/, BY_THE_STORE],
  [
    /^listKeys: scopes is a list of nothing$/,
    'a key that may do more than the caller is not shown',
  ],
];

/** Operations that respond with one row of a list, which is the one that is odd. */
const ITSELF = /GetLastSignal$/;

/** Why no such row is served by the operation; null where it is. */
export function cannotBeServed(operationId: string, { list, title }: OddRow): string | null {
  const found = CANNOT_BE.find(([pattern]) => pattern.test(`${list}: ${title}`));
  if (found !== undefined) return found[1];
  return ITSELF.test(operationId) && list === 'listSignals'
    ? 'it is the row that is requested'
    : null;
}

function partsOf(value: unknown): readonly (readonly [string, unknown])[] {
  const document = documentIn(value);
  if (document !== null) return Object.entries(document);
  if (typeof value !== 'object' || value === null) return [];
  if (Object.getPrototypeOf(value) !== Object.prototype) return [];
  return Object.entries(value);
}
