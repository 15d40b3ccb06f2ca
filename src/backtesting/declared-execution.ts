// Execution settings that a Pine script declares in `strategy(...)`, where the backtest chooses
// nothing else.

import type { Decimal } from '#lib/decimal.ts';
import { decimalFromFloat } from '#lib/decimal.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { CommissionSettings } from '#backtesting/execution-settings.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import type { PineDeclaration } from '#pine/compile/pine-compiler.ts';

const PLACES = 8;

type DeclaredValues = PineDeclaration['arguments'];

function decimalOf(value: DeclaredValues[string] | undefined): Decimal | null {
  return typeof value === 'number' && value >= 0 ? decimalFromFloat(value, PLACES) : null;
}

function commissionOf(given: DeclaredValues, chosen: CommissionSettings): CommissionSettings {
  const { percent, perOrder, perContract } = chosen;
  if (percent !== null || perOrder !== null || perContract !== null) return chosen;
  const value = decimalOf(given['commission_value']);
  if (value === null) return chosen;
  const type = given['commission_type'] ?? 'percent';
  if (type === 'percent') return { ...chosen, percent: value };
  if (type === 'cash_per_order') return { ...chosen, perOrder: value };
  return type === 'cash_per_contract' ? { ...chosen, perContract: value } : chosen;
}

/** Under the rules of the broker emulator that such a script was written for. */
export function withDeclaredExecution(
  input: BacktestInput,
  { arguments: given }: PineDeclaration,
): BacktestInput {
  const { settings } = input;
  if (settings.rules !== 'tradingview') return input;
  const execution = settings.execution ?? NO_EXECUTION_SETTINGS;
  const { slippage } = given;
  const slips = settings.slippagePercent === null && typeof slippage === 'number' && slippage > 0;
  return {
    ...input,
    settings: {
      ...settings,
      execution: {
        ...execution,
        slippageTicks: execution.slippageTicks ?? (slips ? Math.trunc(slippage) : null),
        commission: commissionOf(given, execution.commission),
        fillsAtClose: execution.fillsAtClose || given['process_orders_on_close'] === true,
        magnifiesBars: execution.magnifiesBars || given['use_bar_magnifier'] === true,
      },
    },
  };
}
