// Snapshots of runs at more places than every day.

import { testRunSnapshots } from '#services/live/run/run-snapshot.fixture.ts';

testRunSnapshots(5);
