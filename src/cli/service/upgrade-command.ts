// `tidemill upgrade --check`: what the next start of this release would change.

import type { Command } from 'commander';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { WrongUse } from '#cli/command-error.ts';
import type { Host, UpgradePlan } from '#cli/host.ts';

const MIB = 2 ** 20;

/** Command `tidemill upgrade --check`. */
export function upgradeCommand(host: Host): Command {
  return baseCommand('upgrade', 'what a start of this release would change')
    .option('--check', 'say it and change nothing; the start itself upgrades')
    .action(async (options: CommonOptions & { readonly check?: true }) => {
      if (options.check !== true)
        throw new WrongUse('--check is missing: the start of a release upgrades by itself.');
      const plan = await host.checkUpgrade(options);
      writeResult(host, options, planToJson(plan), () => formatPlan(plan));
    });
}

function planToJson(plan: UpgradePlan) {
  return {
    release: plan.release,
    server_version: plan.serverVersion,
    database_bytes: plan.databaseBytes,
    applied_count: plan.appliedCount,
    migrations: plan.migrations,
    functions: plan.functions,
  };
}

function formatPlan(plan: UpgradePlan): string {
  const { migrations, functions } = plan;
  const size = `${(plan.databaseBytes / MIB).toFixed(0)} MiB`;
  const head = `Tidemill ${plan.release} on PostgreSQL ${plan.serverVersion}, ${size}: `;
  if (migrations.length + functions.length === 0)
    return `${head}the database has the schema of this release.\n`;
  const lines = [...migrations, ...functions.map((name) => `function ${name}`)];
  return (
    `${head}the next start applies ${migrations.length} migrations and ` +
    `${functions.length} functions:\n${lines.map((line) => `  ${line}\n`).join('')}` +
    'Back up first, as an older release refuses the database afterwards: tidemill backup FOLDER\n'
  );
}
