// A bot as a row of the table `bots`.

import { decimalFromColumn } from '#adapters/postgres/rows/decimal-column.ts';
import { present } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import type { BracketColumn } from '#adapters/postgres/rows/bracket-column.ts';
import { bracketFromColumn, bracketText } from '#adapters/postgres/rows/bracket-column.ts';
import type { PairsColumn } from '#adapters/postgres/rows/pairs-column.ts';
import { pairsFromColumn, pairsText } from '#adapters/postgres/rows/pairs-column.ts';
import type { Stopper } from '#domain/risk/stopper.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type {
  Bot,
  BotBrain,
  BotSettings,
  LoadedBrain,
  StrategyBrain,
  StrategyConfig,
} from '#ports/stores/bot-store.ts';

type SettingsColumn = Omit<BotSettings, 'leverage' | 'tradeAmountQuote' | 'tradeAmountPercent'> & {
  readonly leverage: string | null;
  readonly tradeAmountQuote: string | null;
  readonly tradeAmountPercent?: string;
};

export type BotRow = {
  readonly bot_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly account_id: string;
  readonly market_tag: string | null;
  /** Null where the brain is a strategy; else the next two are. */
  readonly script_id: string | null;
  readonly strategy: StrategyType | null;
  readonly strategy_config: StrategyConfig | null;
  readonly settings: SettingsColumn;
  readonly is_activated: boolean;
  readonly is_paused: boolean;
  readonly realized_profit: string;
  readonly unrealized_profit: string;
  readonly roi_percent: string;
  readonly earlier_profit: string;
  readonly profit_currency: string | null;
  readonly pairs: PairsColumn | null;
  readonly bracket: BracketColumn | null;
  readonly activation: number;
  readonly activated_at_ms: number | null;
  readonly stop_reason: string | null;
  readonly stopped_by: Stopper | null;
  readonly starts_anew: boolean;
  readonly created_at_ms: number;
};

/** All columns by name: a prepared statement must not change its result when one is added. */
export const BOT_COLUMNS = [
  'bot_id',
  'user_id',
  'name',
  'account_id',
  'market_tag',
  'script_id',
  'strategy',
  'strategy_config',
  'settings',
  'is_activated',
  'is_paused',
  'realized_profit',
  'unrealized_profit',
  'roi_percent',
  'earlier_profit',
  'profit_currency',
  'pairs',
  'bracket',
  'activation',
  'activated_at_ms',
  'stop_reason',
  'stopped_by',
  'starts_anew',
  'created_at_ms',
] as const satisfies readonly (keyof BotRow)[];

/** Bot of a row; amounts are exact. */
export function botFromRow(row: BotRow): Bot {
  return {
    botId: row.bot_id,
    userId: row.user_id,
    name: row.name,
    accountId: row.account_id,
    marketTag: row.market_tag,
    brain: brainFromRow(row),
    settings: settingsFromColumn(row.settings),
    isActivated: row.is_activated,
    isPaused: row.is_paused,
    realizedProfit: decimalFromColumn(row.realized_profit),
    unrealizedProfit: decimalFromColumn(row.unrealized_profit),
    roiPercent: decimalFromColumn(row.roi_percent),
    earlierProfit: decimalFromColumn(row.earlier_profit),
    profitCurrency: row.profit_currency,
    pairs: pairsFromColumn(row.pairs),
    bracket: bracketFromColumn(row.bracket),
    activation: row.activation,
    activatedAtMs: row.activated_at_ms,
    stopReason: row.stop_reason,
    stoppedBy: row.stopped_by,
    startsAnew: row.starts_anew,
    createdAtMs: row.created_at_ms,
  };
}

/** Values in the order of BOT_COLUMNS. */
export function botValues(bot: Bot): readonly unknown[] {
  const { brain } = bot;
  return [
    bot.botId,
    bot.userId,
    bot.name,
    bot.accountId,
    bot.marketTag,
    brain.kind === 'script' ? brain.scriptId : null,
    brain.kind === 'strategy' ? brain.type : null,
    brain.kind === 'strategy' ? JSON.stringify(brain.config) : null,
    settingsText(bot.settings),
    bot.isActivated,
    bot.isPaused,
    formatDecimal(bot.realizedProfit),
    formatDecimal(bot.unrealizedProfit),
    formatDecimal(bot.roiPercent),
    formatDecimal(bot.earlierProfit),
    bot.profitCurrency,
    pairsText(bot.pairs),
    bracketText(bot.bracket),
    bot.activation,
    bot.activatedAtMs,
    bot.stopReason,
    bot.stoppedBy,
    bot.startsAnew,
    bot.createdAtMs,
  ];
}

/** Texts of users may hold what a text column cannot. */
export function loadedToColumn(loaded: LoadedBrain): Buffer {
  return Buffer.from(JSON.stringify(loaded), 'utf8');
}

/** Loaded brain of its stored bytes, also in the form of older releases. */
export function loadedFromColumn(bytes: Uint8Array): LoadedBrain {
  const loaded = JSON.parse(Buffer.from(bytes).toString('utf8')) as object;
  // What was written before there were strategies is a script without a kind.
  return { kind: 'script', ...loaded } as LoadedBrain;
}

function brainFromRow(row: BotRow): BotBrain {
  const { script_id } = row;
  return script_id === null ? strategyFromRow(row) : { kind: 'script', scriptId: script_id };
}

/** Of a bot without a script. */
export function strategyFromRow({
  strategy,
  strategy_config,
}: Pick<BotRow, 'strategy' | 'strategy_config'>): StrategyBrain {
  const type = present(strategy, 'a bot has a script or a strategy');
  return { kind: 'strategy', type, config: strategy_config ?? {} };
}

/** Text of the column `settings`; amounts are exact decimals. */
export function settingsText(settings: BotSettings): string {
  const { leverage, tradeAmountQuote, tradeAmountPercent: percent, ...rest } = settings;
  const column: SettingsColumn = {
    ...rest,
    leverage: leverage === null ? null : formatDecimal(leverage),
    tradeAmountQuote: tradeAmountQuote === null ? null : formatDecimal(tradeAmountQuote),
    ...(percent === undefined ? {} : { tradeAmountPercent: formatDecimal(percent) }),
  };
  return JSON.stringify(column);
}

function settingsFromColumn(column: SettingsColumn): BotSettings {
  const { leverage, tradeAmountQuote, tradeAmountPercent: percent, ...rest } = column;
  return {
    ...rest,
    leverage: leverage === null ? null : decimalFromColumn(leverage),
    tradeAmountQuote: tradeAmountQuote === null ? null : decimalFromColumn(tradeAmountQuote),
    ...(percent === undefined ? {} : { tradeAmountPercent: decimalFromColumn(percent) }),
  };
}
