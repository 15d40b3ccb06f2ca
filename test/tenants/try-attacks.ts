// Runs attacks one after the other beside a victim, and says what the victim noticed.

import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '#lib/time.ts';
import type { Attack } from './attacks.ts';
import type { Installation } from './installation.ts';
import { makeInstallation } from './installation.ts';
import type { Figures } from './victim-thread.ts';
import type { Victim } from './victim.ts';
import { makeVictim } from './victim.ts';
import { until } from '../support/until.ts';

export type Plan = {
  readonly attacks: readonly Attack[];
  readonly attackMs: number;
  /** By what the bars are multiplied, for machines that do other things at the same time. */
  readonly slack: number;
  readonly report: (line: string) => void;
};

/**
 * What no attack may cost, on a machine that is quick enough for them without one. On a slower one
 * it is so many times what the same costs without an attack in the same run. What the victim's own
 * thread had to wait for a processor is the machine's, and comes on top.
 */
const BARS = { balanceP99Ms: 100, backtestMs: 2_000, saveMs: 2_000 } as const;
const SLOWER_TIMES_MAX = 5;
/** One moment of a busy machine is no finding: what is above a bar is tried so often in all. */
const TRIES_MAX = 2;
/** A machine that is very busy is late with it. */
const FIRST_MINUTE_MS = 5 * MINUTE_MS;
/** Of all processes of a role together, in MiB; docs/operations.md says what each may take. */
const MEMORY_MAX = { api: 768, worker: 3_072, bots: 3_072, checks: 2_048 } as const;

/** What went beyond the bars; nothing when all is well. */
export async function tryAttacks(plan: Plan): Promise<readonly string[]> {
  const { attacks, attackMs, report, slack } = plan;
  const installation = await makeInstallation();
  try {
    const victim = await makeVictim(installation);
    const hasRun = async (): Promise<boolean> => (await victim.minutes()).length > 0;
    const beginning = until('its bot runs', hasRun, FIRST_MINUTE_MS);
    // Under attack a check may have to start a process: undisturbed, one does as well.
    installation.endChecks();
    const quiet = await victim.during(attackMs);
    await beginning;
    report(lineOf('undisturbed', quiet));
    const problems: string[] = [];
    for (const attack of attacks) {
      let found: readonly string[] = [];
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const figures = await during(victim, installation, attack, attackMs);
        report(lineOf(attack.name, figures));
        found = problemsOf(attack, figures, quiet, slack);
        if (found.length === 0) break;
      }
      problems.push(...found);
    }
    await pause(MINUTE_MS / 4);
    problems.push(...missedMinutes(await victim.minutes()));
    problems.push(...problemsOfProcesses(installation));
    report(`peak MiB: ${JSON.stringify(Object.fromEntries(installation.peaks()))}`);
    return problems;
  } finally {
    await installation.end();
  }
}

async function during(
  victim: Victim,
  installation: Installation,
  attack: Attack,
  attackMs: number,
): Promise<Figures> {
  const stop = new AbortController();
  const attacked = attack.run(installation, stop.signal);
  // A failure of the attack itself is to be seen at its end.
  attacked.catch(() => undefined);
  const figures = await victim.during(attackMs);
  stop.abort();
  await attacked;
  return figures;
}

function problemsOf(
  { name, restarts }: Attack,
  figures: Figures,
  quiet: Figures,
  slack: number,
): readonly string[] {
  const found: string[] = [];
  const compare = (what: string, share: number, each: Times, calm: Times, barMs: number): void => {
    const [tookMs, quietMs] = [quantile(each, share), quantile(calm, share)];
    if (each.length === 0) found.push(`${name}: nothing of ${what} was measured`);
    const waitedMs = quantile(figures.lateMs, share);
    const maxMs = slack * Math.max(barMs, quietMs * SLOWER_TIMES_MAX) + waitedMs;
    if (tookMs > maxMs)
      found.push(`${name}: ${what} ${Math.round(tookMs)} ms, above ${Math.round(maxMs)}`);
  };
  // While all processes are dead nobody responds.
  if (restarts) return found;
  if (figures.failures.length > 0)
    found.push(`${name}: ${figures.failures.slice(0, 5).join(', ')}`);
  compare('balance p99', 0.99, figures.balanceMs, quiet.balanceMs, BARS.balanceP99Ms);
  compare('the slowest backtest', 1, figures.backtestMs, quiet.backtestMs, BARS.backtestMs);
  compare('the slowest save', 1, figures.saveMs, quiet.saveMs, BARS.saveMs);
  return found;
}

type Times = readonly number[];

function missedMinutes(minutes: readonly number[]): readonly string[] {
  const first = minutes[0];
  if (first === undefined) return ['the victim’s bot never ran'];
  const due = Array.from({ length: (minutes.at(-1) ?? first) - first + 1 }, (_, at) => first + at);
  const missed = due.filter((minute) => !minutes.includes(minute)).length;
  const lateness = Math.floor(Date.now() / MINUTE_MS) - (minutes.at(-1) ?? 0);
  const found = missed === 0 ? [] : [`the victim's bot missed ${missed} of ${due.length} minutes`];
  return lateness > 1 ? [...found, `the victim's bot is ${lateness} minutes behind`] : found;
}

function problemsOfProcesses(installation: Installation): readonly string[] {
  const found: string[] = [];
  for (const [role, maxMegabytes] of Object.entries(MEMORY_MAX)) {
    const peak = installation.peaks().get(role) ?? 0;
    if (peak > maxMegabytes) found.push(`a process of ${role} took ${peak} MiB of ${maxMegabytes}`);
  }
  if (installation.output().includes('"reason":"defect"'))
    found.push('a process ended by a defect');
  return found;
}

function lineOf(
  name: string,
  { balanceMs, backtestMs, saveMs, lateMs, failures }: Figures,
): string {
  const figures = [
    `balance p50 ${quantile(balanceMs, 0.5).toFixed(0)} p99 ${quantile(balanceMs, 0.99).toFixed(0)} ms`,
    `backtest p50 ${quantile(backtestMs, 0.5).toFixed(0)} most ${Math.max(...backtestMs, 0).toFixed(0)} ms`,
    `save p50 ${quantile(saveMs, 0.5).toFixed(0)} most ${Math.max(...saveMs, 0).toFixed(0)} ms`,
    `waited p99 ${quantile(lateMs, 0.99).toFixed(0)} most ${quantile(lateMs, 1).toFixed(0)} ms`,
    `${failures.length} failures`,
  ];
  return `${name}: ${figures.join('; ')}`;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
