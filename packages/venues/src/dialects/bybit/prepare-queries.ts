// Settings made at Bybit before an order in derivatives: the margin mode, which is one for the
// whole account, and the leverage of the market.

import { formatDecimal } from '#lib/decimal.ts';
import type { MarginTerms } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, ListQuery, Page, Verdict } from '#venues/dialect.ts';
import type { MarginMode } from '#venues/dialects/bybit/margin-mode.ts';
import { MARGIN_MODE_WORDS, readMarginMode } from '#venues/dialects/bybit/margin-mode.ts';
import { readPage } from '#venues/dialects/bybit/read-page.ts';
import { bybitRequest, SETTLE_COINS } from '#venues/dialects/bybit/requests.ts';
import { bybitVerdict } from '#venues/dialects/bybit/verdict.ts';
import { replyFields, replyList, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';
import type { VenueCall } from '#venues/wire/venue-wire.ts';

type Setting = ListQuery<never>;

const DONE: Page<never> = { items: [], next: null };
const MODE_NOT_MODIFIED = 110_026;
const LEVERAGE_NOT_MODIFIED = 110_043;

/** What only reduces a position stands on what the position does. */
export function prepareQueries({ terms }: NewVenueOrder, listed: ListedMarket): readonly Setting[] {
  const { margin, isReduceOnly } = terms;
  if (margin === null || isReduceOnly || listed.market.contract === null) return [];
  return [modeCheck(margin.marginMode), leverageSetting(margin, listed)];
}

function modeCheck(wanted: MarginMode): Setting {
  return {
    call: bybitRequest('accountInfo'),
    read: (outcome) =>
      bybitVerdict('read', outcome, (result): Page<never> => {
        if (readMarginMode(result) === wanted) return DONE;
        return { items: [], next: emptyCheck(wanted, usesOfMode()) };
      }),
  };
}

/** Lists of what a change of the mode would change as well. */
function usesOfMode(): readonly VenueCall[] {
  return (['positions', 'orders'] as const).flatMap((endpoint) =>
    SETTLE_COINS.map((settleCoin) =>
      bybitRequest(endpoint, { category: 'linear', settleCoin, limit: 1 }),
    ),
  );
}

/** The mode is changed only where nothing but this order will stand on it. */
function emptyCheck(wanted: MarginMode, [call, ...others]: readonly VenueCall[]): Setting {
  if (call === undefined) return modeSetting(wanted);
  return {
    call,
    read(outcome): Verdict<Page<never>> {
      const verdict = bybitVerdict(
        'read',
        outcome,
        (result) => readPage(result, 'The list').list.length,
      );
      if (verdict.kind !== 'done') return verdict;
      if (verdict.value > 0)
        return {
          kind: 'rejected',
          code: 'order_rejected',
          detail:
            `The order asks for the margin mode "${wanted}". Bybit has one mode for all ` +
            'derivatives of an account, which has open positions or orders in the other one.',
        };
      return { kind: 'done', value: { items: [], next: emptyCheck(wanted, others) } };
    },
  };
}

function modeSetting(wanted: MarginMode): Setting {
  return {
    call: bybitRequest('setMarginMode', { setMarginMode: MARGIN_MODE_WORDS[wanted] }),
    read: (outcome) =>
      bybitVerdict(
        'prepare',
        outcome,
        (result) => {
          const reasons = replyFields(result, 'The setting')['reasons'] ?? [];
          if (replyList(reasons, 'The list of reasons').length > 0)
            throw new UnreadableReply('The margin mode was not set.');
          return DONE;
        },
        [MODE_NOT_MODIFIED],
      ),
  };
}

function leverageSetting({ leverage }: MarginTerms, { symbol }: ListedMarket): Setting {
  const text = formatDecimal(leverage);
  const parameters = { category: 'linear', symbol, buyLeverage: text, sellLeverage: text };
  return {
    call: bybitRequest('setLeverage', parameters),
    read: (outcome) => bybitVerdict('prepare', outcome, () => DONE, [LEVERAGE_NOT_MODIFIED]),
  };
}
