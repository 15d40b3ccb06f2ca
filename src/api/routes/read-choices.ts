// Choices that a request may make of a simulation, as backtests and labs ask for it.

import type { Decimal } from '#lib/decimal.ts';
import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BacktestChoices, ExecutionSettings } from '#services/backtests/backtest-choices.ts';
import {
  executionChosen,
  percentChosen,
  pyramidingChosen,
} from '#services/backtests/backtest-choices.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuseAt } from '#api/http/responses/api-response.ts';
import type { SettingsWire } from '#api/schemas/backtest-settings.ts';
import { decimalFromWire } from '#api/schemas/wire-values.ts';

/** Refused when a setting is out of its range. */
export function readChoices(
  settings: SettingsWire,
  inputs: Readonly<Record<string, number | string | boolean>>,
): Result<BacktestChoices, Refusal> {
  const refusal = checkSettings(settings);
  if (refusal !== null) return rejected(refusal);
  return accepted({
    inputs: Object.entries(inputs),
    rules: settings.rules ?? null,
    slippagePercent: optional(settings.slippage_percent),
    participationPercent: optional(settings.participation_percent),
    leverage: optional(settings.leverage),
    marginMode: settings.margin_mode ?? null,
    positionMode: settings.position_mode ?? null,
    seed: settings.seed ?? null,
    isAudited: settings.audit ?? false,
    tradeAmountQuote: optional(settings.trade_amount),
    ...percentChosen(optional(settings.trade_amount_percent)),
    ...pyramidingChosen(settings.pyramiding ?? null),
    ...executionChosen(executionOf(settings)),
    ...(settings.warm_up === false ? { startsCold: true as const } : {}),
  });
}

function executionOf(settings: SettingsWire): ExecutionSettings {
  return {
    slippageTicks: settings.slippage_ticks ?? null,
    commission: {
      percent: optional(settings.commission_percent),
      perOrder: optional(settings.commission_per_order),
      perContract: optional(settings.commission_per_contract),
    },
    fillsAtClose: settings.fill_at_close ?? false,
    magnifiesBars: settings.bar_magnifier ?? false,
    marginLongPercent: optional(settings.margin_long_percent),
    marginShortPercent: optional(settings.margin_short_percent),
  };
}

function optional(wire: string | undefined): Decimal | null {
  return wire === undefined ? null : decimalFromWire(wire);
}

const PERCENT_MAX = decimalFromWire('100');
const EQUITY_PERCENT_MAX = decimalFromWire('10000');
const LEVERAGE_MAX = decimalFromWire('1000');

function checkSettings(settings: SettingsWire): Refusal | null {
  const bounds = [
    ['slippage_percent', 'from 0 to 100', ZERO - 1n, PERCENT_MAX],
    ['participation_percent', 'above 0, at most 100', ZERO, PERCENT_MAX],
    ['leverage', 'above 0, at most 1000', ZERO, LEVERAGE_MAX],
    ['trade_amount', 'above 0', ZERO, null],
    ['trade_amount_percent', 'above 0, at most 10000', ZERO, EQUITY_PERCENT_MAX],
    ['commission_percent', 'from 0 to 100', ZERO - 1n, PERCENT_MAX],
    ['commission_per_order', 'not below 0', ZERO - 1n, null],
    ['commission_per_contract', 'not below 0', ZERO - 1n, null],
    ['margin_long_percent', 'above 0, at most 100', ZERO, PERCENT_MAX],
    ['margin_short_percent', 'above 0, at most 100', ZERO, PERCENT_MAX],
  ] as const;
  for (const [name, range, above, most] of bounds) {
    const wire = settings[name];
    if (wire === undefined) continue;
    const value = decimalFromWire(wire);
    if (value > above && (most === null || value <= most)) continue;
    const detail = `Field "settings.${name}": expected a decimal ${range}, found "${wire}".`;
    return refuseAt(`settings/${name}`, detail);
  }
  if (settings.trade_amount !== undefined && settings.trade_amount_percent !== undefined) {
    const detail = 'Field "settings.trade_amount_percent": expected not beside "trade_amount".';
    return refuseAt('settings/trade_amount_percent', detail);
  }
  return null;
}
