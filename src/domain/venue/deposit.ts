// Money that comes to the venue from outside.

import { assert } from '#lib/assert.ts';
import { depositTransfers } from '#domain/ledger/ledger.ts';
import type { Units } from '#venue-port/money/currency.ts';
import type { VenueStep } from '#domain/venue/venue-effects.ts';
import { book, closeDraft, openDraft } from '#domain/venue/venue-draft.ts';
import type { VenueState } from '#domain/venue/venue-state.ts';

/** Adds the units, which are zero or more, to what is available. */
export function deposit(
  state: VenueState,
  currency: string,
  units: Units,
  reference: string,
  atMs: number,
): VenueStep {
  assert(units >= 0n, 'a deposit is not below zero');
  const draft = openDraft(state);
  const booked = book(draft, depositTransfers(currency, units, reference), atMs);
  assert(booked.ok, 'a deposit takes nothing from the account');
  return closeDraft(draft);
}
