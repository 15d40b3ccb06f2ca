// Parts shared by the commands on labs: whom they act for, and how a lab is shown.

import { formatInstant } from '#lib/time.ts';
import { callerOfUser } from '#services/access/caller-of-user.ts';
import type { Lab, LabRejection, ListedLab } from '#services/labs/lab-deps.ts';
import { configOf } from '#services/labs/lab-plan.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, LabApplication } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';

export type LabOptions = CommonOptions & OfUser;
export type LabCommandDeps = LabApplication['deps'];

type Caller = Extract<Awaited<ReturnType<typeof callerOfUser>>, { ok: true }>['value'];

/** Runs `act` on the installation for the user that is meant. */
export async function asUser(
  host: Host,
  options: LabOptions,
  act: (deps: LabCommandDeps, caller: Caller) => Promise<void>,
): Promise<void> {
  const application = await host.openLabApplication(options);
  try {
    const { deps } = application;
    const userName = await chooseUser(deps, options);
    const caller = await callerOfUser(deps, userName);
    if (!caller.ok) throw await unknownUser(deps, userName);
    await act(deps, caller.value);
  } finally {
    await application.close();
  }
}

/** Failure of a command on a lab. */
export function refused({ code, detail }: LabRejection): CommandFailed {
  const advice =
    code === 'forbidden' ? 'See the plan: tidemill users list' : 'See its help: --help';
  return new CommandFailed(detail, advice);
}

/** A command on labs as its user runs it next. */
export function nextCommand(options: LabOptions, name: string, ...rest: readonly string[]): string {
  const [labId, ...others] = rest;
  const words = [name, ...(labId === undefined ? [] : [labId])].join(' ');
  return [`tidemill labs ${words}${userWords(options)}`, ...others].join(' ');
}

/** Failure of a command that names a lab of nobody, or of another user. */
export function noSuchLab(options: LabOptions, labId: string): CommandFailed {
  return new CommandFailed(
    `There is no lab "${labId}".`,
    `See them: ${nextCommand(options, 'list')}`,
  );
}

/** `next` is a sentence with the command that one runs then. */
export function showLab(host: Host, options: CommonOptions, lab: Lab, next: string): void {
  writeResult(host, options, labToJson(lab), () => `${labSummary(lab)}\n${next}\n`);
}

function labSummary({ design, execution, labId, status }: Lab): string {
  const lines = [`${labId}  ${design.name}  ${design.algorithm}  ${status}`];
  const swept = `${design.enabledParametersCount} of ${design.parametersCount} parameters swept`;
  const { furtherMarkets = [] } = configOf({ design }) ?? {};
  const tags = design.marketTag === null ? [] : [design.marketTag, ...furtherMarkets];
  const place = tags.length === 0 ? '' : ` on ${tags.join(', ')}`;
  lines.push(swept + place);
  if (execution !== null) {
    const { completedCount, scheduledCount, cancelReason } = execution;
    const reason = cancelReason === null ? '' : `: ${cancelReason}`;
    lines.push(`${completedCount} of ${scheduledCount} backtests${reason}`);
  }
  return lines.join('\n');
}

/** Lab as machines read it, named as in the API. */
export function labToJson(lab: ListedLab) {
  const { design, execution } = lab;
  return {
    lab_id: lab.labId,
    name: design.name,
    script_id: design.scriptId,
    algorithm: design.algorithm,
    status: lab.status,
    scheduled_backtests: execution?.scheduledCount ?? 0,
    completed_backtests: execution?.completedCount ?? 0,
    parameters_count: design.parametersCount,
    enabled_parameters_count: design.enabledParametersCount,
    cancel_reason: execution?.cancelReason ?? null,
    start_at: execution === null ? null : formatInstant(execution.startMs),
    end_at: execution === null ? null : formatInstant(execution.endMs),
  };
}
