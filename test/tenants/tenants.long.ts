// Hostile user's attacks on an installation, beside one who notices nothing of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ATTACKS } from './attacks.ts';
import { tryAttacks } from './try-attacks.ts';

const ATTACK_MS = Number(process.env['TENANTS_ATTACK_SECONDS'] ?? 5) * 1_000;
/** A part of the names of those to try; all unless given. */
const CHOSEN = process.env['TENANTS_ATTACKS'] ?? '';
const SLACK = Number(process.env['TENANTS_SLACK'] ?? 1);

test('no attack costs another user more than it may', { timeout: 1_500_000 }, async () => {
  const report = (line: string): void => void process.stdout.write(`${line}\n`);
  const attacks = ATTACKS.filter(({ name }) => name.includes(CHOSEN));
  assert.ok(attacks.length > 0, `an attack is called "${CHOSEN}"`);
  assert.deepEqual(
    await tryAttacks({
      attacks,
      attackMs: ATTACK_MS,
      slack: SLACK,
      report,
    }),
    [],
  );
});
