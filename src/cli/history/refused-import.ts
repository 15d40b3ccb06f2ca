// Explains why a file was not imported, line by line, and what to do about it.

import { unreachable } from '#lib/assert.ts';
import { visibleText } from '#lib/visible-text.ts';
import { countText } from '#lib/group-thousands.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import { intervalText } from '#domain/candle/interval.ts';
import type {
  ImportHistoryCommand,
  ImportHistoryRejection,
} from '#services/history/import-history.ts';
import { CommandFailed } from '#cli/command-error.ts';

const LINES_SHOWN_MAX = 10;
const NOTHING = 'Nothing was imported.';

/** Failure of a command, with the lines that were not read; nothing was imported. */
export function refusedImport(
  rejection: ImportHistoryRejection,
  command: ImportHistoryCommand,
): CommandFailed {
  const { message, advice } = wordsFor(rejection, command);
  return new CommandFailed(message, `${NOTHING} ${advice}`);
}

type Words = { readonly message: string; readonly advice: string };

function wordsFor(rejection: ImportHistoryRejection, command: ImportHistoryCommand): Words {
  return isAboutTarget(rejection)
    ? targetWords(rejection, command)
    : contentWords(rejection, namesOf(command.paths));
}

/** As a message calls what is imported. */
function namesOf(paths: readonly string[]): string {
  const [first = ''] = paths;
  return paths.length === 1 ? `"${visibleText(first)}"` : `all ${paths.length} files`;
}

const ABOUT_TARGET = [
  'exchange_not_found',
  'symbol_invalid',
  'history_computed',
  'market_not_found',
  'market_differs',
  'file_unreadable',
] as const;

type AboutTarget = Extract<
  ImportHistoryRejection,
  { readonly code: (typeof ABOUT_TARGET)[number] }
>;

function isAboutTarget(rejection: ImportHistoryRejection): rejection is AboutTarget {
  return ABOUT_TARGET.some((code) => code === rejection.code);
}

function targetWords(
  rejection: AboutTarget,
  { exchange, symbol, marketType }: ImportHistoryCommand,
): Words {
  switch (rejection.code) {
    case 'exchange_not_found':
      return {
        message: `There is no exchange "${exchange}".`,
        advice: `Use one of: ${rejection.allowed.join(', ')}.`,
      };
    case 'symbol_invalid':
      return {
        message: `"${symbol}" is no symbol.`,
        advice:
          'Give base and quote, such as --symbol BTC/USDT, and for a perpetual what it settles ' +
          'in, ' +
          'such as BTC/USDT:USDT.',
      };
    case 'history_computed':
      return {
        message: `The minutes of the exchange "${exchange}" are computed, not imported.`,
        advice: 'Import into the exchange "archive", which makes the market.',
      };
    case 'market_not_found':
      return {
        message: `The exchange "${exchange}" has no ${marketType} market ${symbol}.`,
        advice: `To make a market of the file: --exchange ${rejection.archive}`,
      };
    case 'market_differs':
      return {
        message:
          `The market ${rejection.stored.marketTag} is there already, with price step ` +
          `${formatDecimal(rejection.stored.priceStep)}, amount step ` +
          `${formatDecimal(rejection.stored.amountStep)} and fees of its own.`,
        advice:
          'Leave steps, fees and limits out to extend it, or make it anew: ' +
          `tidemill history delete --market ${rejection.stored.marketTag}`,
      };
    case 'file_unreadable':
      return { message: unreadable(rejection), advice: unreadableAdvice(rejection) };
    default:
      return unreachable(rejection);
  }
}

/** Most reasons name the file already. */
function unreadable({ path, reason }: { readonly path: string; readonly reason: string }): string {
  const named = `"${visibleText(path)}"`;
  return reason.includes(named) ? reason : `${named}: ${reason}`;
}

function unreadableAdvice({ reason }: { readonly reason: string }): string {
  if (reason.includes('one was expected')) return 'Choose one: --zip-entry NAME';
  return 'Check the file and its name.';
}

