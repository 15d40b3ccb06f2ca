// `tidemill labs configure`: where a lab trades, what it sweeps, and how large its search is.

import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { configureLab } from '#services/labs/configure-lab.ts';
import type { LabAlgorithm } from '#services/labs/lab-deps.ts';
import { ALGORITHM_WORDS } from '#services/labs/lab-deps.ts';
import type { ParameterWish } from '#services/labs/lab-parameters.ts';
import { DEFAULT_SEARCH, OUT_OF_SAMPLE_PERCENT } from '#services/labs/lab-plan.ts';
import { NO_CHOICES } from '#services/backtests/backtest-choices.ts';
import { baseCommand } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import type { LabOptions } from '#cli/labs-text.ts';
import { asUser, refused, showLab } from '#cli/labs-text.ts';

type Options = LabOptions & {
  algorithm: LabAlgorithm;
  account: string;
  market: string;
  interval: number;
  sweep: readonly ParameterWish[];
  fix: readonly ParameterWish[];
  population: number;
  generations: number;
  elites: number;
  outOfSample: number;
  folds: number;
};

export function configureCommand(host: Host): Command {
  const none: readonly ParameterWish[] = [];
  return baseCommand('configure', 'say what a lab searches')
    .argument('<LAB_ID>', 'as "tidemill labs list" shows it')
    .requiredOption('--user <NAME>', 'whose lab it is')
    .requiredOption('--account <ID>', 'whose fees and wallet the runs use')
    .requiredOption('--market <TAG>', "a market of the account's exchange")
    .option('--interval <MINUTES>', 'chart interval', parseWhole, 60)
    .addOption(
      new Option('--algorithm <NAME>', 'how to search')
        .choices(ALGORITHM_WORDS)
        .default('brute_force'),
    )
    .addOption(
      new Option('--sweep <NAME=VALUES>', 'from:to:step, or values with commas; may be repeated')
        .argParser((text: string, before: readonly ParameterWish[]) => [...before, sweepOf(text)])
        .default(none, 'none'),
    )
    .addOption(
      new Option('--fix <NAME=VALUE>', 'an input that is not swept; may be repeated')
        .argParser((text: string, before: readonly ParameterWish[]) => [...before, fixOf(text)])
        .default(none, 'its defaults'),
    )
    .option(
      '--population <COUNT>',
      'runs of a generation',
      parseWhole,
      DEFAULT_SEARCH.populationMax,
    )
    .option('--generations <COUNT>', 'generations', parseWhole, DEFAULT_SEARCH.generationsMax)
    .option('--elites <COUNT>', 'carried to the next', parseWhole, DEFAULT_SEARCH.elitesMax)
    .option('--out-of-sample <PERCENT>', 'kept from the search', parseWhole, OUT_OF_SAMPLE_PERCENT)
    .option('--folds <COUNT>', 'to judge choosing by the past, at most 11', parseWhole, 0)
    .action(async (labId: string, options: Options) => {
      await asUser(host, options, async (deps, caller) => {
        const configured = await configureLab(deps, {
          caller,
          labId,
          name: null,
          algorithm: options.algorithm,
          accountId: options.account,
          marketTag: options.market,
          intervalMinutes: options.interval,
          config: {
            search: {
              ...DEFAULT_SEARCH,
              populationMax: Math.max(1, options.population),
              generationsMax: Math.max(1, options.generations),
              elitesMax: options.elites,
            },
            choices: NO_CHOICES,
            outOfSamplePercent: Math.min(90, options.outOfSample),
            walkForwardFolds: Math.min(11, options.folds),
          },
          parameters: [...options.sweep, ...options.fix],
          completion: null,
        });
        if (!configured.ok) throw refused(configured.rejection);
        const next = `Start it: tidemill labs start ${labId} --from TIME --to TIME`;
        showLab(host, options, configured.value, next);
      });
    });
}

const NO_WISH = { isEnabled: true, values: null, range: null, fixedValue: null };

function sweepOf(text: string): ParameterWish {
  const { key, value } = splitAt(text);
  const [from, to, step, ...rest] = value.split(':').map(Number);
  const isRange = value.includes(':') && rest.length === 0;
  if (isRange && from !== undefined && to !== undefined && step !== undefined) {
    return { ...NO_WISH, key, range: { from, to, step } };
  }
  return { ...NO_WISH, key, values: value.split(',') };
}

function fixOf(text: string): ParameterWish {
  const { key, value } = splitAt(text);
  return { ...NO_WISH, isEnabled: false, key, fixedValue: value };
}

function splitAt(text: string): { readonly key: string; readonly value: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError(`Expected NAME=VALUE; found "${text}".`);
  return { key: text.slice(0, at), value: text.slice(at + 1) };
}

function parseWhole(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError(`Expected a whole number; found "${text}".`);
}
