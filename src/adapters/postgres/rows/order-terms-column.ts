// Column of an order's terms beyond its plain part, as JSON: only what differs from plain orders,
// and null on those, because most orders are plain and each is written several times.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { assert } from '#lib/assert.ts';
import { wordReader } from '#adapters/postgres/rows/word-column.ts';
import type { ExitTerms, OrderTerms } from '#venue-port/order/order-terms.ts';
import { PLAIN_TERMS, STOP_HOLDERS } from '#venue-port/order/order-terms.ts';

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

/** Column of the terms; null for plain ones. */
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

const marginModeFrom = wordReader('margin mode', ['cross', 'isolated']);
const keeperFrom = wordReader('keeper', STOP_HOLDERS);
const roleFrom = wordReader('role', ['stop', 'target']);

/** Throws when they do not fit. */
export function termsFromColumn(stored: OrderTermsColumn): OrderTerms {
  if (stored === null) return PLAIN_TERMS;
  assert(isObject(stored), 'stored terms are an object');
  const column = { ...PLAIN_COLUMN, ...stored };
  const { leverage, expires_at_ms: expiresAtMs } = column;
  const marginMode = column.margin_mode === null ? null : marginModeFrom(column.margin_mode);
  assert(expiresAtMs === null || Number.isSafeInteger(expiresAtMs), 'a stored end is an instant');
  return {
    triggerPrice: decimalOf(column.trigger_price),
    trailDistance: decimalOf(column.trail_distance),
    trailActivationPrice: decimalOf(column.trail_activation_price),
    isPostOnly: flagFrom(column.is_post_only),
    isReduceOnly: flagFrom(column.is_reduce_only),
    expiresAtMs,
    margin:
      leverage === null || marginMode === null
        ? null
        : { leverage: decimalFromColumn(leverage), marginMode },
    exit: exitFromColumn(column.exit),
    heldBy: keeperFrom(column.keeper),
    ...attachedFrom(column),
  };
}

function attachedFrom({
  attached_stop: stop,
  is_attached: isAttached,
}: WholeColumn): Pick<OrderTerms, 'attachedStop' | 'isAttached'> {
  return {
    ...(stop === null ? {} : { attachedStop: decimalFromColumn(stop) }),
    ...(flagFrom(isAttached) ? { isAttached: true } : {}),
  };
}

function exitToColumn(exit: ExitTerms | null): ExitColumn | null {
  if (exit === null) return null;
  return { group: exit.group, role: exit.role, open_amount: textOf(exit.openAmount) };
}

function exitFromColumn(column: ExitColumn | null): ExitTerms | null {
  if (column === null) return null;
  assert(isObject(column), 'a stored exit is an object');
  const { group, role: stored, open_amount: openAmount } = column;
  assert(typeof group === 'string', 'the group of a stored exit is text');
  const role = stored === null ? null : roleFrom(stored);
  return { group, role, openAmount: decimalOf(openAmount ?? null) };
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function flagFrom(value: unknown): boolean {
  assert(typeof value === 'boolean', 'a stored flag is true or false');
  return value;
}

function textOf(value: Decimal | null): string | null {
  return value === null ? null : formatDecimal(value);
}

function decimalOf(text: string | null): Decimal | null {
  return text === null ? null : decimalFromColumn(text);
}
