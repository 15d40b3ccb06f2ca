// Terms that orders and algo orders of OKX share: the mode that they stand on, and filters.

import { sizeOf, smaller } from '#loopback/amount.ts';
import type { NewOrder } from '#loopback/book/order.ts';
import type { Account, Exchange, MarketState } from '#loopback/exchange/exchange.ts';
import { positionModeOf, positionOfOrder } from '#loopback/exchange/exchange.ts';
import type { OkxParameters } from '#loopback/skins/okx/okx-endpoint.ts';
import { requiredText, textOf } from '#loopback/skins/okx/okx-endpoint.ts';
import { OkxOrderRefusal, parameterError } from '#loopback/skins/okx/okx-errors.ts';

/** Of an order that only reduces, the venue overrides a quantity that is more than the position. */
export function fitted(exchange: Exchange, order: NewOrder): NewOrder {
  if (!order.isReduceOnly || order.quantity === null) return order;
  const open = sizeOf(positionOfOrder(exchange, order).size);
  return open === 0n ? order : { ...order, quantity: smaller(order.quantity, open) };
}

type Basis = Pick<NewOrder, 'isReduceOnly' | 'positionSide' | 'marginMode'>;

/** Level of the account's mode, by the venue's number. */
export function levelOf({ mode }: Account): string {
  return (mode ?? '2').slice(0, 1);
}

/** On margin the units of market orders are not documented: a purchase there is in quote. */
function readSpot(account: Account, parameters: OkxParameters): Basis {
  const isOnMargin = ['3', '4'].includes(levelOf(account));
  const tdMode = requiredText(parameters, 'tdMode');
  if (isOnMargin && tdMode !== 'cross') throw new OkxOrderRefusal(51_000, 'Parameter tdMode error');
  if (!isOnMargin && tdMode !== 'cash')
    throw new OkxOrderRefusal(51_010, 'Request unsupported under current account mode.');
  for (const name of ['posSide', 'reduceOnly', ...(isOnMargin ? ['tgtCcy', 'banAmend'] : [])])
    if (textOf(parameters, name) !== null) throw parameterError(name);
  return {
    isReduceOnly: false,
    positionSide: 'net',
    ...(isOnMargin ? { marginMode: 'cross' as const } : {}),
  };
}

/** In net mode a side may be left out; in the other one it has to be `long` or `short`. */
function readMargin(account: Account, marketKey: string, parameters: OkxParameters): Basis {
  const marginMode = requiredText(parameters, 'tdMode');
  if (marginMode !== 'cross' && marginMode !== 'isolated') throw parameterError('tdMode');
  const isNet = positionModeOf(account, marketKey) === 'one_way';
  const positionSide = textOf(parameters, 'posSide') ?? 'net';
  const isKnown = isNet
    ? positionSide === 'net'
    : positionSide === 'long' || positionSide === 'short';
  if (!isKnown) throw new OkxOrderRefusal(51_000, 'Parameter posSide error');
  return {
    marginMode,
    positionSide: positionSide as NewOrder['positionSide'],
    isReduceOnly: isNet && readFlag(parameters, 'reduceOnly'),
  };
}

function readFlag(parameters: OkxParameters, name: string): boolean {
  const text = textOf(parameters, name) ?? 'false';
  if (text !== 'true' && text !== 'false') throw parameterError(name);
  return text === 'true';
}

/**
 * Basis of an order: cash on spot, or margin where the account has it; a margin mode on swaps.
 * Throws the refusal of a mode that does not fit.
 */
export function readBasis(
  account: Account,
  { terms }: MarketState,
  parameters: OkxParameters,
): Basis {
  return terms.kind === 'spot'
    ? readSpot(account, parameters)
    : readMargin(account, terms.key, parameters);
}

/** Throws the first refusal by the filters, in the order in which they are checked. */
export function checkFilters(
  { terms, last }: MarketState,
  { price, quantity, kind }: NewOrder,
): void {
  if (price !== null && price % terms.tick !== 0n) throw parameterError('px');
  if (price !== null && price > last * 5n)
    throw new OkxOrderRefusal(51_137, 'The highest price limit for buy orders is exceeded.');
  if (quantity === null) return;
  if (quantity % terms.step !== 0n)
    throw new OkxOrderRefusal(51_121, 'Order quantity must be a multiple of the lot size.');
  if (quantity < terms.quantityMin)
    throw new OkxOrderRefusal(51_020, 'Your order should meet or exceed the minimum order amount.');
  const isTooLarge = quantity > (kind === 'market' ? terms.marketQuantityMax : terms.quantityMax);
  if (isTooLarge) throw new OkxOrderRefusal(51_202, 'Market order amount exceeds the maximum.');
}
