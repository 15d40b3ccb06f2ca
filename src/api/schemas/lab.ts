// The wire shapes of labs: what is created and configured, and the lab with its execution.

import Type from 'typebox';
import type { Static } from 'typebox';
import { LIMITS } from '#lib/limits.ts';
import type { ListedLab } from '#services/labs/lab-deps.ts';
import { ALGORITHM_WORDS, STATUS_WORDS } from '#services/labs/lab-deps.ts';
import type { LabParameter } from '#services/labs/lab-parameters.ts';
import type { LabConfig } from '#services/labs/lab-plan.ts';
import { configOf } from '#services/labs/lab-plan.ts';
import { CHOSEN_SETTINGS, SettingsSchema } from '#api/schemas/backtest-settings.ts';
import {
  chosenField,
  field,
  nullableInstantField,
  nullableShapeField,
  shapeOf,
  derivedFrom,
  pageOf,
  listOf,
} from '#api/schemas/field-codec.ts';
import {
  ADDITION,
  chartInterval,
  chosenName,
  countFrom,
  flag,
  identifier,
  instantString,
  int32,
  nullable,
  oneOf,
  shape,
  text,
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

const CONFIG = shapeOf<LabConfig['search']>()('LabConfig', 'How large the search is.', {
  max_population: field(CONFIG_FIELDS.max_population, (of) => of.populationMax),
  max_generations: field(CONFIG_FIELDS.max_generations, (of) => of.generationsMax),
  max_elites: field(CONFIG_FIELDS.max_elites, (of) => of.elitesMax),
  mix_rate: chosenField(
    Type.Optional(int32('Percent of genes of the second parent.', 40, ADDITION)),
    (of) => of.mixPercent,
  ),
  adjust_rate: chosenField(
    Type.Optional(int32('Percent of genes that change.', 25, ADDITION)),
    (of) => of.adjustPercent,
  ),
});

/** `config` is null until the lab is configured. */
type ShownLab = ListedLab & { readonly config: LabConfig | null };

const SHOWN_LAB = shapeOf<ShownLab>()('LabDetail', 'A lab and its current or last execution.', {
  lab_id: field(text('Identifier of the lab.', 'lab_01jd3f8k2m5q7r9t1v3x5z7b9c'), (of) => of.labId),
  name: field(
    text('What its owner calls it.', 'Lengths of the averages'),
    ({ design }) => design.name,
  ),
  script_id: field(
    text('Script whose inputs are swept.', 'scr_01jd3f8k2m5q7r9t1v3x5z7b9c'),
    ({ design }) => design.scriptId,
  ),
  algorithm: field(algorithm, ({ design }) => design.algorithm),
  status: field(
    oneOf(STATUS_WORDS, 'The last three are the end of an execution.'),
    (of) => of.status,
  ),
  account_id: field(
    nullable(text('Null until configured.', 'acc_01jd3f8k2m5q7r9t1v3x5z7b9c')),
    ({ design }) => design.accountId,
  ),
  market_tag: field(
    nullable(text('Null until configured.', 'SIM_BTC_USDT')),
    ({ design }) => design.marketTag,
  ),
  further_markets: field(
    Type.Array(text('Market.', 'SIM_ETH_USDT'), {
      ...ADDITION,
      description: 'On which each set of inputs is run as well.',
    }),
    ({ config }) => [...(config?.furtherMarkets ?? [])],
  ),
  interval: field(
    nullable(int32('Minutes; null until configured.', 60)),
    ({ design }) => design.intervalMinutes,
  ),
  start_at: nullableInstantField(
    'Start of the window; null before the first start.',
    ({ execution }) => execution?.startMs ?? null,
  ),
  end_at: nullableInstantField(
    'End of the window; null before the first start.',
    ({ execution }) => execution?.endMs ?? null,
  ),
  started_at: nullableInstantField(
    'When the execution was started.',
    ({ execution }) => execution?.startedAtMs ?? null,
  ),
  scheduled_backtests: field(
    int32('Backtests that the execution makes.', 1_000),
    ({ execution }) => execution?.scheduledCount ?? 0,
  ),
  completed_backtests: field(
    int32('Those of them that are done.', 420),
    ({ execution }) => execution?.completedCount ?? 0,
  ),
  parameters_count: field(
    int32('Parameters that the lab knows.', 4),
    ({ design }) => design.parametersCount,
  ),
  enabled_parameters_count: field(
    int32('Those that are swept.', 2),
    ({ design }) => design.enabledParametersCount,
  ),
  config: nullableShapeField(CONFIG, ({ config }) => config?.search ?? null),
  settings: nullableShapeField(CHOSEN_SETTINGS, ({ config }) => config?.choices ?? null),
  out_of_sample_percent: field(
    nullable(
      int32('Last part of the window that the search does not see; null until configured.', 30),
      ADDITION,
    ),
    ({ config }) => config?.outOfSamplePercent ?? null,
  ),
  walk_forward_folds: field(
    nullable(int32('Parts in which the choice is judged; null until configured.', 3), ADDITION),
    ({ config }) => config?.walkForwardFolds ?? null,
  ),
  cancel_reason: field(
    nullable(text('Why the execution stopped early.', 'Cancelled by user')),
    ({ execution }) => execution?.cancelReason ?? null,
  ),
  created_at: nullableInstantField('When it was made.', (of) => of.createdAtMs),
  updated_at: nullableInstantField('When it last changed.', (of) => of.updatedAtMs),
});
const LAB = derivedFrom(SHOWN_LAB, (lab: ListedLab) => ({ ...lab, config: configOf(lab) }));
export const LabSchema = LAB.schema;
export const labToWire = LAB.toWire;
export const LAB_PAGE = pageOf('LabPage', LAB);

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
  further_markets: Type.Optional(
    Type.Array(identifier('A market in the same currency.', 'SIM_ETH_USDT'), {
      maxItems: LIMITS.labMarketsMax - 1,
      description: 'On which each set of inputs is run as well, with the same wallet.',
    }),
  ),
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

const PARAMETER = shapeOf<LabParameter>()(
  'LabParameter',
  'An input of the script as the lab uses it.',
  {
    key: field(text('`group.label` of the input, or its label alone.', 'Length'), (of) => of.key),
    kind: field(text('Kind of value.', 'number'), (of) => of.kind),
    enabled: field(flag('Whether it is swept.'), (of) => of.isEnabled),
    ordered: field(flag('Whether neighbouring values are alike.'), (of) => of.isOrdered),
    values: field(Type.Array(anyValue('A value.'), { description: 'What is swept.' }), (of) => [
      ...of.values,
    ]),
    value: field(
      nullable(anyValue("What is used when it is not swept; null: the script's default.")),
      (of) => of.fixedValue,
    ),
  },
);
export const LAB_PARAMETERS = listOf('LabParameters', PARAMETER);
