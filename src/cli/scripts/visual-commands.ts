// `tidemill scripts lua`, `continue` and `export`: the Lua of a stored script, a script of that,
// and the document.

import { Option } from 'commander';
import type { Command } from 'commander';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import {
  convertScript,
  exportVisualScript,
  getScriptLua,
} from '#services/scripts/visual-script.ts';
import { userOption } from '#cli/choose-user.ts';
import { baseCommand, derivationOf, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import type { ScriptDepsOfUser, ScriptKey, ScriptOptions } from '#cli/scripts/of-script.ts';
import { ofScript, scriptId } from '#cli/scripts/of-script.ts';

/** Command `tidemill scripts lua`. */
export function luaCommand(host: Host): Command {
  return baseCommand('lua', 'print the Lua that a script runs as')
    .addArgument(scriptId())
    .addOption(userOption('whose script it is'))
    .action(async (id: string, options: ScriptOptions) => {
      await ofScript(host, options, id, getScriptLua, ({ lua, lineBlocks }) => {
        if (lua === null) throw uncompiled();
        const forMachines = { script_id: id, lua, line_blocks: lineBlocks };
        writeResult(host, options, forMachines, () => lua);
      });
    });
}

type ContinueOptions = ScriptOptions & { name?: string };

/** Command `tidemill scripts continue`. */
export function continueCommand(host: Host): Command {
  return baseCommand('continue', 'make a Lua script of the Lua that a visual one runs as')
    .addArgument(scriptId())
    .addOption(userOption('whose script it is'))
    .option('--name <NAME>', 'what it is called (default: as the visual one)')
    .action(async (id: string, options: ContinueOptions) => {
      const { name = null } = options;
      const checker = { check: host.checkScript.bind(host) };
      const make = async (deps: ScriptDepsOfUser, key: ScriptKey) => {
        const derivationId = derivationOf(deps);
        const made = await convertScript({ ...deps, checker }, { ...key, name, derivationId });
        if (made.ok) return made;
        const { rejection } = made;
        if (rejection === 'invalid') throw uncompiled();
        if (typeof rejection === 'string') return rejected(rejection);
        const advice = 'Delete one through the API.';
        throw new CommandFailed(`There may be ${rejection.limit} scripts at most.`, advice);
      };
      await ofScript(host, options, id, make, ({ scriptId: made, name: called }) => {
        const forMachines = { script_id: made, name: called };
        writeResult(host, options, forMachines, () => `Added script ${made} "${called}".\n`);
      });
    });
}

function uncompiled(): CommandFailed {
  return new CommandFailed(
    'The script does not compile, so it has no Lua yet.',
    'Check its document: tidemill scripts check FILE',
  );
}

type ExportOptions = ScriptOptions & { as: 'haasscript' | 'tidemill' };

/** The canonical text of a visual script. */
async function ownDocument(
  { scripts }: ScriptDepsOfUser,
  { userId, scriptId: id }: ScriptKey,
): Promise<Result<string, 'script_not_found' | 'not_visual'>> {
  const script = await scripts.findScript(userId, id);
  if (script === null) return rejected('script_not_found');
  if (script.type !== 'visual') return rejected('not_visual');
  return accepted(script.source);
}

/** Command `tidemill scripts export`. */
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
