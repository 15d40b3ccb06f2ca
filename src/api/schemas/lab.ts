// The wire shapes of labs: what is created and configured, and the lab with its execution.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { ListedLab } from '#services/labs/lab-deps.ts';
import { ALGORITHM_WORDS, STATUS_WORDS } from '#services/labs/lab-deps.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';
import type { LabConfig } from '#services/labs/lab-plan.ts';
import { configOf } from '#services/labs/lab-plan.ts';
import {
  ChosenSettingsSchema,
  SettingsSchema,
  settingsToWire,
} from '#api/schemas/backtest-settings.ts';
import {
  ADDITION,
  chartInterval,
  chosenName,
  countFrom,
  flag,
  identifier,
  instantString,
  instantToWire,
  int32,
  nullable,
  nullableInstantToWire,
  oneOf,
  page,
  shape,
  text,
  wholeList,
} from '#api/schemas/wire-values.ts';

const algorithm = oneOf(
  ALGORITHM_WORDS,
  '`brute_force` runs every combination, `intelligent` searches genetically, `random` samples, ' +
    '`cluster` samples and then looks around the best.',
);

const count = (description: string, most: number, example: number) =>
  countFrom(1, most, description, example);

const percent = (description: string, most: number, example: number) =>
  countFrom(0, most, description, example);

const CONFIG_FIELDS = {
  max_population: count('Combinations per generation.', LIMITS.labSearchCountMax, 10),
  max_generations: count('Generations.', LIMITS.labSearchCountMax, 100),
  max_elites: countFrom(
    0,
    LIMITS.labSearchCountMax,
    'Top results carried to the next generation.',
    3,
  ),
};

const LabConfigSchema = shape('LabConfig', 'How large the search is.', {
  ...CONFIG_FIELDS,
  mix_rate: Type.Optional(int32('Percent of genes of the second parent.', 40, ADDITION)),
  adjust_rate: Type.Optional(int32('Percent of genes that change.', 25, ADDITION)),
});

