// Messages of alerts in TradingView that a bot understands, by what the alert is of. Whatever
// stands in double braces, TradingView replaces when the alert fires.

import { STRATEGIES } from '../../words/strategies.ts';

export const ALERT_KINDS = [
  ['strategy', STRATEGIES.aStrategyWhichBuys],
  ['enter_long', STRATEGIES.anIndicatorOrA],
  ['exit_position', STRATEGIES.anIndicatorOrAPrice],
  ['enter_short', STRATEGIES.anIndicatorOrAPriceGo],
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number][0];

/** Positions before and after the order say whether it enters, leaves or closes a part. */
const OF_STRATEGY = {
  id: '{{timenow}} {{strategy.order.action}} {{strategy.market_position_size}}',
  action: '{{strategy.order.action}}',
  market_position: '{{strategy.market_position}}',
  market_position_size: '{{strategy.market_position_size}}',
  prev_market_position: '{{strategy.prev_market_position}}',
  prev_market_position_size: '{{strategy.prev_market_position_size}}',
} as const;

/** With an id, so that an alert that TradingView sends twice trades once. */
export function alertMessage(kind: AlertKind): string {
  return JSON.stringify(
    kind === 'strategy' ? OF_STRATEGY : { id: '{{timenow}}', action: kind },
    null,
    1,
  );
}
