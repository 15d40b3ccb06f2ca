// Orders of Binance that wait for a price: their types, and which way the last price has to come.

import type { NewOrder, Order, Trigger } from '#loopback/book/order.ts';
import { isReached, isUntriggered } from '#loopback/book/trigger.ts';
import type { Account, MarketState } from '#loopback/exchange/exchange.ts';
import { ERRORS, filterFailure, notRequired } from '#loopback/skins/binance/binance-errors.ts';
import type { Parameters } from '#loopback/skins/binance/binance-parameters.ts';
import { BinanceRefusal, requiredAmount } from '#loopback/skins/binance/binance-parameters.ts';

const ALGO_ORDERS_MAX = 5;

/** By the type of the order that the trigger makes. */
const TYPES: {
  readonly [type: string]: { readonly makes: 'LIMIT' | 'MARKET'; readonly isStop: boolean };
} = {
  STOP_LOSS: { makes: 'MARKET', isStop: true },
  STOP_LOSS_LIMIT: { makes: 'LIMIT', isStop: true },
  TAKE_PROFIT: { makes: 'MARKET', isStop: false },
  TAKE_PROFIT_LIMIT: { makes: 'LIMIT', isStop: false },
};

export const WAITING_TYPES: readonly string[] = Object.keys(TYPES);

/** The type without what it waits for. */
export function typeOnceTriggered(type: string): string {
  return TYPES[type]?.makes ?? type;
}

/** A trailing delta is not modelled. */
export function readTrigger(parameters: Parameters, side: 'buy' | 'sell'): Trigger | null {
  const type = TYPES[parameters.get('type') ?? ''];
  if (type === undefined) {
    if (parameters.has('stopPrice')) throw new BinanceRefusal(notRequired('stopPrice'));
    return null;
  }
  return {
    price: requiredAmount(parameters, 'stopPrice'),
    rises: type.isStop === (side === 'buy'),
  };
}

/** The filters of what waits, and that its price has not passed. */
export function checkTrigger(account: Account, market: MarketState, order: NewOrder): void {
  const { trigger } = order;
  if (trigger === undefined) return;
  if (trigger.price % market.terms.tick !== 0n)
    throw new BinanceRefusal(filterFailure('PRICE_FILTER'));
  const waiting = [...account.working].filter(
    (each) => each.marketKey === order.marketKey && isUntriggered(each),
  );
  if (waiting.length >= ALGO_ORDERS_MAX)
    throw new BinanceRefusal(filterFailure('MAX_NUM_ALGO_ORDERS'));
  if (isReached(trigger, market.last)) throw new BinanceRefusal(ERRORS.stopPassed);
}

/** As the client wrote it: a stop by its side and the way that its price comes. */
export function typeOf({ lifetime, kind, side, trigger }: Order): string {
  const plain = kind === 'market' ? 'MARKET' : 'LIMIT';
  if (trigger === undefined) return lifetime === 'post_only' ? 'LIMIT_MAKER' : plain;
  const isStop = trigger.rises === (side === 'buy');
  const [type = plain] =
    Object.entries(TYPES).find(([, each]) => each.makes === plain && each.isStop === isStop) ?? [];
  return type;
}
