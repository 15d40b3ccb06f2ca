// A process that attaches to the embedded cluster of a data directory, says so, and detaches when
// its input ends. Started by test/processes/storage/cluster-lifetime.test.ts.

import { once } from 'node:events';
import { attachCluster } from '#adapters/embedded-postgres/attach-cluster.ts';

const cluster = await attachCluster(process.argv[2] ?? '');
process.stdout.write('attached\n');
process.stdin.resume();
await once(process.stdin, 'end');
await cluster.detach();
