// Every command that a script may call, joined from the families: the one table from which type
// checks, documentation and editor support are made.

import type { CommandDefinition } from '#commands/definition/command.ts';
import { ARRAY_COMMANDS } from '#commands/arrays/array-commands.ts';
import { BOT_SETTINGS } from '#commands/settings/bot-settings.ts';
import { CHARTING_LINES } from '#commands/charting/charting-lines.ts';
import { CHARTING_MARKS } from '#commands/charting/charting-marks.ts';
import { CHART_SETTINGS } from '#commands/charting/chart-settings.ts';
import { CUSTOM_COMMANDS } from '#commands/custom/custom-commands.ts';
import { EASY_INDICATORS } from '#commands/easy-indicators/easy-indicators.ts';
import { EQUATIONS } from '#commands/equations/equations.ts';
import { FLOW_COMMANDS } from '#commands/flow/flow-commands.ts';
import { INDICATORS_AVERAGES } from '#commands/indicators/indicators-averages.ts';
import { INDICATORS_BANDS } from '#commands/indicators/indicators-bands.ts';
import { INDICATORS_OSCILLATORS } from '#commands/indicators/indicators-oscillators.ts';
import { INDICATORS_STRENGTH } from '#commands/indicators/indicators-strength.ts';
import { INDICATORS_STRENGTH_INDEX } from '#commands/indicators/indicators-strength-index.ts';
import { OWN_INDICATORS } from '#commands/indicators/own-indicators.ts';
import { INPUT_FIELDS } from '#commands/inputs/input-fields.ts';
import { INSURANCES } from '#commands/insurances/insurances.ts';
import { MARKET_ACTIVITY } from '#commands/markets/market-activity.ts';
import { MARKET_FACTS } from '#commands/markets/market-facts.ts';
import { MATHEMATICS } from '#commands/mathematics/mathematics.ts';
import { MEMORY_COMMANDS } from '#commands/memory/memory-commands.ts';
import { ORDER_COMMANDS } from '#commands/orders/order-commands.ts';
import { OUTSIDE_SERVICES } from '#commands/outside/outside-services.ts';
import { POSITION_COMMANDS } from '#commands/positions/position-commands.ts';
import { PRICE_SERIES } from '#commands/prices/price-series.ts';
import { PROFIT_FIGURES } from '#commands/profit/profit-figures.ts';
import { SAFETIES } from '#commands/safeties/safeties.ts';
import { SERIES_MATHEMATICS } from '#commands/series/series-mathematics.ts';
import { SIGNAL_CHANGES } from '#commands/signals/signal-changes.ts';
import { SIGNAL_SOURCES } from '#commands/signals/signal-sources.ts';
import { TEXT_COMMANDS } from '#commands/text/text-commands.ts';
import { TIME_COMMANDS } from '#commands/time/time-commands.ts';
import { TRADE_ACTIONS } from '#commands/trade-actions/trade-actions.ts';
import { VARIOUS_COMMANDS } from '#commands/various/various-commands.ts';
import { WALLET_COMMANDS } from '#commands/wallet/wallet-commands.ts';

export const COMMAND_CATALOGUE: readonly CommandDefinition[] = [
  ...ARRAY_COMMANDS,
  ...BOT_SETTINGS,
  ...CHART_SETTINGS,
  ...CHARTING_LINES,
  ...CHARTING_MARKS,
  ...CUSTOM_COMMANDS,
  ...EASY_INDICATORS,
  ...EQUATIONS,
  ...FLOW_COMMANDS,
  ...INDICATORS_AVERAGES,
  ...INDICATORS_BANDS,
  ...INDICATORS_OSCILLATORS,
  ...INDICATORS_STRENGTH_INDEX,
  ...INDICATORS_STRENGTH,
  ...OWN_INDICATORS,
  ...INPUT_FIELDS,
  ...INSURANCES,
  ...MARKET_ACTIVITY,
  ...MARKET_FACTS,
  ...MATHEMATICS,
  ...MEMORY_COMMANDS,
  ...ORDER_COMMANDS,
  ...OUTSIDE_SERVICES,
  ...POSITION_COMMANDS,
  ...PRICE_SERIES,
  ...PROFIT_FIGURES,
  ...SAFETIES,
  ...SERIES_MATHEMATICS,
  ...SIGNAL_CHANGES,
  ...SIGNAL_SOURCES,
  ...TEXT_COMMANDS,
  ...TIME_COMMANDS,
  ...TRADE_ACTIONS,
  ...VARIOUS_COMMANDS,
  ...WALLET_COMMANDS,
];
