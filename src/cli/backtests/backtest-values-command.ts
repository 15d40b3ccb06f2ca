// `tidemill backtests values`: on how many bars of a backtest each block of a visual script was
// true, ran, or gave a value.

import type { Command } from 'commander';
import { countText } from '#lib/group-thousands.ts';
import { formatInstant } from '#lib/time.ts';
import type { PortValues } from '#services/backtests/backtest-result.ts';
import { getBacktest, listResultItems } from '#services/results/get-backtest.ts';
import { userOption, userWords } from '#cli/choose-user.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import { minuteText } from '#cli/history/history-text.ts';
import type { Host } from '#cli/host.ts';
import type { LabOptions } from '#cli/labs-text.ts';
import { asUser } from '#cli/labs-text.ts';
import { formatTable } from '#cli/table.ts';

/** As many as are recorded of a run. */
const PORTS_MAX = 500;

/** Command `tidemill backtests values`. */
export function backtestValuesCommand(host: Host): Command {
  return baseCommand('values', 'show on how many bars blocks of a visual script were true')
    .argument('<ID>', 'the id that "tidemill backtests list" shows')
    .addOption(userOption('whose backtest'))
    .action(async (backtestId: string, options: LabOptions) => {
      await asUser(host, options, async (deps, caller) => {
        const query = { caller, backtestId, after: null, limit: PORTS_MAX };
        const found = await listResultItems<PortValues>(deps, 'values', query);
        if (!found.ok) {
          const advice = `See what there is: tidemill backtests list${userWords(options)}`;
          throw new CommandFailed(found.rejection.detail, advice);
        }
        const { items } = found.value;
        const view = items.length > 0 ? null : await getBacktest(deps, { caller, backtestId });
        const missing = view?.ok === true ? view.value.figures?.valuesMissing : undefined;
        const whenEmpty = missing ?? NOT_RECORDED;
        writeResult(host, options, { data: items.map(valuesToJson) }, () =>
          formatTable(host.terminal, COLUMNS, items, whenEmpty),
        );
      });
    });
}

const NOT_RECORDED =
  'It recorded none. Request a backtest of a visual script with "record_values": true';

const COLUMNS = [
  {
    title: 'BLOCK',
    cell: ({ block, port }: PortValues) => (port === '' ? block : `${block}:${port}`),
  },
  { title: 'KIND', cell: ({ kind }: PortValues) => kind },
  { title: 'BARS', cell: ({ activeBars }: PortValues) => countText(activeBars) },
  { title: 'OF', cell: ({ bars }: PortValues) => countText(bars) },
  {
    title: 'LAST',
    cell: ({ lastActiveAtMs }: PortValues) =>
      lastActiveAtMs === null ? 'never' : minuteText(lastActiveAtMs),
  },
  { title: 'AT THE END', cell: ({ runs }: PortValues) => runs.at(-1)?.[0] ?? '' },
] as const;

function valuesToJson(of: PortValues): object {
  return {
    block: of.block,
    port: of.port,
    kind: of.kind,
    bars: of.bars,
    active_bars: of.activeBars,
    last_active_at: of.lastActiveAtMs === null ? null : formatInstant(of.lastActiveAtMs),
    values: of.runs.map(([value]) => value),
    lengths: of.runs.map(([, length]) => length),
  };
}
