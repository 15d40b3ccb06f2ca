// The settings of a bracket: an entry, its stop and its targets.

import {
  booleanSetting,
  editable,
  fixed,
  neededNumber,
  numberSetting,
  optionSetting,
  sparseNumber,
} from '#strategies/config/define-setting.ts';
import { LEVERAGE_SETTINGS, MARKET_SETTINGS } from '#strategies/config/market-settings.ts';
import type { StrategySetting } from '#strategies/config/setting.ts';

export const BRACKET_SETTINGS: readonly StrategySetting[] = [
  ...MARKET_SETTINGS,
  ...LEVERAGE_SETTINGS,
  ...fixed(
    'entry',
    optionSetting(['direction', 'Direction', 'On spot long'], ['long', 'short']),
    neededNumber(['amount', 'Amount', 'In base, or in contracts'], '>0..'),
    numberSetting(
      ['entry_price', 'Entry price', 'Of a limit order; none: at market'],
      null,
      '>0..',
    ),
  ),
  ...fixed(
    'exit',
    numberSetting(['stop_price', 'Stop', 'Closes what is held when it is reached'], null, '>0..'),
    booleanSetting(['stop_trails', 'Trailing', 'The stop follows the best price'], false),
    numberSetting(['target_price', 'Target', 'A limit order at a profit'], null, '>0..'),
    numberSetting(['second_target_price', 'Second target', 'Beyond the first'], null, '>0..'),
    numberSetting(
      [
        'first_target_percent',
        'At the first target',
        'Percent of what is held; the rest at the second',
      ],
      '50',
      '1..99',
    ),
  ),
  ...editable(
    'end',
    booleanSetting(['allows_entry', 'Enters', 'Whether what is not entered yet may be'], true),
    sparseNumber(['moved_stop_price', 'Moved stop', 'Where the stop is to be'], '>0..'),
    sparseNumber(['moved_target_price', 'Moved target', 'Likewise'], '>0..'),
    sparseNumber(['moved_second_target_price', 'Moved second', 'Likewise'], '>0..'),
    optionSetting(['ending', 'End', 'What is held stays, or is closed'], ['none', 'keep', 'close']),
  ),
];
