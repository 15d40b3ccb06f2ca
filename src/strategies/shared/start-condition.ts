// Start condition of a strategy: at once, at a price, or by the relative strength index.

import type { Decimal } from '#lib/decimal.ts';
import type { CommandContext } from '#engine/run-api/command-context.ts';
import { doubleOf } from '#strategies/shared/double-of.ts';
import type { Refuse } from '#strategies/config/market-problems.ts';
import type { ConfigValues } from '#strategies/config/config-values.ts';
import { numberOf, sureNumberOf, textOf, wholeOf } from '#strategies/config/config-values.ts';

export type StartCondition =
  | { readonly kind: 'immediately' | 'interval' | 'signal' }
  /** Null: none was chosen, which the rules refuse. */
  | { readonly kind: 'price'; readonly price: Decimal | null }
  | {
      readonly kind: 'rsi';
      readonly period: number;
      readonly level: Decimal;
      readonly intervalMinutes: number;
    };

/** Condition of the settings' kind, with the settings that belong to it. */
export function startCondition(values: ConfigValues): StartCondition {
  const kind = textOf(values, 'start_condition');
  if (kind === 'price') return { kind, price: numberOf(values, 'start_price') };
  if (kind === 'rsi')
    return {
      kind,
      period: wholeOf(values, 'start_rsi_period'),
      level: sureNumberOf(values, 'start_rsi_level'),
      intervalMinutes: wholeOf(values, 'start_rsi_interval'),
    };
  return { kind: kind === 'interval' || kind === 'signal' ? kind : 'immediately' };
}

/** A condition without what it needs; `signalToken` null: the bot listens to none. */
export function startProblems(
  refuse: Refuse,
  condition: StartCondition,
  signalToken: string | null,
): void {
  if (condition.kind === 'price' && condition.price === null)
    refuse('start_price', 'must be chosen to start at a price');
  if (condition.kind === 'signal' && signalToken === null)
    refuse('signal_token', 'must be chosen to start by signals');
}

/**
 * Whether the price, or the index, says to begin. `firstPrice` is the price when the waiting
 * began: the start price is reached from either side. Intervals and signals are the caller's.
 */
export function isStartDue(
  api: CommandContext,
  condition: StartCondition,
  firstPrice: number,
  direction: 'long' | 'short' | 'neutral',
): boolean {
  switch (condition.kind) {
    case 'immediately':
    case 'interval':
    case 'signal':
      return true;
    case 'price': {
      if (condition.price === null) return true;
      const target = doubleOf(condition.price);
      const close = api.series.lastPrice(null);
      return firstPrice <= target ? close >= target : close <= target;
    }
    case 'rsi': {
      const index = indexNow(api, condition);
      const level = doubleOf(condition.level);
      return direction === 'short' ? index >= 100 - level : index <= level;
    }
  }
}

function indexNow(
  { series }: CommandContext,
  { period, intervalMinutes }: Extract<StartCondition, { kind: 'rsi' }>,
): number {
  const close = series.prices({
    source: 'close',
    marketTag: null,
    intervalMinutes,
    isClosedOnly: false,
    style: 'candle',
  });
  return series.indicator('RSI', [close], [period])[0]?.at(1) ?? Number.NaN;
}
