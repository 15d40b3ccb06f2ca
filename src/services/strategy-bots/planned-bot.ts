// A bot of a strategy before it exists: its settings, read for the market and the account that it
// is to trade on.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { StrategyType } from '#domain/strategy/strategy-type.ts';
import type { ReadConfig } from '#strategies/read-config.ts';
import { readConfig } from '#strategies/read-config.ts';
import type { SettingProblem } from '#strategies/config/setting.ts';
import type { StrategyConfig } from '#ports/stores/bot-store.ts';
import type { BotPlace } from '#services/bots/bot-deps.ts';

/** Problems of settings; each names its key, the rule and the nearest valid value. */
export type InvalidConfig = {
  readonly code: 'invalid_config';
  readonly problems: readonly SettingProblem[];
};

export type PlannedBot = BotPlace & { readonly read: ReadConfig };

/** The settings read for where they trade. */
export function planAt(
  place: BotPlace,
  type: StrategyType,
  config: StrategyConfig,
): Result<PlannedBot, InvalidConfig> {
  const read = readConfig(type, config, place.market);
  if (!read.ok) return rejected({ code: 'invalid_config', problems: read.rejection });
  return accepted({ ...place, read: read.value });
}

/** The market of settings as they were sent; empty where they name none. */
export function marketTagOf({ market_tag: sent }: StrategyConfig): string {
  return typeof sent === 'string' ? sent : '';
}

/** `expected` is what the market must be. */
export function noSuchMarket(config: StrategyConfig, expected: string): InvalidConfig {
  const { market_tag: sent } = config;
  const found = sent === undefined ? 'nothing' : JSON.stringify(sent).slice(0, 100);
  const message = `"market_tag" must be ${expected}, found ${found}`;
  return { code: 'invalid_config', problems: [{ key: 'market_tag', message }] };
}
