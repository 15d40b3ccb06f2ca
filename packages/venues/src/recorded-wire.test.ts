// Recordings of calls hold nothing by which anybody could sign in, wherever it stood.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { lineOfCall, recordedWire } from '#venues/recorded-wire.ts';
import type { VenueWire, WireOutcome } from '#venues/wire/venue-wire.ts';

const KEY = 'PLANTED-key-x7Qa91Lm';
const SECRET = 'PLANTED/secret+with="quotes"\nand lines';
const PASSPHRASE = 'PLANTED passphrase';
const SIGNATURE = 'c8db56825ae71d6d79447849e617115f4a920fa2acdcab2b053c4b2838bd6b71';
const CREDENTIALS = { apiKey: KEY, secret: SECRET, passphrase: PASSPHRASE };
const CALL = {
  access: 'private',
  section: 'private',
  method: 'POST',
  path: 'order',
  parameters: {
    symbol: 'BTCUSDT',
    quantity: '0.01',
    note: `by ${KEY}`,
    recvWindow: 5_000,
    group: { notes: [`by ${SECRET}`], isPlain: true },
  },
  lane: 'order',
  cost: 1,
} as const;

function line(outcome: WireOutcome): string {
  return lineOfCall({ atMs: 0, durationMs: 12, call: CALL, credentials: CREDENTIALS, outcome });
}

function reply(body: string, headers: readonly (readonly [string, string])[] = []): WireOutcome {
  return { kind: 'reply', status: 400, headers: new Map(headers), body, receivedAtMs: 0 };
}

const BODIES = [
  `Invalid API-key: ${KEY}`,
  JSON.stringify({ key: KEY, secret: SECRET, passphrase: PASSPHRASE }),
  `query=${encodeURIComponent(SECRET)}&pass=${encodeURIComponent(PASSPHRASE)}`,
  `{"signature":"${SIGNATURE}","msg":"bad"}`,
  `GET https://api.example.com/order?signature=${SIGNATURE}&x=1`,
  `{"listenKey": "${SIGNATURE}"}`,
  `${'x'.repeat(19_990)}${KEY}`,
];

suite('a recorded call', () => {
  for (const body of BODIES) {
    test(`has no secret of ${body.slice(0, 24)}`, () => {
      const text = line(reply(body));
      const { outcome, request } = JSON.parse(text);
      for (const secret of [KEY, SECRET, PASSPHRASE, SIGNATURE])
        for (const shown of [text, JSON.stringify(outcome), String(outcome.body)])
          assert.ok(!shown.includes(secret), shown.slice(0, 300));
      assert.ok(!/PLANTED/.test(text), text.slice(0, 300));
      assert.equal(request.parameters.note, 'by (hidden)');
      assert.equal(request.parameters.quantity, '0.01');
    });
  }

  test('has an id above 2^53 with all of its digits', () => {
    const call = { ...CALL, parameters: { oid: 8_389_765_998_331_627_938n } };
    const outcome = reply('{"oid":8389765998331627938}');
    const text = lineOfCall({ atMs: 0, durationMs: 1, call, credentials: null, outcome });
    assert.match(text, /"parameters":\{"oid":8389765998331627938\}/);
    assert.match(text, /\{\\"oid\\":8389765998331627938\}/);
  });

  test('has the request, the outcome, and of the headers those that tell of limits', () => {
    const headers = [
      ['x-mbx-used-weight-1m', '12'],
      ['set-cookie', 'session=abc'],
      ['x-mbx-uuid', 'd6a1'],
      ['retry-after', '3'],
    ] as const;
    assert.deepEqual(JSON.parse(line(reply('{"code":-1013}', headers))), {
      at: '1970-01-01T00:00:00.000Z',
      duration_ms: 12,
      request: {
        access: 'private',
        method: 'POST',
        section: 'private',
        path: 'order',
        parameters: {
          symbol: 'BTCUSDT',
          quantity: '0.01',
          note: 'by (hidden)',
          recvWindow: 5000,
          group: { notes: ['by (hidden)'], isPlain: true },
        },
      },
      outcome: {
        kind: 'reply',
        status: 400,
        headers: { 'x-mbx-used-weight-1m': '12', 'retry-after': '3' },
        body: '{"code":-1013}',
        body_characters: 14,
      },
    });
    const lost = JSON.parse(line({ kind: 'no_reply', cause: 'timeout' }));
    assert.deepEqual(lost.outcome, { kind: 'no_reply', cause: 'timeout' });
  });

  test('has at most the beginning of a long body', () => {
    const { outcome } = JSON.parse(line(reply('y'.repeat(3_000_000))));
    assert.deepEqual([outcome.body.length, outcome.body_characters], [20_000, 3_000_000]);
  });
});

test('a recorded wire sends with every limit that it was given', async () => {
  const sent: unknown[] = [];
  const wire: Pick<VenueWire, 'send'> = {
    async send(...parameters) {
      sent.push(parameters);
      return { kind: 'no_reply', cause: 'timeout' };
    },
  };
  const recorded: unknown[] = [];
  const sendByMs = (): number => -Infinity;
  const outcome = await recordedWire(wire, { nowMs: () => 0 }, ({ call }) => {
    recorded.push(call);
  }).send(CALL, CREDENTIALS, 5_000, sendByMs);
  assert.deepEqual(outcome, { kind: 'no_reply', cause: 'timeout' });
  assert.deepEqual(sent, [[CALL, CREDENTIALS, 5_000, sendByMs]]);
  assert.deepEqual(recorded, [CALL]);
});
