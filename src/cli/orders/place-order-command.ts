// `tidemill orders place`: a market or limit order by hand, and what became of it.

import type { Command } from 'commander';
import { Option } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { ORDER_SIDES } from '#venue-port/order/order.ts';
import type { OrderSide } from '#venue-port/order/order.ts';
import type { Market } from '#venue-port/market/market.ts';
import { placeOrder } from '#services/orders/place-order.ts';
import type { ShownOrder } from '#services/orders/show-order.ts';
import { showOrder } from '#services/orders/show-order.ts';
import { COIN_PLACES, fixedDecimal, shortDecimal } from '#services/reports/shown-decimals.ts';
import { chooseAccountFor } from '#cli/choose-account.ts';
import type { OfAccount } from '#cli/choose-account.ts';
import { ownerOf } from '#cli/bot-text.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, derivationOf, withRiskApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, RiskApplication } from '#cli/host.ts';
import { orderFields } from '#cli/orders/order-fields.ts';
import { namedMarket } from '#cli/markets/named-market.ts';
import { parsePositive } from '#cli/parse-argument.ts';

type Options = CommonOptions &
  OfUser &
  OfAccount & {
    readonly market: string;
    readonly side: OrderSide;
    readonly amount: Decimal;
    readonly price?: Decimal;
  };

/** Command `tidemill orders place`. */
export function placeCommand(host: Host): Command {
  return baseCommand('place', 'place an order: real money on a real account')
    .addOption(userOption('whose order it is'))
    .requiredOption('--market <TAG>', 'a market that "tidemill markets" shows')
    .addOption(new Option('--side <SIDE>', 'what to do').choices(ORDER_SIDES).makeOptionMandatory())
    .addOption(
      new Option('--amount <AMOUNT>', 'how much, in base or in contracts')
        .argParser(parsePositive)
        .makeOptionMandatory(),
    )
    .option('--price <PRICE>', 'of a limit order (default: at market)', parsePositive)
    .option('--account <ID>', 'where (default: the only account that can trade the market)')
    .action(async (options: Options) => {
      await withRiskApplication(host, options, async ({ deps }) => {
        const market = await namedMarket(deps, options.market);
        const shown = await place(deps, market, options);
        writeResult(host, options, outcomeToJson(shown), () => outcomeText(shown, market, options));
      });
    });
}

async function place(
  deps: RiskApplication['deps'],
  market: Market,
  options: Options,
): Promise<ShownOrder> {
  const caller = await ownerOf(deps, options);
  const { amount, price = null, side } = options;
  const placed = await placeOrder(deps, {
    caller,
    accountId: await chooseAccountFor(deps, caller, market, options),
    marketTag: market.marketTag,
    side,
    type: price === null ? 'market' : 'limit',
    price,
    amount,
    derivationId: derivationOf(deps),
    isTakeover: false,
    completion: null,
  });
  if (!placed.ok) {
    const advice =
      'See what the market takes: tidemill markets, and what you have: tidemill balance';
    throw new CommandFailed(placed.rejection.detail, advice);
  }
  const { orderId } = placed.value;
  const shown = await showOrder(deps, { caller, orderId });
  if (shown.ok) return shown.value;
  throw new CommandFailed(
    `Order ${orderId} was placed and is not there any more.`,
    'See what became of it: tidemill orders list --ended',
  );
}

function outcomeText(
  { order, averagePrice, fees }: ShownOrder,
  { base, contract, priceDecimals, quote }: Market,
  options: Options,
): string {
  const { amount, filledAmount, marketTag, orderId, price, side, state, type } = order;
  const unit = contract === null ? ` ${base}` : '';
  const limit = type === 'market' ? '' : ` at ${fixedDecimal(price, priceDecimals)} ${quote}`;
  const what = `${side} ${shortDecimal(amount, COIN_PLACES)}${unit} of ${marketTag ?? ''}${limit}`;
  const lines = [`Order ${orderId}: ${what}, ${state}.`];
  if (averagePrice !== null) {
    const paid = fees.map((fee) => `${shortDecimal(fee.amount, COIN_PLACES)} ${fee.currency}`);
    const mean = shortDecimal(averagePrice, COIN_PLACES);
    const filled = `${shortDecimal(filledAmount, COIN_PLACES)}${unit} at ${mean} ${quote}`;
    lines.push(`Filled ${filled}, fees ${paid.join(' and ') || 'none'}.`);
  } else if (state === 'open') {
    lines.push(`To cancel: tidemill orders cancel ${orderId}${userWords(options)}`);
  }
  return `${lines.join('\n')}\n`;
}

function outcomeToJson({ order, averagePrice, fees }: ShownOrder): object {
  return {
    ...orderFields(order),
    average_price: averagePrice === null ? null : formatDecimal(averagePrice),
    fees: fees.map(({ amount, currency }) => ({ currency, amount: formatDecimal(amount) })),
  };
}
