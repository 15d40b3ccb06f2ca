// Orders under nasty behaviours at every exchange, with kills: `npm run campaign:nasty`.

import test from 'node:test';
import assert from 'node:assert/strict';

import { ALL_VENUES, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import { compareCampaign } from './compare-campaign.ts';
import { ACCOUNT_MODES } from './account-modes.ts';
import { NASTY_NAMES } from './nasty-behaviours.ts';

const { NASTY_VENUES, NASTY_BEHAVIOURS, NASTY_ORDERS, NASTY_SEED, NASTY_ROUNDS } = process.env;
const { NASTY_FAULTS, NASTY_SECONDS } = process.env;
const MARKETS = VENUE_CODES.flatMap((code) =>
  (['spot', 'linear'] as const)
    .filter((kind) => ALL_VENUES[code].markets.some((market) => market.kind === kind))
    .map((kind, index) => ({ code, kind, name: index === 0 ? code : `${code}:${kind}` })),
);
/** Modes of accounts that have requests of their own. */
const MODES = ACCOUNT_MODES.map(({ code, kind, mode }) => ({
  code,
  kind,
  mode,
  name: `${code}:${mode}`,
}));
const chosen = [...MARKETS, ...MODES].filter(
  ({ name }) => NASTY_VENUES === undefined || NASTY_VENUES.split(',').includes(name),
);
const nasty = NASTY_NAMES.filter(
  (name) => NASTY_BEHAVIOURS === undefined || NASTY_BEHAVIOURS.split(',').includes(name),
);
const ordersMin = Number(NASTY_ORDERS ?? 2_000);
const firstSeed = Number(NASTY_SEED ?? 1);
const rounds = Number(NASTY_ROUNDS ?? 12);
const faultShare = Number(NASTY_FAULTS ?? 0.05);
const secondsMax = Number(NASTY_SECONDS ?? Infinity);
const CLOCK_STEP_MS = 3_000;

for (const { name, ...market } of chosen)
  test(`orders agree with ${name} under nasty behaviours`, async (t) => {
    const untilMs = Date.now() + secondsMax * 1_000;
    let compared = 0;
    for (let seed = firstSeed; compared < ordersMin && Date.now() < untilMs; seed += 1) {
      const clockStepMs = seed % 2 === 0 ? CLOCK_STEP_MS : -CLOCK_STEP_MS;
      const of = { seed, market, rounds, accounts: 20, rules: [], nasty, faultShare, clockStepMs };
      const orders = await compareCampaign(t, of);
      assert(orders > 0, `orders of seed ${seed}`);
      compared += orders;
    }
    assert(compared >= ordersMin, `${compared} orders`);
  });
