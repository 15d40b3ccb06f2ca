// Settings made at Binance USD-M futures before an order: the margin mode and the leverage of its
// market, where they are others.

import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, ListQuery, Page } from '#venues/dialect.ts';
import {
  MARGIN_MODE_WORDS,
  marketSetupRequest,
  readMarketSetup,
} from '#venues/dialects/binance-usdm/market-setup.ts';
import { usdmRequest } from '#venues/dialects/binance-usdm/requests.ts';
import { usdmVerdict } from '#venues/dialects/binance-usdm/verdict.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

type Setting = ListQuery<never>;

/** What only reduces a position stands on what the position does. */
export function prepareQueries(
  { terms }: NewVenueOrder,
  { symbol }: ListedMarket,
): readonly Setting[] {
  const { margin, isReduceOnly } = terms;
  if (margin === null || isReduceOnly) return [];
  const { leverage, marginMode } = margin;
  return [
    {
      call: marketSetupRequest(symbol),
      read: (outcome) =>
        usdmVerdict('read', outcome, (body): Page<never> => {
          const present = readMarketSetup(body, symbol);
          const marginType = MARGIN_MODE_WORDS[marginMode];
          const calls = [
            ...(present.marginMode === marginMode
              ? []
              : [usdmRequest('setMarginMode', { symbol, marginType })]),
            ...(present.leverage === leverage
              ? []
              : [usdmRequest('setLeverage', { symbol, leverage: formatDecimal(leverage) })]),
          ];
          return { items: [], next: settings(calls) };
        }),
    },
  ];
}

/** Each in turn; the venue refuses a margin mode while the market has a position or orders. */
function settings([call, ...others]: readonly VenueCall[]): Setting | null {
  if (call === undefined) return null;
  return {
    call,
    read: (outcome) =>
      usdmVerdict('prepare', outcome, (): Page<never> => ({ items: [], next: settings(others) })),
  };
}
