// Tariffs of partners: set by the operator from an instant on, and found for a period. What holds
// already is never changed, so that a past period is billed as ever.

import { assert, present } from '#lib/assert.ts';
import { formatDecimal, parseDecimal } from '#lib/decimal.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Tariff } from '#domain/plan/tariff.ts';
import { TARIFF_CODES } from '#domain/plan/tariff.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import type { PartnerStore, StoredTariff } from '#ports/stores/partner-store.ts';
import type { FindPartnerDeps, NoPartner } from '#services/partners/find-partner-of.ts';
import { findPartnerOf } from '#services/partners/find-partner-of.ts';

export type { Tariff } from '#domain/plan/tariff.ts';
export type DatedTariff = { readonly fromMs: number; readonly tariff: Tariff };

type TariffDeps = FindPartnerDeps & {
  readonly partners: Pick<PartnerStore, 'insertTariff' | 'listTariffs'>;
  readonly clock: Clock;
};

/**
 * Returns all tariffs of the partner, by instant. The first one may hold from any instant on;
 * another in the past would change what was billed, and is refused.
 */
export async function setTariff(
  deps: TariffDeps,
  command: { readonly userName: string; readonly tariff: Tariff; readonly fromMs: number | null },
): Promise<Result<readonly DatedTariff[], NoPartner | 'past_is_billed'>> {
  const found = await findPartnerOf(deps, command.userName);
  if (!found.ok) return found;
  const { partnerId } = found.value;
  const nowMs = deps.clock.nowMs();
  const fromMs = command.fromMs ?? nowMs;
  const earlier = await deps.partners.listTariffs(partnerId);
  if (earlier.length > 0 && fromMs < nowMs) return rejected('past_is_billed');
  await deps.partners.insertTariff(partnerId, { fromMs, tariff: tariffToText(command.tariff) });
  return accepted((await deps.partners.listTariffs(partnerId)).map(datedTariff));
}

/** By instant. */
export async function listTariffs(
  deps: Omit<TariffDeps, 'clock'>,
  userName: string,
): Promise<Result<readonly DatedTariff[], NoPartner>> {
  const found = await findPartnerOf(deps, userName);
  if (!found.ok) return found;
  return accepted((await deps.partners.listTariffs(found.value.partnerId)).map(datedTariff));
}

/** The tariff that holds at the instant; null: none yet. */
export async function tariffAt(
  { partners }: { readonly partners: Pick<PartnerStore, 'listTariffs'> },
  partnerId: string,
  atMs: number,
): Promise<Tariff | null> {
  const stored = await partners.listTariffs(partnerId);
  const holding = stored.findLast(({ fromMs }) => fromMs <= atMs);
  return holding === undefined ? null : tariffFromText(holding.tariff);
}

function datedTariff({ fromMs, tariff }: StoredTariff): DatedTariff {
  return { fromMs, tariff: tariffFromText(tariff) };
}

function tariffToText({ currency, prices }: Tariff): string {
  const entries = TARIFF_CODES.flatMap((code) => {
    const price = prices[code];
    return price === undefined ? [] : [[code, formatDecimal(price)]];
  });
  return JSON.stringify({ currency, prices: Object.fromEntries(entries) as unknown });
}

function tariffFromText(text: string): Tariff {
  const stored = JSON.parse(text) as {
    readonly currency: string;
    readonly prices: { readonly [code: string]: string };
  };
  const codes = Object.keys(stored.prices);
  assert(
    codes.every((code) => TARIFF_CODES.some((known) => known === code)),
    'a stored tariff prices what is counted',
  );
  const prices = codes.map((code) => {
    const price = parseDecimal(stored.prices[code] ?? '');
    return [code, present(price, 'a stored price is a decimal')];
  });
  return { currency: stored.currency, prices: Object.fromEntries(prices) as Tariff['prices'] };
}
