// `tidemill partners tariff`: what a partner pays, set from an instant on, and shown.

import type { Command } from 'commander';
import { InvalidArgumentError } from 'commander';
import type { Decimal } from '#lib/decimal.ts';
import { formatDecimal, parseDecimal } from '#lib/decimal.ts';
import { formatInstant } from '#lib/time.ts';
import type { TariffCode } from '#domain/plan/tariff.ts';
import { TARIFF_CODES, TARIFF_UNITS } from '#domain/plan/tariff.ts';
import type { DatedTariff, Tariff } from '#services/partner-reports/tariffs.ts';
import { listTariffs, setTariff } from '#services/partner-reports/tariffs.ts';
import type { CommonOptions } from '#cli/command-base.ts';
import { baseCommand, withApplication, writeResult } from '#cli/command-base.ts';
import { CommandFailed } from '#cli/command-error.ts';
import type { Host } from '#cli/host.ts';
import { parseUntil } from '#cli/parse-argument.ts';
import { refusedPartner } from '#cli/partners/refused-partner.ts';
import { formatTable } from '#cli/table.ts';

type Prices = Tariff['prices'];

type TariffOptions = CommonOptions & {
  readonly price?: Prices;
  readonly currency: string;
  readonly from?: number;
};

const UNITS_HELP = TARIFF_CODES.map((code) => `${code} (${TARIFF_UNITS[code]})`).join(', ');

/** Command `tidemill partners tariff`; a past that was billed cannot be changed. */
export function partnerTariffCommand(host: Host): Command {
  return baseCommand('tariff', 'set what a partner pays with --price, or show it')
    .argument('<NAME>', 'the user that is the partner')
    .option('--price <CODE=AMOUNT>', `a price, as often as needed: ${UNITS_HELP}`, collectPrice)
    .option('--currency <CODE>', 'currency of the prices', parseCurrency, 'USDT')
    .option('--from <DATE>', 'when it begins to hold (default: now)', parseUntil)
    .action(async (userName: string, options: TariffOptions) => {
      await withApplication(host, options, async ({ deps }) => {
        const { price: prices, currency, from: fromMs = null } = options;
        const done =
          prices === undefined
            ? await listTariffs(deps, userName)
            : await setTariff(deps, { userName, tariff: { currency, prices }, fromMs });
        if (!done.ok) {
          if (done.rejection !== 'past_is_billed')
            throw await refusedPartner(deps, done.rejection, userName);
          throw new CommandFailed(
            'A tariff after the first one cannot begin in the past: it would change old bills.',
            'Leave out --from, or name a later date.',
          );
        }
        writeResult(host, options, { data: done.value.map(tariffToJson) }, () =>
          formatTable(host.terminal, COLUMNS, done.value.flatMap(rowsOf), NO_TARIFF),
        );
      });
    });
}

const NO_TARIFF = 'There is no tariff. To set one: tidemill partners tariff NAME --price CODE=1';

type PriceRow = {
  readonly fromMs: number;
  readonly code: TariffCode;
  readonly price: Decimal;
  readonly currency: string;
};

const COLUMNS = [
  { title: 'FROM', cell: (row: PriceRow) => formatInstant(row.fromMs) },
  { title: 'CODE', cell: (row: PriceRow) => row.code },
  { title: 'PRICE', cell: (row: PriceRow) => priceText(row) },
  { title: 'FOR', cell: (row: PriceRow) => TARIFF_UNITS[row.code] },
] as const;

function priceText({ code, price, currency }: PriceRow): string {
  return formatDecimal(price) + (code === 'traded_volume' ? ' %' : ` ${currency}`);
}

function rowsOf({ fromMs, tariff }: DatedTariff): readonly PriceRow[] {
  const { currency, prices } = tariff;
  return TARIFF_CODES.flatMap((code) => {
    const price = prices[code];
    return price === undefined ? [] : [{ fromMs, code, price, currency }];
  });
}

function tariffToJson(dated: DatedTariff) {
  const prices = rowsOf(dated).map(({ code, price }) => [code, formatDecimal(price)]);
  return {
    from: formatInstant(dated.fromMs),
    currency: dated.tariff.currency,
    prices: Object.fromEntries(prices) as unknown,
  };
}

function collectPrice(text: string, earlier: Prices | undefined): Prices {
  const [name = '', amountText = '', ...rest] = text.split('=');
  const code = TARIFF_CODES.find((each) => each === name);
  const price = parseDecimal(amountText);
  if (code !== undefined && price !== null && price >= 0n && rest.length === 0)
    return { ...earlier, [code]: price };
  throw new InvalidArgumentError(
    `Expected CODE=AMOUNT such as active_bot=5, of ${TARIFF_CODES.join(', ')}; found "${text}".`,
  );
}

function parseCurrency(text: string): string {
  if (/^[A-Za-z0-9]{1,20}$/.test(text)) return text.toUpperCase();
  throw new InvalidArgumentError(`Expected a currency such as USDT; found "${text}".`);
}
