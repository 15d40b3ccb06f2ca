// `tidemill bots compare`: finished days of a bot beside the same minutes in a backtest.

import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import { parseInstant } from '#lib/time.ts';
import type { FinishedComparison } from '#services/comparisons/get-comparison.ts';
import { getComparison } from '#services/comparisons/get-comparison.ts';
import type { ComparedDay } from '#services/comparisons/list-compared-days.ts';
import { listComparedDays } from '#services/comparisons/list-compared-days.ts';
import { dayText, requestComparison } from '#services/comparisons/request-comparison.ts';
import {
  comparisonInWords,
  comparisonToJson,
  daysInWords,
  daysToJson,
} from '#cli/bots/comparison-text.ts';
import type { DaysCompared } from '#cli/bots/comparison-text.ts';
import { oneBot } from '#cli/bot-text.ts';
import { writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import type { LabCommandDeps, LabOptions } from '#cli/labs-text.ts';
import { asUser } from '#cli/labs-text.ts';
import type { ReportChoice } from '#cli/report-file.ts';
import { checkOpening, openOption, openReport, writeReport } from '#cli/report-file.ts';

type CompareOptions = LabOptions & ReportChoice & { readonly day: number; readonly days?: number };

const POLL_MS = 500;

/** Command `tidemill bots compare`. */
export function compareCommand(host: Host): Command {
  return oneBot('compare', 'compare a finished day of a bot with a backtest of the same minutes')
    .requiredOption('--day <DATE>', 'a day in UTC, such as 2026-11-20', parseDay)
    .option('--days <COUNT>', 'so many days that end with it (default: it alone)', parseDays)
    .option(
      '--report <FILE>',
      'write a page with the orders side by side and what made the difference',
    )
    .addOption(openOption())
    .action(async (botId: string, options: CompareOptions) => {
      checkOpening(options);
      await asUser(host, options, async (deps, { userId }) => {
        const bot = { userId, botId };
        const compared =
          options.days === undefined
            ? await compareOne(deps, bot, options.day)
            : await compareSeveral(deps, bot, options.day, options.days);
        await show(host, options, deps, bot, compared);
      });
    });
}

type OfBot = { readonly userId: string; readonly botId: string };

async function show(
  host: Host,
  options: CompareOptions,
  deps: LabCommandDeps,
  { userId, botId }: OfBot,
  { days, comparisons }: DaysCompared,
): Promise<void> {
  const { report } = options;
  const [first] = comparisons;
  if (first === undefined) throw failed(noneOf(days));
  if (report !== undefined) {
    const botName = (await deps.bots.findBot(userId, botId))?.name ?? botId;
    const subject = { kind: 'comparison', botName, days, comparisons } as const;
    writeReport(report, await host.renderReport(subject));
  }
  const written = report === undefined ? '' : `\nThe report is in ${report}\n`;
  const isOne = options.days === undefined;
  writeResult(
    host,
    options,
    isOne ? comparisonToJson(first) : daysToJson(botId, { days, comparisons }),
    () =>
      (isOne
        ? comparisonInWords(host.terminal, first)
        : daysInWords(host.terminal, { days, comparisons })) + written,
  );
  await openReport(host, options);
}

function noneOf(days: readonly ComparedDay[]): string {
  const reason = days.find((day) => day.reason !== null)?.reason;
  return reason ?? 'The bot ran on none of these days.';
}

function parseDay(text: string): number {
  const startMs = parseInstant(`${text}T00:00:00Z`);
  if (startMs !== null && dayText(startMs) === text) return startMs;
  throw new InvalidArgumentError(`Expected a day such as 2026-11-20; found "${text}".`);
}

function parseDays(text: string): number {
  const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= LIMITS.comparedDaysMax) return count;
  const most = LIMITS.comparedDaysMax;
  throw new InvalidArgumentError(`Expected a number from 1 to ${most}; found "${text}".`);
}

/** Throws CommandFailed where it cannot be compared. */
async function compareOne(deps: LabCommandDeps, bot: OfBot, dayMs: number): Promise<DaysCompared> {
  const compared = await compareDay(deps, bot, dayMs);
  if (!compared.ok) throw failed(compared.rejection);
  const day = { dayMs, status: 'finished', reason: null } as const;
  return { days: [day], comparisons: [compared.value] };
}

/** Those on which the bot ran; one that cannot be compared says why. */
async function compareSeveral(
  deps: LabCommandDeps,
  bot: OfBot,
  dayMs: number,
  daysMax: number,
): Promise<DaysCompared> {
  const listed = await listComparedDays(deps, { ...bot, dayMs, daysMax });
  if (!listed.ok) throw failed('There is no such bot.');
  const days: ComparedDay[] = [];
  const comparisons: FinishedComparison[] = [];
  for (const day of listed.value) {
    if (day.status === 'not_run') continue;
    const compared = await compareDay(deps, bot, day.dayMs);
    if (compared.ok) comparisons.push(compared.value);
    days.push(
      compared.ok
        ? { ...day, status: 'finished' }
        : { ...day, status: 'failed', reason: compared.rejection },
    );
  }
  return { days, comparisons };
}

/** Waits for its backtests. Rejected with why it cannot be compared. */
async function compareDay(
  deps: LabCommandDeps,
  bot: OfBot,
  dayMs: number,
): Promise<Result<FinishedComparison, string>> {
  const query = { ...bot, dayMs };
  const requested = await requestComparison(deps, { ...query, completion: null });
  if (!requested.ok) return rejected(requested.rejection.detail);
  for (;;) {
    const found = await getComparison(deps, query);
    if (!found.ok) return rejected(found.rejection.detail);
    const { report } = found.value;
    if (report !== null) return accepted({ ...found.value, report });
    await pause(POLL_MS);
  }
}

function failed(detail: string): CommandFailed {
  return new CommandFailed(
    detail,
    'The service must run, with a worker; bots are shown by: tidemill bots list',
  );
}
