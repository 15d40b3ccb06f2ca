// `tidemill labs`: create, configure, start, watch, cancel, list; results and bot have files of
// their own.

import type { Command } from 'commander';
import { Option } from 'commander';
import { formatInstant } from '#lib/time.ts';
import { cancelLab } from '#services/labs/end-lab.ts';
import { createLab } from '#services/labs/create-lab.ts';
import type { Lab, LabAlgorithm, ListedLab } from '#services/labs/lab-deps.ts';
import { ALGORITHM_WORDS } from '#services/labs/lab-deps.ts';
import { parametersFromText } from '#services/labs/lab-parameters.ts';
import { listLabs } from '#services/labs/read-labs.ts';
import { startLab } from '#services/labs/start-lab.ts';
import { userOption } from '#cli/choose-user.ts';
import { baseCommand, derivationOf, groupCommand, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import { botCommand } from '#cli/labs/labs-bot-command.ts';
import { configureCommand } from '#cli/labs/labs-configure-command.ts';
import { resultsCommand } from '#cli/labs/labs-results-command.ts';
import type { LabOptions } from '#cli/labs-text.ts';
import { asUser, labToJson, nextCommand, noSuchLab, refused, showLab } from '#cli/labs-text.ts';
import { parseUntil } from '#cli/parse-argument.ts';
import { formatTable } from '#cli/table.ts';
import { watchLab } from '#cli/labs/watch-lab.ts';

const LABS_SHOWN_MAX = 500;

/** Group `tidemill labs`. */
export function labsCommand(host: Host): Command {
  return groupCommand('labs', 'search the parameters of a script', [
    createCommand(host),
    configureCommand(host),
    startCommand(host),
    watchCommand(host),
    cancelCommand(host),
    resultsCommand(host),
    botCommand(host),
    listCommand(host),
  ]);
}

function createCommand(host: Host): Command {
  type Options = LabOptions & { name: string; algorithm: LabAlgorithm };
  return baseCommand('create', 'make a lab of a script')
    .argument('<SCRIPT_ID>', 'as "tidemill scripts list" shows it')
    .addOption(userOption('whose lab it is'))
    .requiredOption('--name <NAME>', 'what to call it')
    .addOption(algorithmOption().default('brute_force'))
    .action(async (scriptId: string, options: Options) => {
      await asUser(host, options, async (deps, caller) => {
        const { algorithm, name } = options;
        const made = await createLab(deps, {
          caller,
          name,
          scriptId,
          algorithm,
          derivationId: derivationOf(deps),
          completion: null,
        });
        if (!made.ok) throw refused(made.rejection);
        showLab(host, options, made.value, `Configure it: ${configuring(options, made.value)}`);
      });
    });
}

/** With all inputs of the script that can be swept. */
function configuring(options: LabOptions, { design, labId }: Lab): string {
  const sweeps = parametersFromText(design.parameters).map(({ key }) =>
    /^[\w.]+$/.test(key) ? `--sweep ${key}=VALUES` : `--sweep "${key}=VALUES"`,
  );
  return nextCommand(options, 'configure', labId, '--account ID', '--market TAG', ...sweeps);
}

function startCommand(host: Host): Command {
  type Options = LabOptions & { from: number; to: number; watch?: true };
  return baseCommand('start', 'begin an execution over a window')
    .argument('<LAB_ID>', 'as "tidemill labs list" shows it')
    .addOption(userOption('whose lab it is'))
    .requiredOption('--from <TIME>', 'begin here', parseUntil)
    .requiredOption('--to <TIME>', 'end here', parseUntil)
    .option('--watch', 'show its progress until it ends')
    .action(async (labId: string, options: Options) => {
      await asUser(host, options, async (deps, caller) => {
        const window = { startMs: options.from, endMs: options.to };
        const started = await startLab(deps, { caller, labId, ...window, completion: null });
        if (!started.ok) throw refused(started.rejection);
        if (options.watch === true) return watchLab(host, options, deps, caller.userId, labId);
        showLab(host, options, started.value, `Watch it: ${nextCommand(options, 'watch', labId)}`);
      });
    });
}

function watchCommand(host: Host): Command {
  return baseCommand('watch', 'show the progress of a lab until it ends')
    .argument('<LAB_ID>', 'as "tidemill labs list" shows it')
    .addOption(userOption('whose lab it is'))
    .action(async (labId: string, options: LabOptions) => {
      await asUser(host, options, (deps, { userId }) =>
        watchLab(host, options, deps, userId, labId),
      );
    });
}

function cancelCommand(host: Host): Command {
  return baseCommand('cancel', 'stop the execution of a lab; what is done stays')
    .argument('<LAB_ID>', 'as "tidemill labs list" shows it')
    .addOption(userOption('whose lab it is'))
    .action(async (labId: string, options: LabOptions) => {
      await asUser(host, options, async (deps, { userId }) => {
        const cancelled = await cancelLab(deps, { userId, labId, completion: null });
        if (!cancelled.ok) throw noSuchLab(options, labId);
        const next = nextCommand(options, 'results', labId);
        showLab(host, options, cancelled.value, `See its results: ${next}`);
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', "show a user's labs")
    .addOption(userOption('whose labs'))
    .action(async (options: LabOptions) => {
      await asUser(host, options, async (deps, { userId }) => {
        const { labs } = await listLabs(deps, { userId, afterId: null, limit: LABS_SHOWN_MAX });
        const next = nextCommand(options, 'create', 'SCRIPT_ID', '--name NAME');
        const whenEmpty = `There are no labs. Make one: ${next}`;
        writeResult(host, options, { data: labs.map(labToJson) }, () =>
          formatTable(host.terminal, COLUMNS, labs, whenEmpty),
        );
      });
    });
}

const COLUMNS = [
  { title: 'ID', cell: (lab: ListedLab) => lab.labId },
  { title: 'NAME', cell: (lab: ListedLab) => lab.design.name },
  { title: 'ALGORITHM', cell: (lab: ListedLab) => lab.design.algorithm },
  { title: 'STATUS', cell: (lab: ListedLab) => lab.status },
  {
    title: 'DONE',
    cell: ({ execution }: ListedLab) =>
      execution === null ? '-' : `${execution.completedCount}/${execution.scheduledCount}`,
  },
  { title: 'UPDATED', cell: (lab: ListedLab) => formatInstant(lab.updatedAtMs) },
] as const;

function algorithmOption(): Option {
  return new Option('--algorithm <NAME>', 'how to search').choices(ALGORITHM_WORDS);
}