/** What is wrong inside the file. */
function contentWords(
  rejection: Exclude<ImportHistoryRejection, AboutTarget>,
  names: string,
): Words {
  switch (rejection.code) {
    case 'columns_unclear':
      return {
        message: `"${visibleText(rejection.path)}" cannot be read: ${rejection.reason}.`,
        advice: 'See the layouts that are recognised: docs/history.md',
      };
    case 'rows_wrong':
      return { message: problemLines(names, rejection), advice: adviceFor(rejection) };
    case 'no_rows':
      return { message: `No row is in ${names}.`, advice: 'Check that it is the right file.' };
    case 'volume_unclear':
      return volumeWords(rejection, names);
    case 'no_files':
      return {
        message: `No file of candles is in ${names}.`,
        advice: 'Files end in .csv, .csv.gz, .zip or .parquet.',
      };
    case 'too_many_files':
      return {
        message: `There are more than ${countText(rejection.filesMax)} files.`,
        advice: 'Import them in parts.',
      };
    case 'interval_unclear':
      return {
        message:
          `The rows of ${names} are ${rejection.spacingMinutes} minutes apart or more, ` +
          'which does not tell of how many minutes their candles are.',
        advice: 'Say it, such as --interval 15.',
      };
    case 'interval_differs':
      return {
        message: `The market holds candles of ${intervalText(rejection.storedMinutes)}, not those of ${names}.`,
        advice:
          `Import such candles, or say that these are: --interval ${rejection.storedMinutes}. ` +
          'To begin anew: tidemill history delete --market TAG',
      };
    case 'leaves_hole':
      return holeWords(rejection, names);
    case 'price_step_unclear':
      return {
        message:
          `The prices of ${names} have more than 12 decimals, so the smallest step of the ` +
          'market does not follow from them.',
        advice:
          'Say which step its exchange has, and round the prices to it, such as ' +
          '--price-step 0.01 --round-prices',
      };
    case 'steps_differ':
      return {
        message: 'The market has other steps now than when its history was stored.',
        advice: 'Delete what is stored first: tidemill history delete --market TAG',
      };
    case 'candles_differ':
      return {
        message:
          `${countText(rejection.differentCount)} stored candles differ from those of ${names}, ` +
          `the first at ${formatInstant(rejection.firstDifferentMs)}.`,
        advice: 'To let the file win, add --replace.',
      };
    default:
      return unreachable(rejection);
  }
}

function holeWords(
  { hole, marketTag }: Extract<ImportHistoryRejection, { readonly code: 'leaves_hole' }>,
  names: string,
): Words {
  const [fromText, toText] = [hole.fromMs, hole.toMs].map(formatInstant);
  return {
    message:
      `The minutes from ${fromText} to ${toText} would be missing: they lie between ` +
      `those that are stored of ${marketTag} and those of ${names}.`,
    advice:
      'Import files of them too, or fetch them first: ' +
      `tidemill history sync --market ${marketTag} --from ${fromText}`,
  };
}

function volumeWords(
  { column, quote }: Extract<ImportHistoryRejection, { readonly code: 'volume_unclear' }>,
  names: string,
): Words {
  const name = visibleText(column.name);
  return {
    message:
      `The column "${name}" of ${names} looks like turnover in ${quote}: as a volume it would be ` +
      'worth more than any market trades.',
    advice: `Say which column the volume is, or take it all the same: --columns volume=${name}`,
  };
}

type WrongRows = Extract<ImportHistoryRejection, { readonly code: 'rows_wrong' }>;

function problemLines(names: string, { problems, problemsCount }: WrongRows): string {
  const shown = problems.slice(0, LINES_SHOWN_MAX);
  const lines = shown.map(({ path, line, reason }) =>
    path === undefined
      ? `  line ${line}: ${reason}`
      : `  line ${line} of "${visibleText(path)}": ${reason}`,
  );
  const more = problemsCount - shown.length;
  const rest = more > 0 ? [`  and ${countText(more)} more`] : [];
  return [`Lines of ${names} cannot be imported.`, ...lines, ...rest].join('\n');
}

function adviceFor({ problems }: WrongRows): string {
  const has = (words: string): boolean => problems.some(({ reason }) => reason.includes(words));
  if (has('more digits than can be retained'))
    return 'Digits beyond the fifteenth are noise; round to the price step: --round-prices';
  if (has('is empty') || has('"NaN"'))
    return 'Mend the lines, or leave out rows without prices: --empty-rows skip';
  if (has('clocks in')) return 'Write those times with their offset, such as 02:30:00+02:00.';
  if (has('price step')) return 'Mend the lines, or round: --round-prices';
  if (has('may be cut off')) return 'Get the whole file, or add --last-line read (or skip).';
  return 'Mend or remove the lines, and import again.';
}
