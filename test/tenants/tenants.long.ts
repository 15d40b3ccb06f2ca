// Everything that a hostile user can do to an installation, beside one who notices nothing of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTACKS } from './attacks.ts';
import { tryAttacks } from './try-attacks.ts';

const ATTACK_MS = Number(process.env['TENANTS_ATTACK_SECONDS'] ?? 5) * 1_000;
const SLACK = Number(process.env['TENANTS_SLACK'] ?? 1);

test('no attack costs another user more than it may', { timeout: 1_500_000 }, async () => {
  const report = (line: string): void => void process.stdout.write(`${line}\n`);
  assert.deepEqual(
    await tryAttacks({
      attacks: ATTACKS,
      attackMs: ATTACK_MS,
      slack: SLACK,
      watchesMinutes: true,
      report,
    }),
    [],
  );
});
