// Snapshots of runs at a few random places; test/processes/thorough/ has more.

import { testRunSnapshots } from '#services/live/run/run-snapshot.fixture.ts';

testRunSnapshots(2);
