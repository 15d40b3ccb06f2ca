// `tidemill scripts`: check (files, without a service), add, list; and what visual ones have
// besides.

import type { Command } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { ScriptCheck, ScriptLibrary, ScriptRow } from '#services/scripts/script-deps.ts';
import type { UnreadableDocument } from '#services/scripts/check-visual.ts';
import { checkVisual } from '#services/scripts/check-visual.ts';
import { isVisualText } from '#domain/visual/read-visual-text.ts';
import { addScript } from '#services/scripts/add-script.ts';
import { listScriptsOfUser } from '#services/scripts/list-scripts-of-user.ts';
import type { OfUser } from '#cli/choose-user.ts';
import { chooseUser, userOption } from '#cli/choose-user.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, groupCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { changesCommand } from '#cli/scripts/changes-command.ts';
import { blocksCommand, convertCommand, schemaCommand } from '#cli/scripts/document-commands.ts';
import { libraryOption, readLibrary } from '#cli/scripts/library-option.ts';
import { continueCommand, exportCommand, luaCommand } from '#cli/scripts/visual-commands.ts';
import { showNotices } from '#cli/scripts/show-notices.ts';
import { formatTable } from '#cli/table.ts';
import { unknownUser } from '#cli/unknown-user.ts';
import { readTextFile } from '#cli/read-text-file.ts';
import { scriptNameOf } from '#cli/scripts/script-name.ts';

/** Group `tidemill scripts`. */
export function scriptsCommand(host: Host): Command {
  return groupCommand('scripts', 'scripts: check files, add, list and convert them', [
    checkCommand(host),
    addCommand(host),
    listCommand(host),
    luaCommand(host),
    continueCommand(host),
    changesCommand(host),
    exportCommand(host),
    convertCommand(host),
    blocksCommand(host),
    schemaCommand(host),
  ]);
}

type CheckOptions = CommonOptions & { with: readonly string[] };

function checkCommand(host: Host): Command {
  return baseCommand('check', 'compile scripts and show every error with its line')
    .argument('<FILE...>', 'scripts in Lua or Pine, or documents of visual scripts')
    .addOption(libraryOption())
    .action(async (files: readonly string[], options: CheckOptions) => {
      const libraries = options.with.map(readLibrary);
      const results: { file: string; source: string; check: ScriptCheck }[] = [];
      for (const file of files) {
        const source = readTextFile(file);
        const others = libraries.filter((library) => library.source !== source);
        results.push({ file, source, check: await checkFile(host, file, source, others) });
      }
      const forMachines = { data: results.map(({ file, check }) => checkToJson(file, check)) };
      writeResult(host, options, forMachines, () =>
        results.map((result) => showCheck(host, result)).join(''),
      );
      const invalid = results.filter(({ check }) => !check.isValid);
      if (invalid.length === 0) return;
      throw new CommandFailed(
        `${invalid.length} of ${results.length} scripts cannot run.`,
        'Mend the lines named above and check again.',
      );
    });
}

/** A document is compiled first; what is wrong is at its blocks. */
async function checkFile(
  host: Host,
  file: string,
  source: string,
  libraries: readonly ScriptLibrary[],
): Promise<ScriptCheck> {
  if (!isVisualText(source)) return host.checkScript(source, libraries);
  const checker = { check: host.checkScript.bind(host) };
  const checked = await checkVisual({ checker }, source, libraries, '');
  if (!checked.ok) throw unreadable(file, checked.rejection);
  return checked.value.check;
}

function showCheck(
  host: Host,
  { file, source, check }: { file: string; source: string; check: ScriptCheck },
): string {
  const { terminal } = host;
  const errors = showNotices(terminal, file, source, 'error', check.errors);
  const warnings = showNotices(terminal, file, source, 'warning', check.warnings);
  if (!check.isValid) return errors + warnings;
  const inputs = check.inputs.length === 1 ? '1 input' : `${check.inputs.length} inputs`;
  const command = check.commandName === null ? '' : `, ${definedBy(check)}`;
  return `${warnings}${file}: ok, ${inputs}${command}\n`;
}

