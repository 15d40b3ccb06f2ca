// Under whose convention an indicator is computed, where the usual programs differ. Scripts choose
// one by name; without a name they get ours, which is TA-Lib's where TA-Lib has the indicator.

import { findIndicator, INDICATOR_REGISTRY } from '#indicators/registry.ts';

export const DEFAULT_CONVENTION = 'default';

/** Indicators that LEAN computes as TradingView does. */
const LEAN_AS_TRADINGVIEW: ReadonlySet<string> = new Set(['ATR', 'CHOP', 'STOCHRSI', 'TRANGE']);

const MARK = ':';

/** Names of the conventions of an indicator, the default first; one name where peers agree. */
export function conventionsOf(name: string): readonly string[] {
  const usual = findIndicator(name);
  const isTalib = usual?.source === 'TA-Lib';
  const own = INDICATOR_REGISTRY.filter((each) => each.name.startsWith(`${name}${MARK}`));
  return [
    DEFAULT_CONVENTION,
    ...(isTalib ? ['talib'] : []),
    ...own.map((each) => each.name.slice(name.length + MARK.length)),
    ...(LEAN_AS_TRADINGVIEW.has(name) ? ['lean'] : []),
  ];
}

/** The registry's name of the indicator under the convention; null where it has no such one. */
export function underConvention(name: string, convention: string): string | null {
  if (!conventionsOf(name).includes(convention)) return null;
  if (convention === DEFAULT_CONVENTION || convention === 'talib') return name;
  const isShared = convention === 'lean' && LEAN_AS_TRADINGVIEW.has(name);
  return `${name}${MARK}${isShared ? 'tradingview' : convention}`;
}
