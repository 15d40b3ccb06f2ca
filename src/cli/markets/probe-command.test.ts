// The command that measures an exchange: it never runs but at a test net, and says what it found.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Host, Probe, ProbeRequest } from '#cli/host.ts';
import { runCommandLine } from '#cli/run-command-line.ts';

const PROBE: Probe = {
  file: '/data/probes/venue-20261123T025012Z.json',
  measurement: {
    exchange: 'venue',
    source: 'test_net',
    measuredAtMs: Date.UTC(2026, 10, 23, 2, 50, 12),
    keyMark: '0a1b2c3d4e5f',
    secondOrder: { whileOpen: 'refused', afterCancel: 'placed', afterFill: 'not_measured' },
    isFoundInAnyState: true,
    visibilityLagMs: 40,
    lateRequest: 'refused',
    endedOrders: [],
    goneAfterMs: { filled: null, unfilled: 7_300_000 },
  },
  promises: {
    duplicateName: 'refused_while_open',
    lookup: 'any_state',
    fillLists: 'market',
    news: 'all',
    requestHorizonMs: 16_000,
    visibilityLagMs: 80,
    endedRetainedMs: { filled: 1, unfilled: 1 },
  },
  promiseClass: 'b',
  formerClass: 'a',
};

async function run(line: string) {
  const seen = { out: '', error: '', requests: [] as ProbeRequest[] };
  const host = {
    version: '1.2.3',
    terminal: {
      write: (text) => void (seen.out += text),
      writeError: (text) => void (seen.error += text),
      isWatched: true,
      isColored: false,
    },
    readInput: async () => 'the key\nthe secret\n',
    async probeExchange(_flags, request) {
      seen.requests.push(request);
      return PROBE;
    },
    explain: () => null,
  } satisfies Partial<Host> as unknown as Host;
  const exitCode = await runCommandLine(host, line.split(' '));
  return { exitCode, ...seen };
}

test('a probe without --test-net is refused before it reads a key', async () => {
  const { exitCode, error, requests } = await run('exchanges probe venue --credentials-file -');
  assert.equal(exitCode, 1);
  assert.match(error, /at the test net of the exchange only/);
  assert.deepEqual(requests, []);
});

test('a probe says what it found, and where it is written', async () => {
  const line = 'exchanges probe VENUE --test-net --market VENUE_A_B --credentials-file -';
  const { exitCode, out, error, requests } = await run(line);
  assert.deepEqual([exitCode, error], [0, '']);
  const credentials = { apiKey: 'the key', secret: 'the secret', passphrase: null };
  assert.deepEqual(requests, [{ code: 'venue', marketTag: 'VENUE_A_B', credentials }]);
  for (const part of [
    'while the first is open: refused.',
    'After the first was cancelled: placed.',
    'After the first has filled: not measured.',
    'unfilled ones are gone after 2 h.',
    'Class B (before: A).',
    'Written to /data/probes/venue-20261123T025012Z.json',
  ])
    assert.ok(out.includes(part), `${part} in ${out}`);
  assert.ok(!out.includes('the secret') && !out.includes('the key'));
  const json = JSON.parse((await run(`${line} --json`)).out);
  assert.deepEqual([json.class, json.second_order.after_cancel], ['b', 'placed']);
});
