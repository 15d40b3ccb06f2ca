// The wire shapes of what accounts were worth over time.

import Type from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { EquityOfAccounts, EquityPoint } from '#services/equity/list-equity.ts';
import {
  decimalField,
  field,
  instantField,
  listField,
  listOf,
  pageOf,
  shapeOf,
} from '#api/schemas/field-codec.ts';
import {
  cursorParameter,
  flag,
  instantString,
  int32,
  limitParameter,
  text,
} from '#api/schemas/wire-values.ts';

/** In minutes: those by which a day divides, from that between two snapshots on. */
const INTERVALS = [5, 15, 30, 60, 120, 240, 480, 720, 1440] as const;

function interval(description: string) {
  const schema = { type: 'integer', format: 'int32', enum: [...INTERVALS] };
  return Type.Unsafe<(typeof INTERVALS)[number]>({ ...schema, description, examples: [60] });
}

export const EQUITY_QUERY = {
  interval: Type.Optional(
    interval('Of each interval of so many minutes the last value; left out: all.'),
  ),
  from: Type.Optional(instantString('Values of then or later; left out: all that are retained.')),
  to: Type.Optional(instantString('Values before this; left out: up to now.')),
  limit: limitParameter(LIMITS.equityPointsMax, LIMITS.pageItemsMax),
  cursor: cursorParameter(),
};

export const EQUITY_SUM_QUERY = {
  interval: Type.Optional(interval('Minutes between two values; 60 by default.')),
  from: Type.Optional(
    instantString(
      'Where the first interval begins; left out: a week before, or so many as may be.',
    ),
  ),
  to: Type.Optional(instantString('Where the last one ends; left out: now.')),
};
export const EQUITY_SUM_INTERVAL = 60;

const VALUE = 'What it was worth, at the last prices of its exchange; below zero: a debt.';

const POINT = shapeOf<EquityPoint>()('EquityPoint', 'What an account was worth at an instant.', {
  at: instantField('When that was.', (of) => of.atMs),
  currency: field(text('Currency of the value.', 'USDT'), (of) => of.currency),
  value: decimalField(VALUE, '10250.5', (of) => of.value),
  unpriced: field(
    Type.Array(text('Currency.', 'XYZ'), {
      description: 'Currencies that it held and that have no price there; not in the value.',
    }),
    (of) => [...of.unpriced],
  ),
});
export const EQUITY_PAGE = pageOf('EquityPage', POINT);

type SummedValue = EquityOfAccounts['values'][number];

const SUMMED_VALUE = shapeOf<SummedValue>()('EquityValue', 'What accounts were worth together.', {
  at: instantField('When the interval ends, or the window.', (of) => of.atMs),
  value: decimalField('Sum of the newest values before.', '20500.25', (of) => of.value),
  accounts_count: field(int32('Accounts that are in it.', 2), (of) => of.accountsCount),
});

const SUM = shapeOf<EquityOfAccounts>()('EquitySum', 'Accounts that can be added up.', {
  currency: field(text('Currency of the values.', 'USDT'), (of) => of.currency),
  is_play_money: field(
    flag('Whether they trade without real money: simulated, on paper, or at a test net.'),
    (of) => of.isPlayMoney,
  ),
  values: listField(
    SUMMED_VALUE,
    { description: 'Oldest first, one for each interval from the first known one on.' },
    (of) => of.values,
  ),
});
export const EQUITY_SUM_LIST = listOf('EquitySumList', SUM);
