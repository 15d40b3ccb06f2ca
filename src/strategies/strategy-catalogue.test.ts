// The settings of each strategy, against what reading a configuration refuses.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { formatDecimal } from '#lib/decimal.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import { STRATEGY_TYPES } from '#domain/strategy/strategy-type.ts';
import { readValues, writeValues } from '#strategies/config/config-values.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';

/**
 * Settings of the release before this one. Its processes read the records of this one while both
 * run, and refuse what they do not know: a bracket that they cannot read would lose its stops.
 */
const FORMER_KEYS: Readonly<Record<StrategyType, string>> = {
  spot_grid:
    'market_tag lower_price upper_price grid_count grid_mode investment investment_asset ' +
    'fill_grid_on_start reinvest_profit start_condition start_price start_rsi_period ' +
    'start_rsi_level start_rsi_interval take_profit_price stop_loss_price ' +
    'take_profit_percent stop_loss_percent stop_delay_seconds sell_base_on_stop ' +
    'trailing_up trailing_down trailing_up_limit trailing_down_limit max_active_orders',
  futures_grid:
    'market_tag direction leverage margin_mode lower_price upper_price grid_count ' +
    'grid_mode investment extra_margin open_position_on_start reinvest_profit ' +
    'start_condition start_price start_rsi_period start_rsi_level start_rsi_interval ' +
    'take_profit_price stop_loss_price take_profit_percent stop_loss_percent ' +
    'stop_delay_seconds stop_loss_high_price close_position_on_stop trailing_up ' +
    'trailing_down trailing_up_limit trailing_down_limit max_active_orders',
  spot_dollar_cost_averaging:
    'market_tag direction base_order_size averaging_order_size order_size_asset ' +
    'max_averaging_orders active_averaging_orders price_deviation_percent step_scale ' +
    'volume_scale take_profit_percent take_profit_base trailing_take_profit_percent ' +
    'stop_loss_percent stop_loss_action trailing_stop_loss start_condition start_price ' +
    'start_rsi_period start_rsi_level start_rsi_interval start_interval_minutes ' +
    'start_order_type cooldown_seconds max_deals min_price max_price signal_token ' +
    'reinvest_percent',
  futures_dollar_cost_averaging:
    'market_tag direction leverage margin_mode base_order_size averaging_order_size ' +
    'order_size_asset max_averaging_orders active_averaging_orders ' +
    'price_deviation_percent step_scale volume_scale take_profit_percent take_profit_base' +
    ' trailing_take_profit_percent stop_loss_percent stop_loss_action trailing_stop_loss ' +
    'start_condition start_price start_rsi_period start_rsi_level start_rsi_interval ' +
    'start_interval_minutes start_order_type cooldown_seconds max_deals min_price ' +
    'max_price signal_token reinvest_percent',
  webhook:
    'market_tag leverage margin_mode signal_token max_signal_age_seconds ' +
    'allow_multiple_entries reverse_on_opposite order_size order_size_asset order_type ' +
    'limit_offset_percent max_position_size take_profit_percent stop_loss_percent ' +
    'trailing_stop_percent',
  bracket:
    'market_tag leverage margin_mode direction amount entry_price stop_price stop_trails ' +
    'target_price second_target_price first_target_percent allows_entry ending',
};

test('a record that chose nothing new is one that the release before reads', () => {
  for (const type of STRATEGY_TYPES) {
    const { settings } = STRATEGY_CATALOGUE[type];
    const written = Object.keys(writeValues(settings, new Map()));
    const former = FORMER_KEYS[type].split(' ');
    const unknown = written.filter((key) => !former.includes(key));
    assert.deepEqual(unknown, [], `${type}: add what is new as a sparse setting`);
  }
});

test('what a setting requires and bounds is what is refused', () => {
  for (const type of STRATEGY_TYPES) {
    const { settings } = STRATEGY_CATALOGUE[type];
    for (const setting of settings) {
      const { key } = setting;
      const problemOf = (config: Readonly<Record<string, string>>) => {
        const read = readValues(settings, config);
        return read.ok ? false : read.rejection.some((problem) => problem.key === key);
      };
      const isRequired = 'isRequired' in setting && setting.isRequired;
      assert.equal(problemOf({}), isRequired, `${type} without ${key}`);
      if (setting.type !== 'number') continue;
      const { least, most } = setting;
      if (most !== null)
        assert.ok(problemOf({ [key]: `${formatDecimal(most)}1` }), `${key} is too large`);
      if (least !== null) assert.ok(problemOf({ [key]: '-1000000' }), `${key} is too small`);
    }
  }
});
