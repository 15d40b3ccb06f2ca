// Reasons why candles that were sent are not imported.

import { unreachable } from '#lib/assert.ts';
import { formatDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { FileProblem, ImportHistoryRejection } from '#services/history/import-history.ts';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse, refuseField } from '#api/http/responses/api-response.ts';

/** `symbol`: as it was sent. */
export function refuseImport(rejection: ImportHistoryRejection, symbol: string): Refusal {
  if (rejection.code === 'symbol_invalid')
    return refuseField('symbol', 'base and quote, such as "BTC/USDT"', `"${symbol}"`);
  return refuse('invalid_request', `Nothing was imported: ${reasonOf(rejection)}`);
}

type Other = Exclude<ImportHistoryRejection, { readonly code: 'symbol_invalid' }>;

function reasonOf(rejection: Other): string {
  switch (rejection.code) {
    case 'exchange_not_found':
    case 'history_computed':
    case 'market_not_found':
      return 'there is no archive.';
    case 'market_differs': {
      const { marketTag, priceStep, amountStep } = rejection.stored;
      const steps = `${formatDecimal(priceStep)} and ${formatDecimal(amountStep)}`;
      return `${marketTag} is there already, with the steps ${steps} and fees of its own.`;
    }
    case 'file_unreadable':
    case 'columns_unclear':
      return `${rejection.reason.replace(/\.$/, '')}.`;
    case 'rows_wrong':
      return wrongLines(rejection.problems, rejection.problemsCount);
    case 'no_rows':
    case 'no_files':
    case 'too_many_files':
      return 'the file has no candle.';
    case 'volume_unclear':
      return (
        `column "${rejection.column.name}" seems to be what was traded in ${rejection.quote}; ` +
        'name the one of the volume in `volume_column`, or this one if it is it.'
      );
    case 'interval_unclear':
      return 'the interval of the candles is unclear; import it by `tidemill history import`.';
    case 'interval_differs':
      return `the market has candles of ${rejection.storedMinutes} minutes.`;
    case 'leaves_hole': {
      const [from, to] = [rejection.hole.fromMs, rejection.hole.toMs].map(formatInstant);
      return `the minutes from ${from} to ${to} would be missing; fetch them first.`;
    }
    case 'price_step_unclear':
      return 'prices have more than 12 decimals; import it by `tidemill history import`.';
    case 'steps_differ':
      return 'the stored history has other steps than the market has now.';
    case 'candles_differ': {
      const first = formatInstant(rejection.firstDifferentMs);
      const count = rejection.differentCount;
      return `${count} stored candles differ, the first at ${first}; "replace" lets these win.`;
    }
    default:
      return unreachable(rejection);
  }
}

const LINES_SHOWN_MAX = 5;

function wrongLines(problems: readonly FileProblem[], count: number): string {
  const shown = problems.slice(0, LINES_SHOWN_MAX);
  const lines = shown.map(({ line, reason }) => `line ${line}: ${reason}`).join('; ');
  const more = count > shown.length ? `; and ${count - shown.length} more` : '';
  return `${lines}${more}.`;
}
