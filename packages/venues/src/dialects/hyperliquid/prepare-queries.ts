// Settings made at Hyperliquid before an order that opens or increases a position: leverage and
// margin mode of its market. A position says what it has; without one, the market does.

import { formatDecimal, ONE } from '#lib/decimal.ts';
import type { MarginTerms } from '#venue-port/order/order-terms.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, ListQuery, MarginMode, Page, Verdict } from '#venues/dialect.ts';
import { assetOf } from '#venues/dialects/hyperliquid/place-request.ts';
import type { Leverage } from '#venues/dialects/hyperliquid/read-account.ts';
import { leverageOf, openPositions } from '#venues/dialects/hyperliquid/read-account.ts';
import { accountRequest, actionRequest } from '#venues/dialects/hyperliquid/requests.ts';
import { actionVerdict, questionVerdict } from '#venues/dialects/hyperliquid/verdict.ts';
import { decimalField, replyFields, UnreadableReply } from '#venues/dialects/reply/reply-fields.ts';

type Setting = ListQuery<MarginMode>;

const NOTHING: Page<MarginMode> = { items: [], next: null };

/** Settings before an order; none for one that only reduces or has no margin. */
export function prepareQueries(
  { terms: { margin, isReduceOnly } }: NewVenueOrder,
  listed: ListedMarket,
): readonly Setting[] {
  return margin === null || isReduceOnly ? [] : [positionCheck(margin, listed)];
}

function positionCheck(margin: MarginTerms, listed: ListedMarket): Setting {
  return {
    call: accountRequest('clearinghouseState'),
    read: (outcome) =>
      checked(
        questionVerdict('read', outcome, (body) => openLeverage(body, listed)),
        (open) => {
          if (listed.onlyMarginMode === 'isolated' && margin.marginMode === 'cross')
            return refusal(margin, 'there is no other one than "isolated" in this market');
          if (open === null) return goOn(settingCheck(margin, listed));
          if (open.mode === margin.marginMode) return settled(open, margin, listed);
          return refusal(
            margin,
            'the market has an open position in the other one, which Hyperliquid does not change',
          );
        },
      ),
  };
}

/** Null without a position. */
function openLeverage(body: unknown, { symbol }: ListedMarket): Leverage | null {
  const { items, unreadable } = openPositions(body);
  const unknown = unreadable.find(({ name }) => name === null || name === symbol);
  if (unknown !== undefined) throw new UnreadableReply(unknown.detail);
  const position = items.find(
    (fields) => fields['coin'] === symbol && decimalField(fields, 'szi') !== 0n,
  );
  return position === undefined ? null : leverageOf(position);
}

function settingCheck(margin: MarginTerms, listed: ListedMarket): Setting {
  return {
    call: accountRequest('activeAssetData', { coin: listed.symbol }),
    read: (outcome) =>
      checked(
        questionVerdict('read', outcome, (body) => {
          const fields = replyFields(body, 'The settings');
          if (fields['coin'] !== listed.symbol)
            throw new UnreadableReply('The settings are of another market.');
          return leverageOf(fields);
        }),
        (set) => settled(set, margin, listed),
      ),
  };
}

/** It is as it should be, or is set. Leverage is a whole number here. */
function settled(
  { mode, leverage }: Leverage,
  margin: MarginTerms,
  listed: ListedMarket,
): Verdict<Page<MarginMode>> {
  if (mode === margin.marginMode && leverage === margin.leverage)
    return { kind: 'done', value: NOTHING };
  if (margin.leverage % ONE === 0n) return goOn(leverageSetting(margin, listed));
  const detail = `Leverage at Hyperliquid is a whole number, found ${formatDecimal(margin.leverage)}.`;
  return { kind: 'rejected', code: 'order_rejected', detail };
}

function leverageSetting({ leverage, marginMode }: MarginTerms, listed: ListedMarket): Setting {
  return {
    call: actionRequest(
      'updateLeverage',
      {
        asset: assetOf(listed),
        isCross: marginMode === 'cross',
        leverage: Number(formatDecimal(leverage)),
      },
      'order',
    ),
    read: (outcome) =>
      actionVerdict('prepare', outcome, (response) => {
        if (replyFields(response, 'The response')['type'] !== 'default')
          throw new UnreadableReply('The reply is none that is known.');
        return { kind: 'done', value: NOTHING };
      }),
  };
}

function refusal({ marginMode }: MarginTerms, reason: string): Verdict<never> {
  const detail = `The order asks for the margin mode "${marginMode}", and ${reason}.`;
  return { kind: 'rejected', code: 'order_rejected', detail };
}

function checked<T>(
  verdict: Verdict<T>,
  decide: (value: T) => Verdict<Page<MarginMode>>,
): Verdict<Page<MarginMode>> {
  return verdict.kind === 'done' ? decide(verdict.value) : verdict;
}

function goOn(next: Setting): Verdict<Page<MarginMode>> {
  return { kind: 'done', value: { items: [], next } };
}
