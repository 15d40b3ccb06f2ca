// The filters of Binance USD-M futures, by which every order is judged.

import { amount, plainText, times } from '#loopback/amount.ts';
import type { NewOrder } from '#loopback/book/order.ts';
import type { MarketState } from '#loopback/exchange/exchange.ts';
import { BinanceRefusal } from '#loopback/skins/binance/binance-parameters.ts';
import { USDM_ERRORS, worthTooLittle } from '#loopback/skins/binance-usdm/usdm-errors.ts';

const PRICE_UP = amount('1.5');
const PRICE_DOWN = amount('0.5');

/**
 * Throws the first error by the filters, in the order in which they are checked; reducing orders
 * may be small.
 */
export function checkFilters({ terms, last, middle }: MarketState, order: NewOrder): void {
  const { price, isReduceOnly } = order;
  const quantity = order.quantity ?? 0n;
  if (price !== null) {
    if (price % terms.tick !== 0n) throw new BinanceRefusal(USDM_ERRORS.tick);
    if (price > times(middle, PRICE_UP)) throw new BinanceRefusal(USDM_ERRORS.tooHigh);
    if (price < times(middle, PRICE_DOWN)) throw new BinanceRefusal(USDM_ERRORS.tooLow);
  }
  if (quantity % terms.step !== 0n) throw new BinanceRefusal(USDM_ERRORS.step);
  if (quantity < terms.quantityMin) throw new BinanceRefusal(USDM_ERRORS.tooLittle);
  const max = price === null ? terms.marketQuantityMax : terms.quantityMax;
  if (quantity > max) throw new BinanceRefusal(USDM_ERRORS.tooMuch);
  if (!isReduceOnly && times(price ?? last, quantity) < terms.notionalMin)
    throw new BinanceRefusal(worthTooLittle(plainText(terms.notionalMin)));
}
