// The entry of the command line.

import { readFileSync } from 'node:fs';
import type { Host } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';
import { readConfig } from '#main/config.ts';
import { diagnose } from '#main/diagnose.ts';
import { explainFailure } from '#main/explain-failure.ts';
import { openApplication } from '#main/open-application.ts';
import { serve } from '#main/serve.ts';

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

// A reader that goes away early (`tidemill users list | head -1`) is no failure.
process.stdout.on('error', () => undefined);

const host: Host = {
  version,
  terminal: {
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    isColored: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '',
  },
  openApplication: (flags) => openApplication(readConfig(process.env, flags, process.cwd())),
  serve: (flags, welcome) =>
    serve(readConfig(process.env, flags, process.cwd()), { version, welcome }),
  diagnose: (flags) => diagnose(readConfig(process.env, flags, process.cwd())),
  explain: explainFailure,
};

process.exitCode = await runCommandLine(host, process.argv.slice(2));
