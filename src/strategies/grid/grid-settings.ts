// The settings of grid bots on spot and futures markets.

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
  START_PRICE_SETTING,
  START_RSI_SETTINGS,
} from '#strategies/config/market-settings.ts';

const RANGE = [
  ...editable(
    'range',
    neededNumber(['lower_price', 'Lower price', 'The lowest line of the grid'], '>0..'),
    neededNumber(['upper_price', 'Upper price', 'The highest line of the grid'], '>0..'),
  ),
  ...fixed(
    'range',
    wholeSetting(
      ['grid_count', 'Grids', 'Intervals between lines; there is one line more'],
      '10',
      '2..200',
    ),
    optionSetting(
      ['grid_mode', 'Spacing', 'Equal steps in price, or equal ratios of prices'],
      ['arithmetic', 'geometric'],
    ),
  ),
];

const INVESTMENT = editable(
  'funds',
  neededNumber(['investment', 'Investment', 'All that the grid may use; can be raised'], '>0..'),
);

const REINVEST = editable(
  'funds',
  booleanSetting(['reinvest_profit', 'Reinvest', 'Adds what was earned to the next orders'], false),
);

const START = fixed(
  'start',
  optionSetting(
    ['start_condition', 'Start', 'When the first orders are placed'],
    ['immediately', 'price', 'rsi'],
  ),
  START_PRICE_SETTING,
  ...START_RSI_SETTINGS,
);

const STOP = editable(
  'stop',
  numberSetting(
    ['take_profit_price', 'Take profit price', 'Above the upper price: stops there'],
    null,
    '>0..',
  ),
  numberSetting(
    ['stop_loss_price', 'Stop loss price', 'Below the lower price: stops there'],
    null,
    '>0..',
  ),
  numberSetting(
    ['take_profit_percent', 'Take profit', 'Profit in percent of the investment'],
    null,
    '>0..',
  ),
  numberSetting(
    ['stop_loss_percent', 'Stop loss', 'Loss in percent of the investment, above zero'],
    null,
    '>0..100',
  ),
  wholeSetting(
    ['stop_delay_seconds', 'Stop delay', 'How long a stop must hold before it acts'],
    '0',
    '0..2592000',
  ),
);

const TRAILING = editable(
  'trailing',
  booleanSetting(['trailing_up', 'Trail up', 'Moves the range up by a line'], false),
  booleanSetting(['trailing_down', 'Trail down', 'Moves the range down by a line'], false),
  numberSetting(['trailing_up_limit', 'Highest line', 'Where trailing up ends'], null, '>0..'),
  numberSetting(['trailing_down_limit', 'Lowest line', 'Where trailing down ends'], null, '>0..'),
);

const ORDERS = editable(
  'orders',
  wholeSetting(
    ['max_active_orders', 'Open orders', 'The most that rest at once, nearest the price'],
    '199',
    '1..199',
  ),
);

export const SPOT_GRID_SETTINGS: readonly StrategySetting[] = [
  ...MARKET_SETTINGS,
  ...RANGE,
  ...INVESTMENT,
  ...fixed(
    'funds',
    optionSetting(
      ['investment_asset', 'Invest', 'What the investment is in; both: what the wallet holds'],
      ['quote', 'base', 'both'],
    ),
    booleanSetting(
      ['fill_grid_on_start', 'Buy at the start', 'Buys what the sell lines will sell'],
      true,
    ),
  ),
  ...REINVEST,
  ...START,
  ...STOP,
  ...editable(
    'stop',
    booleanSetting(['sell_base_on_stop', 'Sell at the stop', 'Sells what the grid holds'], false),
  ),
  ...TRAILING,
  ...ORDERS,
];

export const FUTURES_GRID_SETTINGS: readonly StrategySetting[] = [
  ...MARKET_SETTINGS,
  ...fixed(
    'market',
    optionSetting(
      ['direction', 'Direction', 'What the grid may hold; neutral: either'],
      ['neutral', 'long', 'short'],
    ),
  ),
  ...LEVERAGE_SETTINGS,
  ...RANGE,
  ...INVESTMENT,
  ...editable(
    'funds',
    numberSetting(['extra_margin', 'Extra margin', 'Retained in the wallet behind it'], '0', '0..'),
  ),
  ...fixed(
    'funds',
    booleanSetting(
      ['open_position_on_start', 'Open at the start', 'Opens what the lines will close'],
      true,
    ),
  ),
  ...REINVEST,
  ...START,
  ...STOP,
  ...editable(
    'stop',
    numberSetting(
      ['stop_loss_high_price', 'High stop price', 'Above the upper price, of neutral grids'],
      null,
      '>0..',
    ),
    booleanSetting(
      ['close_position_on_stop', 'Close at the stop', 'Closes what the grid holds'],
      true,
    ),
  ),
  ...TRAILING,
  ...ORDERS,
];
