// Positions in linear perpetuals of Bybit. The list does not say the margin mode any more, which is
// that of the account and is read before it.

import { ONE, ZERO } from '#lib/decimal.ts';
import type { VenuePosition } from '#venue-port/exchange/exchange.ts';
import type { AccountContext, ListQuery, Page } from '#venues/dialect.ts';
import type { MarginMode } from '#venues/dialects/bybit/margin-mode.ts';
import { readMarginMode } from '#venues/dialects/bybit/margin-mode.ts';
import { executionTag } from '#venues/dialects/bybit/read-execution.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { bybitRequest, SETTLE_COINS } from '#venues/dialects/bybit/requests.ts';
import { bybitVerdict } from '#venues/dialects/bybit/verdict.ts';
import type { MarketTag } from '#venue-port/market/market.ts';
import { readFlatRows } from '#venues/dialects/reply/read-rows.ts';
import type { ReplyFields } from '#venues/dialects/reply/reply-fields.ts';
import {
  decimalField,
  integerField,
  knownWord,
  optionalDecimal,
  replyFields,
  textField,
} from '#venues/dialects/reply/reply-fields.ts';
import { returnOnMarginPercent } from '#venues/dialects/reply/return-on-margin.ts';

const PER_CALL_MAX = 200;

/** Queries of the open positions; none on spot. */
export function positionQueries(context: AccountContext): readonly ListQuery<VenuePosition>[] {
  if (context.marketType === 'spot') return [];
  return [
    {
      call: bybitRequest('accountInfo'),
      read: (outcome) =>
        bybitVerdict('read', outcome, (result): Page<VenuePosition> => {
          const mode = readMarginMode(result);
          return { items: [], next: positionPage(context, mode, SETTLE_COINS, null) };
        }),
    },
  ];
}

/** The pages of each currency in turn. */
function positionPage(
  context: AccountContext,
  mode: MarginMode,
  [settleCoin, ...others]: readonly string[],
  cursor: string | null,
): ListQuery<VenuePosition> | null {
  if (settleCoin === undefined) return null;
  const call = bybitRequest('positions', {
    category: 'linear',
    settleCoin,
    limit: PER_CALL_MAX,
    ...(cursor === null ? {} : { cursor }),
  });
  return {
    call,
    read: (outcome) =>
      bybitVerdict('read', outcome, (result): Page<VenuePosition> => {
        const { list, nextCursor } = readPage(result, 'The list of positions');
        const left = nextCursor === null ? others : [settleCoin, ...others];
        const read = readFlatRows(list, nameIn(context), (value) =>
          readPosition(value, { context, mode, settleCoin }),
        );
        return {
          items: read.items,
          leftOut: read.unreadable,
          next: positionPage(context, mode, left, nextCursor),
        };
      }),
  };
}

const DIRECTIONS: { readonly [side: string]: VenuePosition['direction'] } = {
  Buy: 'long',
  Sell: 'short',
};

type Surroundings = {
  readonly context: AccountContext;
  readonly mode: MarginMode;
  readonly settleCoin: string;
};

function nameIn({ findMarket }: AccountContext): (row: unknown) => MarketTag {
  return (row) => {
    const fields = replyFields(row, 'The position');
    return executionTag(fields, findMarket('futures', textField(fields, 'symbol')));
  };
}

/** None where nothing is open. */
function readPosition(
  value: unknown,
  { context, mode, settleCoin }: Surroundings,
): readonly VenuePosition[] {
  const fields = replyFields(value, 'The position');
  const amount = decimalField(fields, 'size');
  if (amount <= 0n) return [];
  const listed = context.findMarket('futures', textField(fields, 'symbol'));
  const margin = optionalDecimal(fields, 'positionIM');
  const unrealizedProfit = optionalDecimal(fields, 'unrealisedPnl');
  const leverage = optionalDecimal(fields, 'leverage');
  const liquidationPrice = optionalDecimal(fields, 'liqPrice');
  const openedAtMs = openedAt(fields);
  const index = integerField(fields, 'positionIdx');
  return [
    {
      positionId: `${textField(fields, 'symbol')}-${index}-${openedAtMs}`,
      marketTag: executionTag(fields, listed),
      direction: knownWord(DIRECTIONS, textField(fields, 'side'), 'side'),
      amount,
      averagePrice: decimalField(fields, 'avgPrice'),
      markPrice: decimalField(fields, 'markPrice'),
      leverage: leverage > 0n ? leverage : ONE,
      marginMode: mode,
      margin,
      marginCurrency: settleCoin,
      liquidationPrice: liquidationPrice > 0n ? liquidationPrice : null,
      unrealizedProfit,
      // Fees are part of what the venue calls realised.
      realizedProfit: optionalDecimal(fields, 'curRealisedPnl'),
      fees: ZERO,
      roiPercent: returnOnMarginPercent(unrealizedProfit, margin),
      openedAtMs,
      updatedAtMs: integerField(fields, 'updatedTime'),
    },
  ];
}

/** Older replies have only when the account first had a position on this market. */
function openedAt(fields: ReplyFields): number {
  const openTime = integerField({ openTime: fields['openTime'] ?? 0 }, 'openTime');
  return openTime > 0 ? openTime : integerField(fields, 'createdTime');
}
