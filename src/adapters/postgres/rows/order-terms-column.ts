// Column of an order's terms beyond its plain part, as JSON: only what differs from plain orders,
// and null on those, because most orders are plain and each is written several times.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { ExitTerms, OrderTerms } from '#domain/order/order-terms.ts';
import { PLAIN_TERMS } from '#domain/order/order-terms.ts';

/** What a plain order would have is left out; earlier rows have it. */
export type OrderTermsColumn = Partial<WholeColumn> | null;

type WholeColumn = {
  readonly trigger_price: string | null;
  readonly trail_distance: string | null;
  readonly trail_activation_price: string | null;
  readonly is_post_only: boolean;
  readonly is_reduce_only: boolean;
  readonly expires_at_ms: number | null;
  readonly leverage: string | null;
  readonly margin_mode: 'cross' | 'isolated' | null;
  readonly exit: ExitColumn | null;
  readonly keeper: OrderTerms['heldBy'];
  readonly attached_stop: string | null;
  readonly is_attached: boolean;
};

const PLAIN_COLUMN: WholeColumn = {
  trigger_price: null,
  trail_distance: null,
  trail_activation_price: null,
  is_post_only: false,
  is_reduce_only: false,
  expires_at_ms: null,
  leverage: null,
  margin_mode: null,
  exit: null,
  keeper: 'exchange',
  attached_stop: null,
  is_attached: false,
};

type ExitColumn = Pick<ExitTerms, 'group' | 'role'> & {
  /** Not there in what was written before it was reported. */
  readonly open_amount?: string | null;
};

export function termsToColumn(terms: OrderTerms): OrderTermsColumn {
  if (terms === PLAIN_TERMS) return null;
  const whole = Object.entries(wholeColumn(terms));
  const own = whole.filter(([name, value]) => value !== PLAIN_COLUMN[name as keyof WholeColumn]);
  return own.length === 0 ? null : Object.fromEntries(own);
}

function wholeColumn(terms: OrderTerms): WholeColumn {
  const { triggerPrice, trailDistance, trailActivationPrice, margin } = terms;
  return {
    trigger_price: textOf(triggerPrice),
    trail_distance: textOf(trailDistance),
    trail_activation_price: textOf(trailActivationPrice),
    is_post_only: terms.isPostOnly,
    is_reduce_only: terms.isReduceOnly,
    expires_at_ms: terms.expiresAtMs,
    leverage: textOf(margin?.leverage ?? null),
    margin_mode: margin?.marginMode ?? null,
    exit: exitToColumn(terms.exit),
    keeper: terms.heldBy,
    attached_stop: textOf(terms.attachedStop ?? null),
    is_attached: terms.isAttached === true,
  };
}

export function termsFromColumn(stored: OrderTermsColumn): OrderTerms {
  if (stored === null) return PLAIN_TERMS;
  const column = { ...PLAIN_COLUMN, ...stored };
  const { leverage, margin_mode: marginMode } = column;
  return {
    triggerPrice: decimalOf(column.trigger_price),
    trailDistance: decimalOf(column.trail_distance),
    trailActivationPrice: decimalOf(column.trail_activation_price),
    isPostOnly: column.is_post_only,
    isReduceOnly: column.is_reduce_only,
    expiresAtMs: column.expires_at_ms,
    margin:
      leverage === null || marginMode === null
        ? null
        : { leverage: decimalFromColumn(leverage), marginMode },
    exit: exitFromColumn(column.exit),
    heldBy: column.keeper,
    ...attachedFrom(column),
  };
}

function attachedFrom({
  attached_stop: stop,
  is_attached: isAttached,
}: WholeColumn): Pick<OrderTerms, 'attachedStop' | 'isAttached'> {
  return {
    ...(stop === null ? {} : { attachedStop: decimalFromColumn(stop) }),
    ...(isAttached ? { isAttached: true } : {}),
  };
}

function exitToColumn(exit: ExitTerms | null): ExitColumn | null {
  if (exit === null) return null;
  return { group: exit.group, role: exit.role, open_amount: textOf(exit.openAmount) };
}

function exitFromColumn(column: ExitColumn | null): ExitTerms | null {
  if (column === null) return null;
  const { group, role, open_amount: openAmount } = column;
  return { group, role, openAmount: decimalOf(openAmount ?? null) };
}

function textOf(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value);
}

function decimalOf(text: string | null): Decimal | null {
  return text === null ? null : decimalFromColumn(text);
}
