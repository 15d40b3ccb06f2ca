// Constants of trading by their names, so that their numbers stand in the catalogue alone.

import { present } from '#lib/assert.ts';
import { TRADING_CONSTANTS } from '#commands/constants/trading-constants.ts';

export type TradingConstant = (typeof TRADING_CONSTANTS)[number]['name'];

const NUMBERS = new Map<string, number>(TRADING_CONSTANTS.map(({ name, value }) => [name, value]));

/** Number of a constant; the name is one of the catalogue's. */
export function constantNumber(name: TradingConstant): number {
  return present(NUMBERS.get(name), 'a constant of the catalogue has a number');
}
