// `tidemill scripts changes`: how a version of a visual script differs from another, by block.

import { Option } from 'commander';
import type { Command } from 'commander';
import type { Result } from '#lib/result.ts';
import { listVersions } from '#services/scripts/script-versions.ts';
import type { BlockChange } from '#services/scripts/visual-script.ts';
import { compareVersions } from '#services/scripts/visual-script.ts';
import { userOption } from '#cli/choose-user.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import type { Host } from '#cli/host.ts';
import { parseWhole } from '#cli/parse-argument.ts';
import type { ScriptDepsOfUser, ScriptKey, ScriptOptions } from '#cli/scripts/of-script.ts';
import { ofScript, scriptId } from '#cli/scripts/of-script.ts';
import { formatTable } from '#cli/table.ts';

type ChangesOptions = ScriptOptions & { of?: number; since: 'previous' | 'first' };

/** Command `tidemill scripts changes`. */
export function changesCommand(host: Host): Command {
  return baseCommand('changes', 'show what a version of a visual script changed, block by block')
    .addArgument(scriptId())
    .addOption(userOption('whose script it is'))
    .addOption(
      new Option('--of <VERSION>', 'the version (default: the newest one)').argParser(parseWhole),
    )
    .addOption(
      new Option('--since <VERSION>', 'the version that it is compared with')
        .choices(['previous', 'first'])
        .default('previous'),
    )
    .action(async (id: string, options: ChangesOptions) => {
      await ofScript(
        host,
        options,
        id,
        (deps, key) => read(deps, key, options),
        (changes) => {
          writeResult(host, options, { data: changes.map(changeToJson) }, () =>
            formatTable(host.terminal, COLUMNS, changes.flatMap(rowsOf), 'Nothing is otherwise.'),
          );
        },
      );
    });
}

async function read(
  deps: ScriptDepsOfUser,
  key: ScriptKey,
  { of, since }: ChangesOptions,
): Promise<Result<readonly BlockChange[], 'script_not_found' | 'not_visual'>> {
  const newest = await listVersions(deps, { ...key, after: null, limit: 1 });
  if (!newest.ok) return newest;
  const later = of ?? newest.value.versions[0]?.version ?? 1;
  const before = since === 'first' ? 1 : Math.max(later - 1, 1);
  return compareVersions(deps, { ...key, version: later, before });
}

type Row = {
  readonly block: string;
  readonly kind: BlockChange['kind'];
  readonly field: string;
  readonly before: string;
  readonly after: string;
};

/** A row for each field of a changed block; one for any other. */
function rowsOf({ block, command, kind, fields }: BlockChange): readonly Row[] {
  const name = `${block} (${command})`;
  if (fields.length === 0) return [{ block: name, kind, field: '', before: '', after: '' }];
  return fields.map(({ field, before, after }) => {
    return { block: name, kind, field, before: before ?? '-', after: after ?? '-' };
  });
}

const COLUMNS = [
  { title: 'BLOCK', cell: ({ block }: Row) => block },
  { title: 'CHANGE', cell: ({ kind }: Row) => kind },
  { title: 'FIELD', cell: ({ field }: Row) => field },
  { title: 'BEFORE', cell: ({ before }: Row) => before },
  { title: 'AFTER', cell: ({ after }: Row) => after },
] as const;

function changeToJson({ block, command, kind, fields }: BlockChange): object {
  return {
    block,
    command,
    kind,
    fields: fields.map(({ field, isPort, before, after }) => {
      return { field, is_port: isPort, before, after };
    }),
  };
}
