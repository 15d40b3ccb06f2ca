// Snapshots of runs at a random place; test/thorough/ has more.

import { testRunSnapshots } from '#services/live/run/run-snapshot.fixture.ts';

testRunSnapshots(1);
