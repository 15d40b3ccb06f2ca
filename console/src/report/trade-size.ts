// Size of the trades of a run, where its script leaves it to the run: of the money, or in money.

import { formatDecimal } from '../parts/format.ts';
import { REPORT } from '../words/report.ts';

type Setting = string | number | boolean | null;
type Settings = { readonly [name: string]: Setting | undefined };

type TradedRun = {
  readonly request: { readonly settings: Settings; readonly strategy: object | null };
  readonly report: {
    readonly settings: readonly { readonly name: string; readonly value: Setting }[];
    readonly trade_amount: string | null;
  };
};

/** Null of a strategy, whose own settings say it. */
export function tradeSizeText({ request, report }: TradedRun): string | null {
  if (request.strategy !== null) return null;
  const declared = report.settings.find(({ name }) => name === 'trade_amount_percent')?.value;
  const percent = request.settings['trade_amount_percent'] ?? declared;
  if (percent !== undefined && percent !== null)
    return REPORT.ofTheEquity(formatDecimal(String(percent)));
  const { trade_amount: amount } = report;
  return amount === null ? '–' : REPORT.ofQuote(formatDecimal(amount));
}

/** Chosen settings that stand in no row of their own. */
export function otherSettings(
  settings: Settings,
): readonly (readonly [string, Setting | undefined])[] {
  const shown = ['seed', 'trade_amount', 'trade_amount_percent'];
  return Object.entries(settings).filter(([name]) => !shown.includes(name));
}
