// `tidemill scripts lua` and `export`: what a stored visual script becomes, and its document.

import { Argument, Option } from 'commander';
import type { Command } from 'commander';
import type { Result } from '#lib/result.ts';
import { exportVisualScript, getScriptLua } from '#services/scripts/visual-script.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption, userWords } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { unknownUser } from '#cli/unknown-user.ts';

type Options = CommonOptions & OfUser;
type Deps = Parameters<typeof getScriptLua>[0];
type ScriptKey = { readonly userId: string; readonly scriptId: string };
type Missing = 'script_not_found' | 'not_visual';

function scriptId(): Argument {
  return new Argument('<ID>', 'the id that "tidemill scripts list" shows');
}

function missing(rejection: Missing, options: Options): CommandFailed {
  return rejection === 'not_visual'
    ? new CommandFailed('The script is Lua, and has no document.', 'Its text is its source.')
    : new CommandFailed(
        'There is no such script.',
        `See what there is: tidemill scripts list${userWords(options)}`,
      );
}

/** What `read` finds of a script of the user that is meant. */
async function ofScript<Found>(
  host: Host,
  options: Options,
  id: string,
  read: (deps: Deps, key: ScriptKey) => Promise<Result<Found, Missing>>,
  show: (found: Found) => void,
): Promise<void> {
  await withApplication(host, options, async ({ deps }) => {
    const userName = await chooseUser(deps, options);
    const user = await deps.users.findUserByName(userName);
    if (user === null) throw await unknownUser(deps, userName);
    const found = await read(deps, { userId: user.userId, scriptId: id });
    if (!found.ok) throw missing(found.rejection, options);
    show(found.value);
  });
}

export function luaCommand(host: Host): Command {
  return baseCommand('lua', 'print the Lua that a script runs as')
    .addArgument(scriptId())
    .addOption(userOption('whose script it is'))
    .action(async (id: string, options: Options) => {
      await ofScript(host, options, id, getScriptLua, ({ lua, lineBlocks }) => {
        if (lua === null) {
          throw new CommandFailed(
            'The script does not compile, so it has no Lua yet.',
            'Check its document: tidemill scripts check FILE',
          );
        }
        const forMachines = { script_id: id, lua, line_blocks: lineBlocks };
        writeResult(host, options, forMachines, () => lua);
      });
    });
}

type ExportOptions = Options & { as: 'haasscript' | 'tidemill' };

/** The canonical text of a visual script. */
async function ownDocument(
  { scripts }: Deps,
  { userId, scriptId: id }: ScriptKey,
): Promise<Result<string, Missing>> {
  const script = await scripts.findScript(userId, id);
  if (script === null) return { ok: false, rejection: 'script_not_found' };
  if (script.type !== 'visual') return { ok: false, rejection: 'not_visual' };
  return { ok: true, value: script.source };
}

export function exportCommand(host: Host): Command {
  const form = new Option('--as <FORM>', 'whose form the document has')
    .choices(['haasscript', 'tidemill'])
    .default('haasscript');
  return baseCommand('export', 'print a visual script as a document')
    .addArgument(scriptId())
    .addOption(userOption('whose script it is'))
    .addOption(form)
    .action(async (id: string, options: ExportOptions) => {
      const read = options.as === 'tidemill' ? ownDocument : exportVisualScript;
      await ofScript(host, options, id, read, (document) => {
        const text = document.endsWith('\n') ? document : `${document}\n`;
        writeResult(host, options, { script_id: id, document }, () => text);
      });
    });
}
