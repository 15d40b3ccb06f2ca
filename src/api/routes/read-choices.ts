// What a request may choose of a simulation, as backtests and labs ask for it.

import { ZERO } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { BacktestChoices } from '#services/backtests/backtest-choices.ts';
import type { Refusal } from '#api/http/answer.ts';
import { refuseAt } from '#api/http/answer.ts';
import type { SettingsWire } from '#api/schemas/backtest.ts';
import { decimalFromWire } from '#api/schemas/wire-values.ts';

/** Refused when a setting is out of its range. */
export function readChoices(
  settings: SettingsWire,
  inputs: Readonly<Record<string, number | string | boolean>>,
): Result<BacktestChoices, Refusal> {
  const refusal = checkSettings(settings);
  if (refusal !== null) return rejected(refusal);
  const optional = (wire: string | undefined) =>
    wire === undefined ? null : decimalFromWire(wire);
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
  });
}

const PERCENT_MAX = decimalFromWire('100');
const LEVERAGE_MAX = decimalFromWire('1000');

function checkSettings(settings: SettingsWire): Refusal | null {
  const bounds = [
    ['slippage_percent', 'from 0 to 100', ZERO - 1n, PERCENT_MAX],
    ['participation_percent', 'above 0, at most 100', ZERO, PERCENT_MAX],
    ['leverage', 'above 0, at most 1000', ZERO, LEVERAGE_MAX],
    ['trade_amount', 'above 0', ZERO, null],
  ] as const;
  for (const [name, range, above, most] of bounds) {
    const wire = settings[name];
    if (wire === undefined) continue;
    const value = decimalFromWire(wire);
    if (value > above && (most === null || value <= most)) continue;
    const detail = `Field "settings.${name}": expected a decimal ${range}, found "${wire}".`;
    return refuseAt(`settings/${name}`, detail);
  }
  return null;
}
