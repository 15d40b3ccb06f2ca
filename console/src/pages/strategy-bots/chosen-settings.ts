// The settings of a strategy as a form holds them, and as they are sent.

import type { PartnerStrategySetting } from '@tidemill/client';
import { ApiProblemError } from '@tidemill/client';
import type { StrategyConfig, StrategyType } from '../../api/strategy-queries.ts';

/** By key; an empty text: nothing is chosen. */
export type ChosenSettings = Readonly<Record<string, string | boolean>>;

/** Groups that are shown at once beside those in which something must be chosen. */
const MAIN_GROUPS: readonly (string | null)[] = ['range', 'profit'];

/** Which market it is has a field of its own. */
export function offeredSettings(settings: readonly PartnerStrategySetting[]) {
  return settings.filter(({ key }) => key !== 'market_tag');
}

/** What is shown at once, and what is behind a fold: most bots leave it as it is. */
export function mainAndMore(settings: readonly PartnerStrategySetting[]) {
  const offered = offeredSettings(settings);
  const needed = offered.filter(({ required }) => required).map(({ group }) => group);
  const isMain = ({ group }: PartnerStrategySetting): boolean =>
    needed.includes(group) || MAIN_GROUPS.includes(group);
  return { main: offered.filter(isMain), more: offered.filter((of) => !isMain(of)) };
}

/** What stands in the fields at first: the value of each setting, or its default. */
export function shownSettings(
  settings: readonly PartnerStrategySetting[],
  values: Readonly<Record<string, unknown>>,
): ChosenSettings {
  return Object.fromEntries(
    offeredSettings(settings).map(({ key, default: standard }) => {
      const value = values[key] ?? standard;
      return [key, fieldOf(value)];
    }),
  );
}

function fieldOf(value: unknown): string | boolean {
  if (typeof value === 'boolean') return value;
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What the address holds of a form: each field that does not stand at its default. */
export function retainedSettings(
  settings: readonly PartnerStrategySetting[],
  chosen: ChosenSettings,
): ChosenSettings {
  const standard = shownSettings(settings, {});
  return Object.fromEntries(
    Object.entries(chosen).filter(([key, value]) => value !== standard[key]),
  );
}

/** As it is sent: what is empty is null, which means that nothing is chosen. */
export function configOf(chosen: ChosenSettings, marketTag: string): StrategyConfig {
  const entries = Object.entries(chosen).flatMap(([key, value]) =>
    value === '' ? [] : [[key, value] as const],
  );
  return { market_tag: marketTag, ...Object.fromEntries(entries) };
}

/** Keys whose fields differ from what they showed. */
export function changesOf(before: ChosenSettings, after: ChosenSettings): StrategyConfig {
  const changed = Object.entries(after).filter(([key, value]) => before[key] !== value);
  return Object.fromEntries(changed.map(([key, value]) => [key, value === '' ? null : value]));
}

export type Start = {
  readonly price: number;
  readonly priceDecimals: number;
  /** Free money of the account in the currency that the market is paid in. */
  readonly free: number;
  /** Prices of the last days; null where they are not known. */
  readonly range: { readonly low: number; readonly high: number } | null;
};

/** Something that works on this account at this price, to be changed from there. */
export function usualSettings(
  type: StrategyType,
  { price, priceDecimals, free, range }: Start,
): ChosenSettings {
  const text = (of: number): string => of.toFixed(priceDecimals);
  // What the price went through, and today's price inside of it.
  const low = Math.min(range?.low ?? price * 0.9, price * 0.99);
  const high = Math.max(range?.high ?? price * 1.1, price * 1.01);
  const money = (share: number, most: number): string =>
    String(Math.floor(Math.min(free * share, most)));
  switch (type) {
    case 'spot_grid':
    case 'futures_grid':
      return { lower_price: text(low), upper_price: text(high), investment: money(0.2, 1_000) };
    case 'spot_dollar_cost_averaging':
    case 'futures_dollar_cost_averaging':
      return { base_order_size: money(0.05, 100), averaging_order_size: money(0.05, 100) };
    case 'webhook':
      return { signal_token: crypto.randomUUID().slice(0, 8), order_size: money(0.05, 100) };
  }
}

/** What is wrong, by the key of the setting. */
export type Wrongs = Readonly<Record<string, string>>;

/** Problems by setting, each as a sentence; of several at one the last. */
export function wrongsOf(
  problems: readonly { readonly key: string; readonly message: string }[],
): Wrongs {
  return Object.fromEntries(problems.map(({ key, message }) => [key, sentenceOf(key, message)]));
}

/** Those of a refusal, which names each setting by a pointer. */
export function wrongsIn(error: unknown): Wrongs {
  if (!(error instanceof ApiProblemError)) return {};
  const found = (error.problem.errors ?? []).flatMap(({ pointer, detail }) => {
    const key = /^#\/config\/(.+)$/.exec(pointer ?? '')?.[1];
    return key === undefined ? [] : [{ key, message: detail.replace(/^Setting |\.$/g, '') }];
  });
  return wrongsOf(found);
}

/** The field has the name of the setting already. */
function sentenceOf(key: string, message: string): string {
  const text = message.replace(`"${key}" `, '');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
