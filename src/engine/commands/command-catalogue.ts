// Every command that a script may call, joined from the families: the one table from which type
// checks, documentation and editor support are made.

import type { CommandDefinition } from '#engine/commands/command.ts';
import { ARRAY_COMMANDS } from '#engine/commands/array-commands.ts';
import { BOT_SETTINGS } from '#engine/commands/bot-settings.ts';
import { CHARTING_LINES } from '#engine/commands/charting-lines.ts';
import { CHARTING_MARKS } from '#engine/commands/charting-marks.ts';
import { CHART_SETTINGS } from '#engine/commands/chart-settings.ts';
import { CUSTOM_COMMANDS } from '#engine/commands/custom-commands.ts';
import { EASY_INDICATORS } from '#engine/commands/easy-indicators.ts';
import { EQUATIONS } from '#engine/commands/equations.ts';
import { FLOW_COMMANDS } from '#engine/commands/flow-commands.ts';
import { INDICATORS_AVERAGES } from '#engine/commands/indicators-averages.ts';
import { INDICATORS_BANDS } from '#engine/commands/indicators-bands.ts';
import { INDICATORS_OSCILLATORS } from '#engine/commands/indicators-oscillators.ts';
import { INDICATORS_STRENGTH } from '#engine/commands/indicators-strength.ts';
import { INDICATORS_STRENGTH_INDEX } from '#engine/commands/indicators-strength-index.ts';
import { INPUT_FIELDS } from '#engine/commands/input-fields.ts';
import { INSURANCES } from '#engine/commands/insurances.ts';
import { MARKET_ACTIVITY } from '#engine/commands/market-activity.ts';
import { MARKET_FACTS } from '#engine/commands/market-facts.ts';
import { MATHEMATICS } from '#engine/commands/mathematics.ts';
import { MEMORY_COMMANDS } from '#engine/commands/memory-commands.ts';
import { ORDER_COMMANDS } from '#engine/commands/order-commands.ts';
import { OUTSIDE_SERVICES } from '#engine/commands/outside-services.ts';
import { POSITION_COMMANDS } from '#engine/commands/position-commands.ts';
import { PRICE_SERIES } from '#engine/commands/price-series.ts';
import { PROFIT_FIGURES } from '#engine/commands/profit-figures.ts';
import { SAFETIES } from '#engine/commands/safeties.ts';
import { SERIES_MATHEMATICS } from '#engine/commands/series-mathematics.ts';
import { SIGNAL_CHANGES } from '#engine/commands/signal-changes.ts';
import { SIGNAL_SOURCES } from '#engine/commands/signal-sources.ts';
import { TEXT_COMMANDS } from '#engine/commands/text-commands.ts';
import { TIME_COMMANDS } from '#engine/commands/time-commands.ts';
import { TRADE_ACTIONS } from '#engine/commands/trade-actions.ts';
import { VARIOUS_COMMANDS } from '#engine/commands/various-commands.ts';
import { WALLET_COMMANDS } from '#engine/commands/wallet-commands.ts';

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
