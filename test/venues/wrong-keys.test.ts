// Keys of the wrong kind at every exchange: the check has the exchange's own words and what they
// leave open: which parts may be wrong, what a key needs there, and what a firewall may mean.

import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { CredentialForm } from '#venue-port/exchange/venue-credentials.ts';
import { exchangeRegistry } from '#services/exchanges/exchange-registry.ts';
import { checkCandidate } from '#services/credentials/check-new-credentials.ts';
import { describeWarning } from '#services/credentials/credential-warnings.ts';
import { ALL_VENUES, VENUE_CODES } from '#loopback/skins/all-venues.ts';
import type { LoopbackExchange } from './loopback-exchange.ts';
import { openLoopbackExchange } from './loopback-exchange.ts';

/** What is wrong with a key at the exchange. */
const WRONG = [
  ['revoked', { isRevoked: true }],
  ['of another address', { addresses: ['10.1.1.1'] }],
] as const;

/** Its keys are wallets, which are known or not, and are bound to no address. */
const WALLETS = new Set<string>(['hyperliquid']);

for (const code of VENUE_CODES)
  suite(`wrong keys at ${code}`, () => {
    let opened: LoopbackExchange;
    let count = 0;

    before(async () => {
      opened = await openLoopbackExchange(code);
    });
    after(() => opened.close());

    function formOf(): CredentialForm {
      const { credentialForm } = opened.venue.exchange;
      assert(credentialForm !== null);
      return credentialForm;
    }

    /** The check of a new account's key, which has these facts at the exchange. */
    async function check(facts: object) {
      const accountId = `wrong-${(count += 1)}`;
      const { apiKey } = opened.addAccount(accountId);
      opened.server.control('key', { venue: code, key: apiKey, ...facts });
      const { exchange } = opened.venue;
      const [marketType = 'spot'] = opened.dialect.marketTypes;
      const deps = {
        clock: { nowMs: () => opened.server.state.clock.nowMs() },
        exchanges: exchangeRegistry([exchange]),
      };
      return checkCandidate(deps, {
        account: { accountId, marketType },
        exchange,
        candidate: { version: 1, sealed: '', keyId: '', hint: '' },
        allowsWithdraw: false,
      });
    }

    for (const [what, facts] of WRONG)
      test(`one that is ${what} is refused with what is to be checked`, async (t) => {
        if (WALLETS.has(code)) return t.skip('its keys are wallets');
        const checked = await check(facts);
        assert(!checked.ok && checked.rejection.code === 'invalid_request');
        const { detail } = checked.rejection;
        const { apiKey, secret, passphrase, rights } = formOf();
        for (const part of [apiKey, secret, passphrase ?? secret, rights])
          assert(detail.includes(part), `"${detail}" names "${part}"`);
        assert.match(detail, /found some that it refuses: .+[.] Check that /);
      });

    test('one that may not trade connects to read, with a note of what it needs', async () => {
      const checked = await check({ canTrade: false });
      assert(checked.ok);
      const { facts, stored } = checked.value;
      assert.equal(facts.status, 'read_only');
      const credentials = { ...stored, checkedAtMs: 0 };
      const note = describeWarning('cannot_trade', credentials, formOf());
      assert(note.includes(formOf().rights), note);
      assert.match(note, /neither orders nor bots/);
    });

    test('one that may withdraw is refused', async () => {
      const checked = await check({ canWithdraw: true });
      assert(!checked.ok);
      assert.match(checked.rejection.detail, /may withdraw money from .*without this right/s);
    });

    test('a page of a firewall says what it may mean', async () => {
      const { rules } = ALL_VENUES[code];
      assert.equal(rules.code, code);
      const fault = { kind: 'trouble_before', trouble: 'firewall', probability: 1, times: null };
      opened.server.control('fault', { venue: code, ...fault });
      await assert.rejects(check({}), {
        message: 'Status 403: a firewall turns this address away, or its region is not served.',
      });
      opened.server.control('calm', { venue: code });
    });
  });
