// Capital and execution settings that a Pine script declares in `strategy(...)`, where the backtest
// chooses nothing else.

import type { Decimal } from '#lib/decimal.ts';
import { decimal, decimalFromFloat, divideDecimal, ZERO } from '#lib/decimal.ts';
import { settlementCurrencyOf } from '#venue-port/market/market-grid.ts';
import { priceAt } from '#backtesting/price-at.ts';
import type { BacktestInput } from '#backtesting/backtest.ts';
import type { CommissionSettings } from '#backtesting/execution-settings.ts';
import { NO_EXECUTION_SETTINGS } from '#backtesting/execution-settings.ts';
import type { PineDeclaration } from '#pine/compile/pine-compiler.ts';

const PLACES = 8;

type DeclaredValues = PineDeclaration['arguments'];

function decimalOf(value: DeclaredValues[string] | undefined): Decimal | null {
  return typeof value === 'number' && value >= 0 ? decimalFromFloat(value, PLACES) : null;
}

/** The emulator charges nothing where a strategy declares nothing. */
const USUAL_COMMISSION = 0;

function commissionOf(given: DeclaredValues, chosen: CommissionSettings): CommissionSettings {
  const { percent, perOrder, perContract } = chosen;
  if (percent !== null || perOrder !== null || perContract !== null) return chosen;
  const value = decimalOf(given['commission_value'] ?? USUAL_COMMISSION);
  if (value === null) return chosen;
  const type = given['commission_type'] ?? 'percent';
  if (type === 'percent') return { ...chosen, percent: value };
  // In place of the market's fees, not besides them.
  if (type === 'cash_per_order') return { ...chosen, percent: ZERO, perOrder: value };
  return type === 'cash_per_contract' ? { ...chosen, percent: ZERO, perContract: value } : chosen;
}

const EMULATED_LEVERAGE = decimal('1000000');

/** What a strategy begins with where it does not say so. */
const USUAL_CAPITAL = 1_000_000;

/** The capital, and nothing else, in the currency that the market settles in. */
function withCapital(input: BacktestInput, given: DeclaredValues): BacktestInput {
  const capital = decimalOf(given['initial_capital'] ?? USUAL_CAPITAL);
  const [trade] = input.markets;
  if (input.hasUsualWallet !== true || capital === null || trade === undefined) return input;
  const { market } = trade;
  const currency = settlementCurrencyOf(market);
  const price = priceAt(trade, input.startMs);
  const isInBase = currency !== market.quote && price > ZERO;
  const amount = isInBase ? divideDecimal(capital, price, 'floor') : capital;
  const settings = { ...input.settings, initialCapital: amount };
  return { ...input, settings, wallet: [{ currency, amount }] };
}

/** Version 6 has margin where nothing is declared, version 5 none. */
function marginOf(declared: DeclaredValues[string] | undefined, version: 5 | 6): Decimal | null {
  const percent = declared ?? (version === 6 ? 100 : 0);
  return percent === 0 ? null : decimalOf(percent);
}

/** Under the rules of the broker emulator that such a script was written for. */
export function withDeclaredExecution(
  undeclared: BacktestInput,
  { arguments: given, kind }: PineDeclaration,
  version: 5 | 6,
): BacktestInput {
  const input = withCapital(undeclared, given);
  const { settings } = input;
  if (settings.rules !== 'tradingview') return input;
  const execution = settings.execution ?? NO_EXECUTION_SETTINGS;
  const { slippage, backtest_fill_limits_assumption: through } = given;
  const slips = settings.slippagePercent === null && typeof slippage === 'number' && slippage > 0;
  return {
    ...input,
    settings: {
      ...settings,
      // The emulator lends what the margin of the script does not ask for.
      leverage: kind === 'strategy' ? EMULATED_LEVERAGE : settings.leverage,
      execution: {
        ...execution,
        slippageTicks: execution.slippageTicks ?? (slips ? Math.trunc(slippage) : null),
        commission: commissionOf(given, execution.commission),
        fillsAtClose: execution.fillsAtClose || given['process_orders_on_close'] === true,
        magnifiesBars: execution.magnifiesBars || given['use_bar_magnifier'] === true,
        marginLongPercent: execution.marginLongPercent ?? marginOf(given['margin_long'], version),
        marginShortPercent:
          execution.marginShortPercent ?? marginOf(given['margin_short'], version),
        ...(typeof through === 'number' && through > 0
          ? { limitThroughTicks: Math.trunc(through) }
          : {}),
      },
    },
  };
}
