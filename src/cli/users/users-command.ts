// `tidemill users`: create, set-plan, list, delete, and what people sign in with.

import type { Command } from 'commander';
import { Argument, Option } from 'commander';
import { unreachable } from '#lib/assert.ts';
import { formatInstant } from '#lib/time.ts';
import type { PlanName } from '#domain/plan/plan.ts';
import { PLAN_NAMES } from '#domain/plan/plan.ts';
import type { CreateUserRejection } from '#services/users/create-user.ts';
import { createUser } from '#services/users/create-user.ts';
import { listUsers } from '#services/users/list-users.ts';
import { setPlan } from '#services/users/set-plan.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { parsePlan, parseUntil } from '#cli/parse-argument.ts';
import { deleteUserCommand } from '#cli/users/delete-command.ts';
import {
  endSessionsCommand,
  removeAppCommand,
  setRoleCommand,
  signInLinkCommand,
} from '#cli/users/sign-in-commands.ts';
import { formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';

type User = Awaited<ReturnType<typeof listUsers>>[number];

const PLAN_HELP = `one of ${PLAN_NAMES.join(', ')}`;

/** Group `tidemill users`. */
export function usersCommand(host: Host): Command {
  return groupCommand('users', 'who may use the service, and under which plan', [
    createCommand(host),
    setPlanCommand(host),
    setRoleCommand(host),
    signInLinkCommand(host),
    removeAppCommand(host),
    endSessionsCommand(host),
    deleteUserCommand(host),
    listCommand(host),
  ]);
}

function createCommand(host: Host): Command {
  return baseCommand('create', 'make a user')
    .argument('<NAME>', 'one word, unique in this installation')
    .addOption(
      new Option('--plan <PLAN>', PLAN_HELP)
        .argParser(parsePlan)
        .default('unlimited' satisfies PlanName),
    )
    .action(async (name: string, options: CommonOptions & { plan: PlanName }) => {
      await withApplication(host, options, async ({ deps }) => {
        const result = await createUser(deps, { name, plan: options.plan });
        if (!result.ok) throw refusedUser(result.rejection, name);
        const user = result.value;
        const next =
          `Next: tidemill users sign-in-link ${user.name}, for a person, ` +
          `or tidemill keys create --user ${user.name} --name NAME, for a program\n`;
        const made = `Made user ${user.name} (${user.userId}) on plan ${user.plan}.\n`;
        writeResult(host, options, userToJson(user), () => made + next);
      });
    });
}

type SetPlanOptions = CommonOptions & { until?: number };

function setPlanCommand(host: Host): Command {
  return baseCommand('set-plan', 'move a user to another plan, at once')
    .argument('<NAME>', 'the user')
    .addArgument(new Argument('<PLAN>', PLAN_HELP).argParser(parsePlan))
    .addOption(
      new Option(
        '--until <DATE>',
        'when the plan ends, such as 2027-01-31 or 2027-01-31T12:00:00Z (default: never)',
      ).argParser(parseUntil),
    )
    .action(async (userName: string, plan: PlanName, options: SetPlanOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const result = await setPlan(deps, { userName, plan, untilMs: options.until ?? null });
        if (!result.ok) throw await unknownUser(deps, userName);
        const user = result.value;
        const ends = user.planUntilMs === null ? '' : ` until ${formatInstant(user.planUntilMs)}`;
        const done = `${user.name} is on plan ${user.plan}${ends}.\n`;
        writeResult(host, options, userToJson(user), () => done);
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', 'show all users').action(async (options: CommonOptions) => {
    await withApplication(host, options, async ({ deps }) => {
      const users = await listUsers(deps);
      const whenEmpty = 'There are no users yet. Make one: tidemill users create NAME';
      writeResult(host, options, { data: users.map(userToJson) }, () =>
        formatTable(host.terminal, COLUMNS, users, whenEmpty),
      );
    });
  });
}

const COLUMNS = [
  { title: 'NAME', cell: (user: User) => user.name },
  { title: 'PLAN', cell: (user: User) => user.plan },
  {
    title: 'PLAN ENDS',
    cell: (user: User) => (user.planUntilMs === null ? 'never' : formatInstant(user.planUntilMs)),
  },
  { title: 'CREATED', cell: (user: User) => formatInstant(user.createdAtMs) },
  { title: 'ID', cell: (user: User) => user.userId },
] as const;

function refusedUser(rejection: CreateUserRejection, name: string): CommandFailed {
  switch (rejection) {
    case 'user_name_invalid':
      return new CommandFailed(
        `"${name}" cannot be a user's name.`,
        'Use 1 to 64 letters, digits and . _ @ + - beginning with a letter or digit.',
      );
    case 'user_name_taken':
      return new CommandFailed(
        `There is already a user "${name}".`,
        `Choose another name, or change its plan: tidemill users set-plan ${name} PLAN`,
      );
    default:
      return unreachable(rejection);
  }
}

function userToJson(user: User): object {
  return {
    user_id: user.userId,
    name: user.name,
    plan: user.plan,
    plan_until: user.planUntilMs === null ? null : formatInstant(user.planUntilMs),
    created_at: formatInstant(user.createdAtMs),
  };
}
