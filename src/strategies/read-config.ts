// A bot's configuration read for its strategy and its market: every setting by itself, then the
// rules between them. What was read can be written down whole and read again.

import { formatDecimal, parseDecimal } from '#lib/decimal.ts';
import type { Json } from '#lib/json.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Market } from '#venue-port/market/market.ts';
import { tradingTerms } from '#domain/position/trading-terms.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { BracketConfig } from '#strategies/bracket/bracket-config.ts';
import { bracketConfig, bracketProblems } from '#strategies/bracket/bracket-config.ts';
import type { ConfigValues } from '#strategies/config/config-values.ts';
import { editProblems, readValues, writeValues } from '#strategies/config/config-values.ts';
import type { DcaConfig } from '#strategies/dca/dca-config.ts';
import { dcaConfig, dcaProblems } from '#strategies/dca/dca-config.ts';
import type { GridConfig } from '#strategies/grid/grid-config.ts';
import { gridConfig, gridProblems } from '#strategies/grid/grid-config.ts';
import { collapseProblem, profitProblem } from '#strategies/grid/grid-line-problems.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import { STRATEGY_CATALOGUE } from '#strategies/strategy-catalogue.ts';
import type { WebhookConfig } from '#strategies/signal/webhook-config.ts';
import { webhookConfig, webhookProblems } from '#strategies/signal/webhook-config.ts';

export type ConfigRecord = Readonly<Record<string, Json>>;

/** The settings of one kind of strategy, as it reads them. */
export type StrategyRules =
  | { readonly kind: 'grid'; readonly grid: GridConfig }
  | { readonly kind: 'dca'; readonly dca: DcaConfig }
  | { readonly kind: 'webhook'; readonly webhook: WebhookConfig }
  | { readonly kind: 'bracket'; readonly bracket: BracketConfig };

export type ReadConfig = {
  readonly type: StrategyType;
  readonly rules: StrategyRules;
  /** All settings by key, normalised: what is stored and returned. */
  readonly record: ConfigRecord;
};

type Problems = readonly SettingProblem[];

/** All problems are returned at once. `market` is that of `market_tag`. */
export function readConfig(
  type: StrategyType,
  record: ConfigRecord,
  market: Market,
): Result<ReadConfig, Problems> {
  const parsed = parseConfig(type, record);
  if (!parsed.ok) return parsed;
  const problems = rulesProblems(parsed.value.rules, market);
  return problems.length === 0 ? parsed : rejected(problems);
}

/** As it is stored: what a later release has added to it is not known here, and is left out. */
export function readStoredConfig(
  type: StrategyType,
  record: ConfigRecord,
  market: Market,
): Result<ReadConfig, Problems> {
  const { settings } = STRATEGY_CATALOGUE[type];
  const known = Object.entries(record).filter(([name]) => settings.some(({ key }) => key === name));
  return readConfig(type, Object.fromEntries(known), market);
}

/**
 * Each setting by itself, before any market is known; rules between settings are not looked at.
 *
 * @public for what must tell values that cannot be read from plans that cannot be carried out
 */
export function parseConfig(
  type: StrategyType,
  record: ConfigRecord,
): Result<ReadConfig, Problems> {
  const { settings } = STRATEGY_CATALOGUE[type];
  const values = readValues(settings, record);
  if (!values.ok) return values;
  const rules = rulesOf(type, values.value);
  return accepted({ type, rules, record: writeValues(settings, values.value) });
}

/** Without the keys whose value is read as the one that stands: a form sends all that it shows. */
export function changesOf(
  type: StrategyType,
  record: ConfigRecord,
  sent: ConfigRecord,
): ConfigRecord {
  const stands = (key: string): boolean => {
    const [before, after] = [record, { ...record, [key]: sent[key] ?? null }].map((each) => {
      const read = parseConfig(type, each);
      return read.ok ? JSON.stringify(read.value.record[key]) : undefined;
    });
    return before !== undefined && before === after;
  };
  return Object.fromEntries(Object.entries(sent).filter(([key]) => !stands(key)));
}

/** The configuration with some keys changed. On a bot that runs only editable keys may change. */
export function applyEdit(
  type: StrategyType,
  record: ConfigRecord,
  changes: ConfigRecord,
  market: Market,
  isRunning: boolean,
): Result<ReadConfig, Problems> {
  const { settings } = STRATEGY_CATALOGUE[type];
  const problems = isRunning ? editProblems(settings, changes) : [];
  if (problems.length > 0) return rejected(problems);
  const edited = readConfig(type, { ...record, ...changes }, market);
  if (!isRunning || !edited.ok) return edited;
  const lowered = loweredProblem(record, edited.value);
  return lowered === null ? edited : rejected([lowered]);
}

/** What a running grid has invested stays invested. */
function loweredProblem(before: ConfigRecord, { rules }: ReadConfig): SettingProblem | null {
  if (rules.kind !== 'grid') return null;
  const read = rules.grid.investment;
  const { investment } = before;
  const found = typeof investment === 'string' ? parseDecimal(investment) : null;
  if (found === null || read >= found) return null;
  const least = formatDecimal(found);
  const message =
    `"investment" can only be raised while the bot runs, found ${formatDecimal(read)}; ` +
    `the nearest valid value is ${least}`;
  return { key: 'investment', message };
}

function rulesOf(type: StrategyType, values: ConfigValues): StrategyRules {
  switch (type) {
    case 'spot_grid':
    case 'futures_grid':
      return { kind: 'grid', grid: gridConfig(type, values) };
    case 'spot_dollar_cost_averaging':
    case 'futures_dollar_cost_averaging':
      return { kind: 'dca', dca: dcaConfig(type, values) };
    case 'webhook':
      return { kind: 'webhook', webhook: webhookConfig(values) };
    case 'bracket':
      return { kind: 'bracket', bracket: bracketConfig(values) };
  }
}

/** The rules of the settings first; what follows from the lines needs them to hold. */
function allGridProblems(grid: GridConfig, market: Market): Problems {
  const problems = gridProblems(grid, market);
  if (problems.length > 0) return problems;
  const terms = { terms: tradingTerms(market) };
  const problem = collapseProblem(grid, terms) ?? profitProblem(grid, terms);
  return problem === null ? [] : [problem];
}

function rulesProblems(rules: StrategyRules, market: Market): Problems {
  switch (rules.kind) {
    case 'grid':
      return allGridProblems(rules.grid, market);
    case 'dca':
      return dcaProblems(rules.dca, market);
    case 'webhook':
      return webhookProblems(rules.webhook, market);
    case 'bracket':
      return bracketProblems(rules.bracket, market);
  }
}