export const LabSchema = shape('LabDetail', 'A lab and its current or last execution.', {
  lab_id: text('Identifier of the lab.', 'lab_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  name: text('What its owner calls it.', 'Lengths of the averages'),
  script_id: text('Script whose inputs are swept.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  algorithm,
  status: oneOf(STATUS_WORDS, 'The last three are the end of an execution.'),
  account_id: nullable(text('Null until configured.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c')),
  market_tag: nullable(text('Null until configured.', 'SIM_BTC_USDT')),
  interval: nullable(int32('Minutes; null until configured.', 60)),
  start_at: nullable(instantString('Start of the window; null before the first start.')),
  end_at: nullable(instantString('End of the window; null before the first start.')),
  started_at: nullable(instantString('When the execution was started.')),
  scheduled_backtests: int32('Backtests that the execution makes.', 1_000),
  completed_backtests: int32('Those of them that are done.', 420),
  parameters_count: int32('Parameters that the lab knows.', 4),
  enabled_parameters_count: int32('Those that are swept.', 2),
  config: nullable(LabConfigSchema),
  settings: nullable(ChosenSettingsSchema),
  out_of_sample_percent: nullable(
    int32('Last part of the window that the search does not see; null until configured.', 30),
    ADDITION,
  ),
  walk_forward_folds: nullable(
    int32('Parts in which the choice is judged; null until configured.', 3),
    ADDITION,
  ),
  cancel_reason: nullable(text('Why the execution stopped early.', 'Cancelled by user')),
  created_at: nullable(instantString('When it was made.')),
  updated_at: nullable(instantString('When it last changed.')),
});
export const LabPageSchema = page('LabPage', LabSchema);

const nameField = chosenName('What to call it.', 'Lengths of the averages');

export const CreateLabSchema = shape('CreateLab', 'A lab to make.', {
  name: nameField,
  script_id: identifier('Script to explore.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
  algorithm: Type.Optional(algorithm),
});

const anyValue = (description: string) =>
  Type.Unsafe<number | string | boolean>({
    anyOf: [{ type: 'number' }, { type: 'string', maxLength: 4_000 }, { type: 'boolean' }],
    description,
    examples: [14],
  });

const RangeSchema = shape('LabRange', 'Evenly spaced numbers, both ends included.', {
  from: Type.Number({ description: 'The first.', examples: [5] }),
  to: Type.Number({ description: 'The last, when a step meets it.', examples: [50] }),
  step: Type.Number({ description: 'Between two; not 0.', examples: [5] }),
});

const ParameterWishSchema = shape('LabParameterWish', 'How one input of the script is used.', {
  key: text('`group.label` of the input, or its label alone.', 'Length'),
  enabled: flag('Whether it is swept.'),
  values: Type.Optional(
    Type.Array(anyValue('A value.'), {
      maxItems: LIMITS.labValuesPerParameterMax,
      description: 'What to sweep.',
      examples: [[10, 20, 50]],
    }),
  ),
  range: Type.Optional(RangeSchema),
  value: Type.Optional(anyValue('What to use when it is not swept.')),
});
export type ParameterWishWire = Static<typeof ParameterWishSchema>;

export const ConfigureLabSchema = shape('ConfigureLab', 'What a lab searches, and how.', {
  name: Type.Optional(nameField),
  algorithm,
  account_id: identifier(
    'Account whose fees and wallet it uses.',
    'acc_01jd3f8k2m5q7r9t1v3x5z7b9c',
  ),
  market_tag: identifier("A market of the account's exchange.", 'SIM_BTC_USDT'),
  interval: chartInterval('Chart interval in minutes.', 60),
  config: Type.Optional(
    shape('ConfigureLabConfig', 'How large the search is.', {
      ...CONFIG_FIELDS,
      mix_rate: Type.Optional(percent('Percent of genes of the second parent; 40.', 100, 40)),
      adjust_rate: Type.Optional(percent('Percent of genes that change; 25.', 100, 25)),
    }),
  ),
  settings: Type.Optional(SettingsSchema),
  out_of_sample_percent: Type.Optional(
    percent('Last part of the window that the search does not see; 30.', 90, 30),
  ),
  walk_forward_folds: Type.Optional(
    percent('Parts in which to judge what the parts before chose; 0: none.', 11, 3),
  ),
  parameters: Type.Array(ParameterWishSchema, {
    maxItems: LIMITS.labParametersMax,
    description: 'Inputs of the script; those left out keep their defaults and stay listed.',
    examples: [[{ key: 'Length', enabled: true, range: { from: 5, to: 50, step: 5 } }]],
  }),
});
export type ConfigureLabWire = Static<typeof ConfigureLabSchema>;

export const StartLabSchema = shape('StartLab', 'The window to search over.', {
  start_at: instantString('Start of the window.'),
  end_at: instantString('End of the window, after its start.', '2026-11-21T11:00:00.000Z'),
});

const ParameterSchema = shape('LabParameter', 'An input of the script as the lab uses it.', {
  key: text('`group.label` of the input, or its label alone.', 'Length'),
  kind: text('Kind of value.', 'number'),
  enabled: flag('Whether it is swept.'),
  ordered: flag('Whether neighbouring values are alike.'),
  values: Type.Array(anyValue('A value.'), { description: 'What is swept.' }),
  value: nullable(anyValue("What is used when it is not swept; null: the script's default.")),
});
export const LabParametersSchema = wholeList('LabParameters', ParameterSchema);

export function labToWire(lab: ListedLab): Static<typeof LabSchema> {
  const { design, execution } = lab;
  const config = configOf(lab);
  return {
    lab_id: lab.labId,
    name: design.name,
    script_id: design.scriptId,
    algorithm: design.algorithm,
    status: lab.status,
    account_id: design.accountId,
    market_tag: design.marketTag,
    interval: design.intervalMinutes,
    start_at: nullableInstantToWire(execution?.startMs ?? null),
    end_at: nullableInstantToWire(execution?.endMs ?? null),
    started_at: nullableInstantToWire(execution?.startedAtMs ?? null),
    scheduled_backtests: execution?.scheduledCount ?? 0,
    completed_backtests: execution?.completedCount ?? 0,
    parameters_count: design.parametersCount,
    enabled_parameters_count: design.enabledParametersCount,
    config: configToWire(config),
    ...choicesToWire(config),
    cancel_reason: execution?.cancelReason ?? null,
    created_at: instantToWire(lab.createdAtMs),
    updated_at: instantToWire(lab.updatedAtMs),
  };
}

function choicesToWire(config: LabConfig | null) {
  return {
    settings: config === null ? null : settingsToWire(config.choices),
    out_of_sample_percent: config?.outOfSamplePercent ?? null,
    walk_forward_folds: config?.walkForwardFolds ?? null,
  };
}

function configToWire(config: LabConfig | null): Static<typeof LabConfigSchema> | null {
  if (config === null) return null;
  const { search } = config;
  return {
    max_population: search.populationMax,
    max_generations: search.generationsMax,
    max_elites: search.elitesMax,
    mix_rate: search.mixPercent,
    adjust_rate: search.adjustPercent,
  };
}

export function parameterToWire(parameter: LabParameter): Static<typeof ParameterSchema> {
  return {
    key: parameter.key,
    kind: parameter.kind,
    enabled: parameter.isEnabled,
    ordered: parameter.isOrdered,
    values: [...parameter.values],
    value: parameter.fixedValue,
  };
}
