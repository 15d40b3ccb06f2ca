// The settings of bots that average a position down (dollar cost averaging). A deal retains the
// settings that it began with, but for those that may change at any time.

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
  OPTIONAL_TOKEN_SETTING,
  START_PRICE_SETTING,
  START_RSI_SETTINGS,
} from '#strategies/config/market-settings.ts';

const ORDERS = editable(
  'orders',
  neededNumber(['base_order_size', 'First order', 'Size of the order that opens a deal'], '>0..'),
  neededNumber(
    ['averaging_order_size', 'Averaging order', 'Size of the first averaging order'],
    '>0..',
  ),
  optionSetting(
    ['order_size_asset', 'Sizes in', 'Quote, base, or percent of the free money'],
    ['quote', 'base', 'percent'],
  ),
  wholeSetting(['max_averaging_orders', 'Averaging orders', 'The most of one deal'], '5', '0..200'),
  wholeSetting(
    ['active_averaging_orders', 'Resting at once', 'Averaging orders on the book'],
    '1',
    '1..198',
  ),
  numberSetting(
    ['price_deviation_percent', 'Deviation', 'From the first price to the first averaging order'],
    '1.5',
    '>0..99',
  ),
  numberSetting(['step_scale', 'Step scale', 'Each step times the one before'], '1', '0.1..10'),
  numberSetting(['volume_scale', 'Size scale', 'Each size times the one before'], '1', '0.1..10'),
);

const PROFIT = editable(
  'profit',
  numberSetting(
    ['take_profit_percent', 'Take profit', 'After fees; more than two fees'],
    '1.5',
    '>0..',
  ),
  optionSetting(
    ['take_profit_base', 'Take profit from', 'The average price, or that of the first order'],
    ['average', 'base_order'],
  ),
  numberSetting(
    ['trailing_take_profit_percent', 'Trailing', 'Pull-back from the best price that closes'],
    null,
    '>0..',
  ),
);

const STOP = editable(
  'stop',
  numberSetting(['stop_loss_percent', 'Stop loss', 'From the first price'], null, '>0..100'),
  optionSetting(
    ['stop_loss_action', 'After a stop', 'The next deal, or the end of the bot'],
    ['close_deal', 'close_deal_and_stop'],
  ),
  booleanSetting(['trailing_stop_loss', 'Trailing stop', 'Follows the best price'], false),
);

const START = editable(
  'start',
  optionSetting(
    ['start_condition', 'Start', 'What opens a deal'],
    ['immediately', 'rsi', 'price', 'interval', 'signal'],
  ),
  START_PRICE_SETTING,
  ...START_RSI_SETTINGS,
  wholeSetting(
    ['start_interval_minutes', 'Interval', 'Minutes from the opening of one deal to the next'],
    '60',
    '1..43200',
  ),
  optionSetting(
    ['start_order_type', 'First order type', 'At market, or at the last price'],
    ['market', 'limit'],
  ),
  wholeSetting(
    ['cooldown_seconds', 'Cooldown', 'From the end of a deal to the next'],
    '0',
    '0..2592000',
  ),
  wholeSetting(['max_deals', 'Deals', 'Stops after so many'], null, '1..'),
  numberSetting(['min_price', 'Lowest price', 'No new deal below'], null, '>0..'),
  numberSetting(['max_price', 'Highest price', 'No new deal above'], null, '>0..'),
);

const TOKEN = fixed('start', OPTIONAL_TOKEN_SETTING);

const REINVEST = editable(
  'funds',
  numberSetting(
    ['reinvest_percent', 'Reinvest', 'Share of the profit that enlarges the next deals'],
    '0',
    '0..100',
  ),
);

/** What is the same on spot and futures markets. */
const DEALS = [...ORDERS, ...PROFIT, ...STOP, ...START, ...TOKEN, ...REINVEST];

export const SPOT_DCA_SETTINGS: readonly StrategySetting[] = [
  ...MARKET_SETTINGS,
  ...fixed(
    'market',
    optionSetting(
      ['direction', 'Direction', 'Long, or short: sells what is held and buys it back'],
      ['long', 'short'],
    ),
  ),
  ...DEALS,
];

export const FUTURES_DCA_SETTINGS: readonly StrategySetting[] = [
  ...MARKET_SETTINGS,
  ...fixed(
    'market',
    optionSetting(['direction', 'Direction', 'What a deal holds'], ['long', 'short']),
  ),
  ...LEVERAGE_SETTINGS,
  ...DEALS,
];
