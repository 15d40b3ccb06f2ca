import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryInstallationStore } from '#adapters/memory/memory-installation-store.ts';
import { INSTALLATION_CASES } from '#ports/stores/installation-store.contract.ts';

for (const [name, run] of Object.entries(INSTALLATION_CASES))
  test(name, () => assert.doesNotReject(run(memoryInstallationStore())));
