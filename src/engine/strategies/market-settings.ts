// Settings that several strategies have in common.

import {
  fixed,
  numberSetting,
  optionSetting,
  stringSetting,
  wholeSetting,
} from '#engine/strategies/define-setting.ts';

export const MARKET_SETTINGS = fixed(
  'market',
  stringSetting(
    ['market_tag', 'Market', 'The market that the bot trades, of the exchange of its user'],
    /^.{1,128}$/,
    'a market tag of 1 to 128 characters',
  ),
);

export const LEVERAGE_SETTINGS = fixed(
  'market',
  numberSetting(['leverage', 'Leverage', 'Up to what the market allows'], '1', '1..'),
  optionSetting(
    ['margin_mode', 'Margin mode', 'What stands behind a position: its own margin, or the wallet'],
    ['isolated', 'cross'],
  ),
);

/** What a start by the relative strength index needs. */
export const START_RSI_SETTINGS = [
  wholeSetting(
    ['start_rsi_period', 'RSI period', 'Bars of the relative strength index'],
    '14',
    '2..200',
  ),
  numberSetting(
    ['start_rsi_level', 'RSI level', 'Starts when the index is at or below the level'],
    '30',
    '>0..100',
  ),
  wholeSetting(
    ['start_rsi_interval', 'RSI interval', 'Minutes of a bar of the index'],
    '15',
    '1..1440',
  ),
] as const;

export const START_PRICE_SETTING = numberSetting(
  ['start_price', 'Start price', 'Starts when the price reaches it, from either side'],
  null,
  '>0..',
);
