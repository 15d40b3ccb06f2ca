// Terms of the broker of a script, from the declaration of its strategy.

import type { BrokerTerms } from '#pine/brain/place-order.ts';
import type { CompiledPine } from '#pine/program/compile-pine.ts';
import { insistOnRate } from '#pine/runtime/insist-on-rate.ts';

type DeclaredValues = CompiledPine['declaration']['arguments'];

/** Terms that the run chooses. */
type ChosenTerms = Pick<BrokerTerms, 'emulates'> & { readonly pyramiding: number | undefined };

/** Declared terms, with what the run chooses in their place. */
export function brokerTerms(
  { declaration, version }: CompiledPine,
  { pyramiding, emulates }: ChosenTerms,
): BrokerTerms {
  const given = declaration.arguments;
  const number = (name: string, usual: number): number =>
    typeof given[name] === 'number' ? given[name] : usual;
  // Version 6 has margin where nothing is declared, version 5 none.
  const usualMargin = version === 6 ? 100 : 0;
  return {
    pyramiding: pyramiding ?? number('pyramiding', 0),
    sizeType: String(given['default_qty_type'] ?? 'fixed'),
    sizeValue: number('default_qty_value', 1),
    commissionType: String(given['commission_type'] ?? 'percent'),
    commissionValue: number('commission_value', 0),
    slippage: number('slippage', 0),
    marginLong: number('margin_long', usualMargin),
    marginShort: number('margin_short', usualMargin),
    emulates,
    closesAny: given['close_entries_rule'] === 'ANY',
  };
}

/** Throws `PineFault` where money is declared that is not of the market. */
export function insistOnMoney(given: DeclaredValues): void {
  if (given['default_qty_type'] === 'cash') insistOnRate("'default_qty_value'");
  const isPaid = String(given['commission_type']).startsWith('cash');
  if (isPaid && given['commission_value'] !== 0) insistOnRate("'commission_value'");
}
