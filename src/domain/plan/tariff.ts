// Tariff of a partner: prices by what is counted, and the lines of a bill. Amounts are exact; a
// product is rounded at its eighteenth place.

import type { Decimal } from '#lib/decimal.ts';
import { addDecimal, decimal, divideDecimal, multiplyDecimal, ZERO } from '#lib/decimal.ts';

/** What can be priced, and what a quantity of it counts. */
export const TARIFF_UNITS = {
  active_bot: 'bot_month',
  bot_hour: 'hour',
  active_user: 'user_month',
  filled_order: 'order',
  traded_volume: 'percent',
  backtest: 'backtest',
  signal: 'signal',
} as const;

export type TariffCode = keyof typeof TARIFF_UNITS;
export const TARIFF_CODES = Object.keys(TARIFF_UNITS) as readonly TariffCode[];

/** A code without a price is not billed. The price of traded volume is a percentage of it. */
export type Tariff = {
  readonly currency: string;
  readonly prices: { readonly [code in TariffCode]?: Decimal };
};

export type BillLine = {
  readonly code: TariffCode;
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly amount: Decimal;
};

const HUNDRED = decimal('100');

/** One line for each price, in the order of the codes, also where nothing was used. */
export function billLines(
  { prices }: Tariff,
  quantities: { readonly [code in TariffCode]: Decimal },
): readonly BillLine[] {
  return TARIFF_CODES.flatMap((code): readonly BillLine[] => {
    const unitPrice = prices[code];
    if (unitPrice === undefined) return [];
    const quantity = quantities[code];
    const product = multiplyDecimal(quantity, unitPrice, 'half_even');
    const amount =
      code === 'traded_volume' ? divideDecimal(product, HUNDRED, 'half_even') : product;
    return [{ code, quantity, unitPrice, amount }];
  });
}

/** Exact sum of the lines; zero for none. */
export function amountDue(lines: readonly BillLine[]): Decimal {
  return lines.reduce((sum, { amount }) => addDecimal(sum, amount), ZERO);
}
