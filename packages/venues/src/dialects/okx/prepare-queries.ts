// Queries and settings made at OKX before an order of a swap. An order names its margin mode, and
// positions with the two modes stand side by side: an order in the other mode than the position
// would not reduce it, but open a second one.

import { formatDecimal } from '#lib/decimal.ts';
import type { NewVenueOrder } from '#venue-port/exchange/exchange.ts';
import type { ListedMarket, ListQuery, MarginMode, Page, Verdict } from '#venues/dialect.ts';
import type { MarginTerms } from '#venue-port/order/order-terms.ts';
import { MARGIN_MODES, openSize } from '#venues/dialects/okx/position-queries.ts';
import { okxRequest } from '#venues/dialects/okx/requests.ts';
import { okxVerdict } from '#venues/dialects/okx/verdict.ts';
import {
  decimalField,
  idField,
  knownWord,
  replyFields,
  textField,
  UnreadableReply,
} from '#venues/dialects/reply/reply-fields.ts';
import type { WireOutcome } from '#venues/wire/venue-wire.ts';

type Setting = ListQuery<MarginMode>;

const ORDERS_PER_CALL_MAX = 100;

/** Settings before an order of a swap; none on spot. */
export function prepareQueries(order: NewVenueOrder, listed: ListedMarket): readonly Setting[] {
  return listed.market.contract === null ? [] : [positionCheck(order, listed)];
}

type OpenPosition = { readonly mode: MarginMode; readonly isLong: boolean };

function positionCheck(order: NewVenueOrder, listed: ListedMarket): Setting {
  const { margin, isReduceOnly } = order.terms;
  return {
    call: okxRequest('positions', { instType: 'SWAP', instId: listed.symbol }),
    read: (outcome) =>
      checked(
        okxVerdict('read', outcome, (data) => readOpenPositions(data, listed)),
        (open) => {
          if (margin === null || isReduceOnly) return ready(modeOf(order, open));
          const isOther = open.some(({ mode }) => mode !== margin.marginMode);
          return isOther ? refusal(margin, 'position') : goOn(orderCheck(margin, listed));
        },
      ),
  };
}

function readOpenPositions(
  data: readonly unknown[],
  { symbol }: ListedMarket,
): readonly OpenPosition[] {
  return data.flatMap((value): readonly OpenPosition[] => {
    const fields = replyFields(value, 'The position');
    if (textField(fields, 'instId') !== symbol)
      throw new UnreadableReply('The position is of another market.');
    const size = openSize(fields);
    if (size === 0n) return [];
    return [
      { mode: knownWord(MARGIN_MODES, textField(fields, 'mgnMode'), 'mgnMode'), isLong: size > 0n },
    ];
  });
}

/**
 * Of an order that reduces, or that leaves the mode to the account: that of what is open. Where
 * both stand against it, what it wants counts.
 */
function modeOf({ side, terms }: NewVenueOrder, open: readonly OpenPosition[]): MarginMode {
  const against = open.filter(({ isLong }) => isLong === (side === 'sell'));
  const wanted = terms.margin?.marginMode ?? 'cross';
  const modes = (against.length > 0 ? against : open).map(({ mode }) => mode);
  return modes.includes(wanted) ? wanted : (modes[0] ?? wanted);
}

/** An order that waits in the other mode would open a position beside that of this one. */
function orderCheck(
  margin: MarginTerms,
  listed: ListedMarket,
  afterId: string | null = null,
): Setting {
  const call = okxRequest('openOrders', {
    instType: 'SWAP',
    instId: listed.symbol,
    limit: ORDERS_PER_CALL_MAX,
    ...(afterId === null ? {} : { after: afterId }),
  });
  return {
    call,
    read: (outcome) =>
      checked(
        okxVerdict('read', outcome, (data) =>
          data.map((value) => {
            const fields = replyFields(value, 'The order');
            return { id: idField(fields, 'ordId'), mode: textField(fields, 'tdMode') };
          }),
        ),
        (orders) => {
          if (orders.some(({ mode }) => mode !== margin.marginMode))
            return refusal(margin, 'order');
          const last = orders.length >= ORDERS_PER_CALL_MAX ? orders.at(-1) : undefined;
          return goOn(
            last === undefined
              ? leverageCheck(margin, listed)
              : orderCheck(margin, listed, last.id),
          );
        },
      ),
  };
}

function refusal({ marginMode }: MarginTerms, what: 'position' | 'order'): Verdict<never> {
  return {
    kind: 'rejected',
    code: 'order_rejected',
    detail:
      `The order asks for the margin mode "${marginMode}", and the market has an open ${what} in ` +
      'the other one, beside which OKX would open a second position.',
  };
}

/** Read first, because a change is refused while orders wait, even where nothing would change. */
function leverageCheck(margin: MarginTerms, { symbol }: ListedMarket): Setting {
  const { leverage, marginMode } = margin;
  return {
    call: okxRequest('leverage', { instId: symbol, mgnMode: marginMode }),
    read: (outcome) =>
      okxVerdict('read', outcome, (data): Page<MarginMode> => {
        const found = data.map((value) => replyFields(value, 'The leverage'));
        const isOther = found.some(
          (fields) => fields['instId'] !== symbol || fields['mgnMode'] !== marginMode,
        );
        if (found.length === 0 || isOther)
          throw new UnreadableReply('The leverage is of another market.');
        const isSet = found.every((fields) => decimalField(fields, 'lever') === leverage);
        return isSet
          ? { items: [marginMode], next: null }
          : { items: [], next: leverageSetting(margin, symbol) };
      }),
  };
}

function leverageSetting({ leverage, marginMode }: MarginTerms, symbol: string): Setting {
  const parameters = { instId: symbol, lever: formatDecimal(leverage), mgnMode: marginMode };
  return {
    call: okxRequest('setLeverage', parameters),
    read: (outcome: WireOutcome) =>
      okxVerdict('prepare', outcome, (): Page<MarginMode> => ({ items: [marginMode], next: null })),
  };
}

function checked<T>(
  verdict: Verdict<T>,
  decide: (value: T) => Verdict<Page<MarginMode>>,
): Verdict<Page<MarginMode>> {
  return verdict.kind === 'done' ? decide(verdict.value) : verdict;
}

function ready(mode: MarginMode): Verdict<Page<MarginMode>> {
  return { kind: 'done', value: { items: [mode], next: null } };
}

function goOn(next: Setting): Verdict<Page<MarginMode>> {
  return { kind: 'done', value: { items: [], next } };
}
