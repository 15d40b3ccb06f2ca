// Settings that several strategies have in common.

import {
  fixed,
  numberSetting,
  optionalString,
  optionSetting,
  stringSetting,
  wholeSetting,
} from '#strategies/config/define-setting.ts';

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

const TOKEN = /^[A-Za-z0-9_-]{1,128}$/;
const TOKEN_RULE = '1 to 128 letters, digits, "-" or "_"';

export const SIGNAL_TOKEN_SETTING = stringSetting(
  ['signal_token', 'Signal token', 'The token that the bot listens to'],
  TOKEN,
  TOKEN_RULE,
);

/** Of bots that may do without signals. */
export const OPTIONAL_TOKEN_SETTING = optionalString(
  ['signal_token', 'Signal token', 'The token whose signals open and close deals'],
  TOKEN,
  TOKEN_RULE,
);

/** What a start by the relative strength index needs. */
export const START_RSI_SETTINGS = [
  wholeSetting(
    ['start_rsi_period', 'RSI period', 'Bars of the relative strength index'],
    '14',
    '2..200',
  ),
  numberSetting(
    ['start_rsi_level', 'RSI level', 'Long: at or below it; short: at or above 100 less it'],
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
