// The entry of the command line. What a command needs is loaded when it runs, so that help and
// mistakes are reported at once.

import { readFileSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Flags, Host } from '#cli/host.ts';
import type { BesideRole } from '#main/run-role.ts';
import type { Config } from '#main/settings/config.ts';
import { withStoredPasswords } from '#main/settings/password-file.ts';

// Sources without their types, and V8's code for them, are retained beside the packages, where only
// who may change the program may write. Where nobody may, nothing is retained. What is loaded
// before this line is not retained either: hence nothing is.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url)));
const { runCommandLine } = await import('#cli/run-command-line.ts');
const { readConfig } = await import('#main/settings/config.ts');
const { explainFailure } = await import('#main/explain-failure.ts');

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { readonly version: string };

// A reader that goes away early (`tidemill users list | head -1`) is no failure; a full disk is
// one.
let isOutputLost = false;
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') isOutputLost = true;
});

const BESIDE: readonly BesideRole[] = ['worker', 'bots', 'venues'];

const configOf = (flags: Flags): Config =>
  withStoredPasswords(readConfig(process.env, flags, process.cwd()), process.env);

/** As the owner of the data directory, where root types a command that is given no files. */
async function ownConfigOf(flags: Flags): Promise<Config> {
  const config = configOf(flags);
  if (process.getuid?.() !== 0) return config;
  const { becomeOwner } = await import('#main/process/give-up-root.ts');
  becomeOwner(config);
  return config;
}

/** Git is started only where the version itself is requested. */
async function shownVersion(): Promise<string> {
  if (!process.argv.slice(2).some((word) => word === '--version' || word === '-V')) return version;
  const { nameVersion } = await import('#main/name-version.ts');
  return nameVersion(version, fileURLToPath(new URL('../../', import.meta.url)));
}

const host: Host = {
  version: await shownVersion(),
  terminal: {
    write: (text) => void process.stdout.write(text),
    writeError: (text) => void process.stderr.write(text),
    isWatched: process.stdout.isTTY,
    isColored: process.stdout.isTTY && (process.env['NO_COLOR'] ?? '') === '',
  },
  async openApplication(flags) {
    const config = configOf(flags);
    const { openApplication } = await import('#main/opening/open-application.ts');
    return openApplication(config);
  },
  async openLabApplication(flags) {
    const config = configOf(flags);
    const { openLabApplication } = await import('#main/opening/open-lab-application.ts');
    return openLabApplication(config);
  },
  async openRiskApplication(flags) {
    const config = configOf(flags);
    const { openRiskApplication } = await import('#main/opening/open-risk-application.ts');
    return openRiskApplication(config);
  },
  async serve(flags, roles, welcome) {
    const wish = configOf(flags);
    // When the program is loaded, so that what is retained of it is root's.
    const { giveUpRoot, keepsRoot } = await import('#main/process/give-up-root.ts');
    const staysRoot = wish.allowsRoot || keepsRoot(wish, (text) => void process.stderr.write(text));
    const config = { ...wish, allowsRoot: staysRoot };
    const beside = BESIDE.filter((role) => roles[role]);
    if (!roles.api) {
      if (roles.venues) {
        const { runVenues } = await import('#main/venues/run-venues.ts');
        giveUpRoot(config);
        return runVenues(config, version, process.env);
      }
      if (roles.bots) {
        const { runBots } = await import('#main/bots/run-bots.ts');
        giveUpRoot(config);
        return runBots(config, version);
      }
      const { work } = await import('#main/work/work.ts');
      giveUpRoot(config);
      return work(config, version);
    }
    const { holdVenueKey, mustHoldVenueKey } = await import('#main/serving/hold-venue-key.ts');
    if (mustHoldVenueKey(process.env)) {
      giveUpRoot(config);
      return holdVenueKey(process.argv.slice(2), process.env);
    }
    const { serve } = await import('#main/serving/serve.ts');
    giveUpRoot(config);
    const environment = process.env;
    return serve(config, { version, welcome, environment, beside });
  },
  async writeFirstStart(flags, text) {
    const { writeFirstStart } = await import('#main/settings/write-first-start.ts');
    return writeFirstStart(configOf(flags).dataDir, text);
  },
  async askSecret(prompt) {
    const { askSecret } = await import('#main/process/ask-secret.ts');
    return askSecret(prompt, process.stdin, (text) => void process.stderr.write(text));
  },
  async readInput() {
    const { text } = await import('node:stream/consumers');
    return text(process.stdin);
  },
  async checkScript(source, libraries) {
    const { openScriptChecker } = await import('#main/checks/open-script-checker.ts');
    const checker = openScriptChecker((defectId, cause) => {
      process.stderr.write(`defect ${defectId}: ${cause}\n`);
    });
    try {
      return await checker.check(source, libraries, 'operator');
    } finally {
      await checker.close();
    }
  },
  async runBacktest(input, call) {
    const { openWorkThreads } = await import('#main/work/open-work-threads.ts');
    const threads = openWorkThreads(1);
    try {
      return await threads.backtests.run(input, call);
    } finally {
      await threads.close();
    }
  },
  async renderReport(subject) {
    const { renderReport } = await import('#main/reports/render-report.ts');
    return renderReport(subject);
  },
  async openFile(file) {
    const { openFile } = await import('#main/opening/open-file.ts');
    return openFile(file);
  },
  async recordCalls(flags, recording) {
    const config = await ownConfigOf(flags);
    const { wishRecording } = await import('#main/venues/wish-recording.ts');
    return wishRecording(config, recording);
  },
  async probeExchange(flags, request) {
    const config = await ownConfigOf(flags);
    const { probeExchange } = await import('#main/opening/probe-exchange.ts');
    return probeExchange(config, request);
  },
  async *diagnose(flags, isForProduction) {
    const config = await ownConfigOf(flags);
    const { diagnose } = await import('#main/doctor/diagnose.ts');
    yield* diagnose(config);
    if (!isForProduction) return;
    const { diagnoseProduction } = await import('#main/doctor/diagnose-production.ts');
    yield* diagnoseProduction(config);
  },
  async backUp(flags, files) {
    const config = configOf(flags);
    const { backUp } = await import('#main/backup/back-up.ts');
    return backUp(config, process.env, version, files);
  },
  async checkBackup(files) {
    const { checkBackup } = await import('#main/backup/restore.ts');
    return checkBackup(files);
  },
  async restore(flags, files) {
    const config = configOf(flags);
    const { restore } = await import('#main/backup/restore.ts');
    return restore(config, process.env, files);
  },
  async checkUpgrade(flags) {
    const config = configOf(flags);
    const { checkUpgrade } = await import('#main/backup/check-upgrade.ts');
    return checkUpgrade(config, version);
  },
  explain: explainFailure,
};

const exitCode = await runCommandLine(host, process.argv.slice(2));
process.on('exit', () => {
  process.exitCode = isOutputLost ? 1 : exitCode;
});
