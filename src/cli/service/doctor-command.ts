// `tidemill doctor`: checks the installation and says what to do about what it finds.

import type { Command } from 'commander';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Check, Host } from '#cli/host.ts';
import { formatJson } from '#cli/table.ts';
import type { Style, Terminal } from '#cli/terminal.ts';
import { paint, plainText } from '#cli/terminal.ts';

const STYLES = { ok: 'green', warn: 'yellow', fail: 'red' } as const satisfies {
  [result in Check['result']]: Style;
};

/** Fails when a check fails; warnings do not. */
export function doctorCommand(host: Host): Command {
  return baseCommand('doctor', 'check the installation')
    .option('--host <ADDRESS>', 'address the service is to listen on (TIDEMILL_HOST)')
    .option('--port <NUMBER>', 'port the service is to listen on (TIDEMILL_PORT)')
    .option('--production', 'also what an installation with real money should have')
    .action(async (options: CommonOptions & { readonly production?: true }) => {
      const checks: Check[] = [];
      for await (const check of host.diagnose(options, options.production === true)) {
        checks.push(check);
        if (options.json !== true) host.terminal.write(formatCheck(host.terminal, check));
      }
      if (options.json === true) host.terminal.write(formatJson({ data: checks }));
      const failed = checks.filter((check) => check.result === 'fail').length;
      if (failed === 0) return;
      throw new CommandFailed(
        `${failed} of ${checks.length} checks failed.`,
        'Do what stands below each, then run it again.',
      );
    });
}

function formatCheck(terminal: Terminal, check: Check): string {
  const mark = paint(terminal, STYLES[check.result], check.result.padEnd(4));
  const line = `${mark}  ${check.name}: ${plainText(check.detail)}\n`;
  return check.advice === null ? line : `${line}      ${plainText(check.advice)}\n`;
}
