// Positions in Binance USD-M futures. The list does not say the margin mode and the leverage, which
// are settings of their markets and are read after it.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { VenuePosition } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListQuery, Page } from '#venues/dialect.ts';
import type { MarketSetup } from '#venues/dialects/binance-usdm/market-setup.ts';
import { marketSetupRequest, readMarketSetup } from '#venues/dialects/binance-usdm/market-setup.ts';
import { usdmMarketTag } from '#venues/dialects/binance-usdm/read-market.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import { usdmVerdict } from '#venues/dialects/binance-usdm/verdict.ts';
import type { Market, MarketTag } from '#venue-port/market/market.ts';
import { readFlatRows, readRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  optionalDecimal,
  replyFields,
  replyList,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import { returnOnMarginPercent } from '#venues/dialects/reply/return-on-margin.ts';

/** Queries of the open positions, the setup of their markets included. */
export function positionQueries(context: AccountContext): readonly ListQuery<VenuePosition>[] {
  return [
    {
      call: usdmRequest('positions'),
      read: (outcome) =>
        usdmVerdict('read', outcome, (body): Page<VenuePosition> => {
          const rows = replyList(body, 'The list of positions');
          const open = readFlatRows(rows, nameIn(context), (value) => {
            const fields = replyFields(value, 'The position');
            textField(fields, 'symbol');
            return decimalField(fields, 'positionAmt') === 0n ? [] : [fields];
          });
          return { items: [], leftOut: open.unreadable, next: withSetup(open.items, context) };
        }),
    },
  ];
}

/** One after the other: an account has few. */
function withSetup(
  [fields, ...others]: readonly ReplyFields[],
  context: AccountContext,
): ListQuery<VenuePosition> | null {
  if (fields === undefined) return null;
  const symbol = textField(fields, 'symbol');
  return {
    call: marketSetupRequest(symbol),
    read: (outcome) =>
      usdmVerdict('read', outcome, (body): Page<VenuePosition> => {
        const { items, unreadable } = readRows([fields], nameIn(context), () =>
          readPosition(fields, readMarketSetup(body, symbol), context),
        );
        return { items, leftOut: unreadable, next: withSetup(others, context) };
      }),
  };
}

function nameIn({ findMarket }: AccountContext): (row: unknown) => MarketTag {
  return (row) => {
    const symbol = textField(replyFields(row, 'The position'), 'symbol');
    return findMarket('futures', symbol)?.market.marketTag ?? usdmMarketTag(symbol);
  };
}

/** The venue names no instant of the opening; that of the last change stands for it. */
function readPosition(
  fields: ReplyFields,
  { leverage, marginMode }: MarketSetup,
  { findMarket }: AccountContext,
): VenuePosition {
  const symbol = textField(fields, 'symbol');
  const signed = decimalField(fields, 'positionAmt');
  const margin = optionalDecimal(fields, 'positionInitialMargin');
  const unrealizedProfit = decimalField(fields, 'unRealizedProfit');
  const liquidationPrice = optionalDecimal(fields, 'liquidationPrice');
  const updatedAtMs = integerField(fields, 'updateTime');
  const listed = findMarket('futures', symbol)?.market ?? null;
  return {
    positionId: `${symbol}-${textField(fields, 'positionSide')}`,
    marketTag: listed?.marketTag ?? usdmMarketTag(symbol),
    direction: signed > 0n ? 'long' : 'short',
    amount: (signed < 0n ? -signed : signed) as Decimal,
    averagePrice: decimalField(fields, 'entryPrice'),
    markPrice: decimalField(fields, 'markPrice'),
    leverage,
    marginMode,
    margin,
    marginCurrency: marginCurrencyOf(fields, listed),
    liquidationPrice: liquidationPrice > 0n ? liquidationPrice : null,
    unrealizedProfit,
    realizedProfit: ZERO,
    fees: ZERO,
    roiPercent: returnOnMarginPercent(unrealizedProfit, margin),
    openedAtMs: updatedAtMs,
    updatedAtMs,
  };
}

/** Replies of an older form name no asset: then it is that of the market. */
function marginCurrencyOf(fields: ReplyFields, listed: Market | null): string {
  const currency = listed?.contract?.marginCurrency;
  if ((fields['marginAsset'] ?? '') === '' && currency !== undefined) return currency;
  return textField(fields, 'marginAsset');
}
