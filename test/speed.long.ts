// The four headline figures of bench/README.md against the commit that they were last accepted at
// (bench/compare/baseline.txt): processor time, in turn, so that other load meets both. What takes
// more than a twentieth longer fails, and names the parts of the engine that do. A change that is
// worth its time is accepted by the new commit in that file, with the reason in its message.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { compareTrees, HEADLINES, quantile, slowerParts } from '../bench/compare/compare-trees.ts';
import { WORKLOADS } from '../bench/compare/workloads.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BASELINE = readFileSync(path.join(ROOT, 'bench/compare/baseline.txt'), 'utf8').trim();
const SLOWER = 1.05;
const OPTIONS = { pairs: 3, seconds: 3 };
/** What is beyond the bar is measured once more, before it fails. */
const ATTEMPTS = 2;

function git(...args: readonly string[]): { readonly status: number | null } {
  return spawnSync('git', ['-C', ROOT, ...args], { stdio: 'ignore' });
}

const hasBaseline = git('cat-file', '-e', `${BASELINE}^{commit}`).status === 0;

async function slownessOf(other: string, name: string): Promise<string | null> {
  const trees = { own: ROOT, other };
  const compared = await compareTrees(trees, name, OPTIONS);
  const ratio = quantile(compared.ratios, 0.5);
  if (ratio <= SLOWER) return null;
  const parts = await slowerParts(trees, name, compared);
  const texts = parts.map((each) => {
    return `${each.part} ${each.otherNs.toFixed(1)} to ${each.ownNs.toFixed(1)} ns`;
  });
  return `${name} takes ${ratio.toFixed(3)} times as long: ${texts.join(', ')}`;
}

suite('speed', { skip: hasBaseline ? false : 'the commit of the baseline is not here' }, () => {
  const other = mkdtempSync(path.join(tmpdir(), 'tidemill-speed-'));

  before(() => {
    const archive = execFileSync('git', ['-C', ROOT, 'archive', BASELINE], {
      maxBuffer: 2 ** 30,
    });
    execFileSync('tar', ['-x', '-C', other], { input: archive });
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(other, 'node_modules'));
  });
  after(() => rmSync(other, { recursive: true }));

  for (const { name } of WORKLOADS.filter((each) => HEADLINES.includes(each.name))) {
    test(`${name} is not slower than at the baseline`, async () => {
      let slowness: string | null = null;
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        slowness = await slownessOf(other, name);
        if (slowness === null) break;
      }
      assert.equal(slowness, null);
    });
  }
});
