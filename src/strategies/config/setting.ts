// Settings that a strategy offers its user: a setting is data, so that templates, validation and
// edits read one list. Numbers are exact decimals; see config-values.ts for how a choice is read.

import type { Decimal } from '#lib/decimal.ts';

type SettingBase = {
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly description: string;
  /** Whether it may change while the bot runs. */
  readonly isEditable: boolean;
};

/** Bounds are inclusive unless `isAboveLeast` says that the least itself is refused. */
export type NumberSetting = SettingBase & {
  readonly type: 'number';
  /** Null: nothing is chosen; with `isRequired` a choice must be made. */
  readonly default: Decimal | null;
  readonly isRequired: boolean;
  readonly isWhole: boolean;
  /**
   * Written down where something is chosen alone, so that a release that does not know it yet reads
   * all other records.
   */
  readonly isSparse?: true;
  readonly least: Decimal | null;
  readonly isAboveLeast: boolean;
  readonly most: Decimal | null;
};

export type BooleanSetting = SettingBase & { readonly type: 'boolean'; readonly default: boolean };

export type OptionSetting = SettingBase & {
  readonly type: 'option';
  readonly default: string;
  readonly options: readonly string[];
};

export type StringSetting = SettingBase & {
  readonly type: 'string';
  /** What is not required and left out is null. */
  readonly isRequired: boolean;
  readonly pattern: RegExp;
  /** What the pattern means, for people. */
  readonly rule: string;
};

export type StrategySetting = NumberSetting | BooleanSetting | OptionSetting | StringSetting;

/** Why a setting is refused: its key, and the rule with the nearest valid value. */
export type SettingProblem = { readonly key: string; readonly message: string };
