// The settings of bots that act on signals from outside.

import {
  booleanSetting,
  editable,
  fixed,
  neededNumber,
  numberSetting,
  optionSetting,
  wholeSetting,
} from '#strategies/config/define-setting.ts';
import type { StrategySetting } from '#strategies/config/setting.ts';
import {
  LEVERAGE_SETTINGS,
  MARKET_SETTINGS,
  SIGNAL_TOKEN_SETTING,
} from '#strategies/config/market-settings.ts';

export const WEBHOOK_SETTINGS: readonly StrategySetting[] = [
  ...MARKET_SETTINGS,
  ...LEVERAGE_SETTINGS,
  ...fixed('signal', SIGNAL_TOKEN_SETTING),
  ...editable(
    'signal',
    wholeSetting(
      ['max_signal_age_seconds', 'Oldest signal', 'Signals that are older are ignored'],
      '300',
      '1..86400',
    ),
    booleanSetting(
      ['allow_multiple_entries', 'Add to a position', 'A repeated entry adds to it'],
      false,
    ),
    booleanSetting(
      ['reverse_on_opposite', 'Reverse', 'An opposite entry closes, then opens'],
      true,
    ),
  ),
  ...editable(
    'orders',
    neededNumber(['order_size', 'Order size', 'Size of one entry'], '>0..'),
    optionSetting(
      ['order_size_asset', 'Size in', 'Quote, base, or percent of the free money'],
      ['quote', 'base', 'percent'],
    ),
    optionSetting(['order_type', 'Order type', 'How entries are placed'], ['market', 'limit']),
    numberSetting(
      ['limit_offset_percent', 'Limit offset', 'From the last price to the passive side'],
      '0',
      '0..50',
    ),
    numberSetting(
      ['max_position_size', 'Largest position', 'In base; entries beyond are ignored'],
      null,
      '>0..',
    ),
  ),
  ...editable(
    'exit',
    numberSetting(['take_profit_percent', 'Take profit', 'From the average'], null, '>0..'),
    numberSetting(['stop_loss_percent', 'Stop loss', 'From the average'], null, '>0..100'),
    numberSetting(
      ['trailing_stop_percent', 'Trailing stop', 'Pull-back from the best price'],
      null,
      '>0..100',
    ),
  ),
];