function definedBy({ commandName, language }: ScriptCheck): string {
  return language === 'pine' ? `library ${commandName}` : `defines CC_${commandName}`;
}

type AddOptions = CommonOptions & OfUser & { name?: string };

function addCommand(host: Host): Command {
  return baseCommand('add', "store a file as a user's script")
    .argument('<FILE>', 'script in Lua or Pine, or the document of a visual script')
    .addOption(userOption('whose script it is'))
    .option('--name <NAME>', "what it is called (default: the file's name)")
    .action(async (file: string, options: AddOptions) => {
      const source = readTextFile(file);
      await withApplication(host, options, async ({ deps }) => {
        const name = options.name ?? scriptNameOf(file);
        const checker = { check: host.checkScript.bind(host) };
        const userName = await chooseUser(deps, options);
        const command = { userName, name, source };
        const added = await addScript({ ...deps, checker }, command);
        if (!added.ok) {
          if (added.rejection === 'user_not_found') throw await unknownUser(deps, userName);
          if (typeof added.rejection === 'object') throw unreadable(file, added.rejection);
          throw new CommandFailed(
            added.rejection === 'too_many_scripts'
              ? `User "${userName}" has as many scripts as there may be.`
              : "A script's name has 1 to 150 characters.",
            'Delete one through the API, or choose another --name.',
          );
        }
        const { scriptId, check } = added.value;
        const forMachines = { script_id: scriptId, name, ...checkToJson(file, check) };
        const state = check.isValid ? 'valid' : 'not valid yet';
        writeResult(host, options, forMachines, () => {
          const notices = showNotices(host.terminal, file, source, 'error', check.errors);
          return `${notices}Added script ${scriptId} "${name}" (${state}).\n`;
        });
      });
    });
}

function listCommand(host: Host): Command {
  return baseCommand('list', "show a user's scripts")
    .addOption(userOption('whose scripts'))
    .action(async (options: CommonOptions & OfUser) => {
      await withApplication(host, options, async ({ deps }) => {
        const userName = await chooseUser(deps, options);
        const result = await listScriptsOfUser(deps, { userName });
        if (!result.ok) throw await unknownUser(deps, userName);
        const whenEmpty = 'There are no scripts. Add one: tidemill scripts add FILE --user NAME';
        writeResult(host, options, { data: result.value.map(scriptToJson) }, () =>
          formatTable(host.terminal, COLUMNS, result.value, whenEmpty),
        );
      });
    });
}

function unreadable(file: string, { problems }: UnreadableDocument): CommandFailed {
  const lines = problems.map(({ message, block }) =>
    block === null ? message : `block "${block}": ${message}`,
  );
  return new CommandFailed(
    `The document ${file} cannot be read: ${lines.slice(0, 5).join('; ')}.`,
    'Export it again, or check it through the API.',
  );
}

const COLUMNS = [
  { title: 'ID', cell: (script: ScriptRow) => script.scriptId },
  { title: 'NAME', cell: (script: ScriptRow) => script.name },
  { title: 'STATE', cell: (script: ScriptRow) => (script.isValid ? 'valid' : 'invalid') },
  { title: 'UPDATED', cell: (script: ScriptRow) => formatInstant(script.updatedAtMs) },
] as const;

function checkToJson(file: string, check: ScriptCheck): object {
  const { isValid, errors, warnings, inputs, commandName } = check;
  return { file, is_valid: isValid, errors, warnings, inputs, command: commandName };
}

function scriptToJson(script: ScriptRow): object {
  return {
    script_id: script.scriptId,
    name: script.name,
    description: script.description,
    type: script.type,
    is_valid: script.isValid,
    created_at: formatInstant(script.createdAtMs),
    updated_at: formatInstant(script.updatedAtMs),
  };
}
