// A strategy's template as partners read it: its settings with kinds, defaults and options.

import { formatDecimal, ONE } from '#lib/decimal.ts';
import type { StrategySetting } from '#strategies/config/setting.ts';
import type { StrategyTemplate } from '#strategies/strategy-catalogue.ts';

export function writeTemplate({ type, name, description, settings }: StrategyTemplate) {
  return { type, name, description, settings: settings.map(writeSetting) };
}

function writeSetting(setting: StrategySetting) {
  const { key, group, name, description, type, isEditable } = setting;
  return {
    key,
    group,
    name,
    description,
    type,
    default: defaultOf(setting),
    editable: isEditable,
    options: setting.type === 'option' ? [...setting.options] : [],
    ...rulesOf(setting),
  };
}

/** What a choice must keep to. */
function rulesOf(setting: StrategySetting) {
  const required = 'isRequired' in setting && setting.isRequired;
  if (setting.type !== 'number') return { required, ...NO_BOUNDS };
  const { isAboveLeast, isWhole, least, most } = setting;
  return {
    required,
    whole: isWhole,
    minimum: least === null ? null : formatDecimal(least),
    above_minimum: isAboveLeast,
    maximum: most === null ? null : formatDecimal(most),
  };
}

const NO_BOUNDS = { whole: false, minimum: null, above_minimum: false, maximum: null } as const;

function defaultOf(setting: StrategySetting): string | number | boolean | null {
  if (setting.type === 'string' || setting.default === null) return null;
  if (setting.type !== 'number') return setting.default;
  return setting.isWhole ? Number(setting.default / ONE) : formatDecimal(setting.default);
}
