// `tidemill exchanges probe`: what an exchange promises, measured at its test net.

import type { Command } from 'commander';
import { formatInstant } from '#lib/time.ts';
import type { FromFile } from '#cli/accounts/read-credentials.ts';
import { credentialsFileOption, readCredentials } from '#cli/accounts/read-credentials.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host, Probe } from '#cli/host.ts';
import { plainText } from '#cli/terminal.ts';

type ProbeOptions = CommonOptions &
  FromFile & { readonly testNet?: true; readonly market?: string };

/** Command `tidemill exchanges probe`; it refuses to run anywhere but at a test net. */
export function probeCommand(host: Host): Command {
  return baseCommand('probe', 'measure what an exchange promises of orders, at its test net')
    .argument('<CODE>', 'the code of a real exchange')
    .option('--test-net', 'place the orders of the probe there; it never places one elsewhere')
    .option('--market <TAG>', 'the market to place them on (default: CODE_BTC_USDT)')
    .addOption(credentialsFileOption())
    .action(async (code: string, options: ProbeOptions) => {
      if (options.testNet !== true)
        throw new CommandFailed(
          'A probe places orders, so it runs at the test net of the exchange only.',
          'Make an account and a key there, and add --test-net.',
        );
      const credentials = await readCredentials(host, options);
      const request = { code: code.toLowerCase(), marketTag: options.market ?? null, credentials };
      const probe = await host.probeExchange(options, request);
      writeResult(host, options, probeToJson(probe), () => probeText(probe));
    });
}

const SECOND_ORDERS = {
  first: 'the first one is returned',
  refused: 'refused',
  placed: 'placed',
  not_measured: 'not measured',
} as const;

const LATE_REQUESTS = {
  refused: 'refused',
  carried_out: 'carried out',
  not_measured: 'not measured',
} as const;

function probeText({ file, measurement, promiseClass, formerClass }: Probe): string {
  const { secondOrder, visibilityLagMs, isFoundInAnyState, lateRequest, goneAfterMs } = measurement;
  const { whileOpen, afterCancel, afterFill } = secondOrder;
  const lines = [
    `A second order of a name, while the first is open: ${SECOND_ORDERS[whileOpen]}.`,
    `After the first was cancelled: ${SECOND_ORDERS[afterCancel]}.`,
    `After the first has filled: ${SECOND_ORDERS[afterFill]}.`,
    `Found by name in each state: ${isFoundInAnyState ? 'yes' : 'no'}; the latest after ` +
      `${visibilityLagMs} ms.`,
    `A request that is older than its window: ${LATE_REQUESTS[lateRequest]}.`,
    `Ended orders of earlier probes: ${purgeText(goneAfterMs)}.`,
    `Class ${promiseClass.toUpperCase()} (before: ${formerClass.toUpperCase()}). ` +
      'Processes use it from their next start on.',
    `Written to ${plainText(file)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function purgeText({ filled, unfilled }: Probe['measurement']['goneAfterMs']): string {
  const parts = [
    ['filled', filled],
    ['unfilled', unfilled],
  ] as const;
  const gone = parts.flatMap(([kind, ageMs]) =>
    ageMs === null ? [] : [`${kind} ones are gone after ${Math.floor(ageMs / 3_600_000)} h`],
  );
  return gone.length === 0 ? 'none is gone' : gone.join(', ');
}

function probeToJson({ file, measurement, promises, promiseClass, formerClass }: Probe): object {
  const { exchange, source, measuredAtMs, secondOrder, goneAfterMs } = measurement;
  return {
    exchange,
    source,
    measured_at: formatInstant(measuredAtMs),
    file,
    second_order: {
      while_open: secondOrder.whileOpen,
      after_cancel: secondOrder.afterCancel,
      after_fill: secondOrder.afterFill,
    },
    is_found_in_any_state: measurement.isFoundInAnyState,
    visibility_lag_ms: measurement.visibilityLagMs,
    late_request: measurement.lateRequest,
    gone_after_ms: goneAfterMs,
    duplicate_name: promises.duplicateName,
    class: promiseClass,
    former_class: formerClass,
  };
}
