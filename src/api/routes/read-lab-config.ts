// Configuration of a lab, as a request sends it and the service takes it.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { ParameterWish } from '#services/labs/lab-parameters.ts';
import type { LabConfig } from '#services/labs/lab-plan.ts';
import { DEFAULT_SEARCH, OUT_OF_SAMPLE_PERCENT } from '#services/labs/lab-plan.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuseAt } from '#api/http/responses/api-response.ts';
import { readChoices } from '#api/routes/read-choices.ts';
import type { ConfigureLabWire, ParameterWishWire } from '#api/schemas/lab.ts';

/**
 * Configuration of a body; refuses contradictory parameters and bad settings. Defaults are filled
 * in.
 */
export function readLabConfig(body: ConfigureLabWire): Result<LabConfig, Refusal> {
  const both = body.parameters.findIndex(
    ({ range, values }) => range !== undefined && values !== undefined,
  );
  if (both >= 0) {
    const detail = `Field "parameters[${both}]": expected "values" or "range", found both.`;
    return rejected(refuseAt(`parameters/${both}`, detail));
  }
  const choices = readChoices(body.settings ?? {}, {});
  if (!choices.ok) return choices;
  const { config } = body;
  return accepted({
    search:
      config === undefined
        ? DEFAULT_SEARCH
        : {
            populationMax: config.max_population,
            generationsMax: config.max_generations,
            elitesMax: config.max_elites,
            mixPercent: config.mix_rate ?? DEFAULT_SEARCH.mixPercent,
            adjustPercent: config.adjust_rate ?? DEFAULT_SEARCH.adjustPercent,
          },
    choices: choices.value,
    outOfSamplePercent: body.out_of_sample_percent ?? OUT_OF_SAMPLE_PERCENT,
    walkForwardFolds: body.walk_forward_folds ?? 0,
    ...(body.further_markets === undefined ? {} : { furtherMarkets: body.further_markets }),
  });
}

/** Wishes of a body, with null for what they leave out. */
export function readWishes(wishes: readonly ParameterWishWire[]): readonly ParameterWish[] {
  return wishes.map(({ enabled, key, range, value, values }) => ({
    key,
    isEnabled: enabled,
    values: values ?? null,
    range: range ?? null,
    fixedValue: value ?? null,
  }));
}
