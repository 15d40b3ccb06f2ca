// A whole service, with drivers of an exchange on the loopback, while its primary is taken away in
// each way: two servers that are promoted by hand, the same behind PgBouncer, and two under
// Patroni, where a primary may also be cut off. Nothing is lost or doubled, and all goes on. The
// figures of bench/README.md are its diagnostics.

import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { failoversOf, hasPair, PAIR_KINDS } from '../../chaos/database-pair.ts';
import { runChaos } from '../../chaos/run-chaos.ts';

for (const pair of PAIR_KINDS)
  suite(
    `failovers of ${pair}`,
    {
      skip: hasPair(pair) ? false : 'needs Debian’s pgbouncer, patroni and etcd-server',
    },
    () => {
      for (const failover of failoversOf(pair))
        test(`orders, signals and events hold through a ${failover}`, async (context) => {
          const report = await runChaos({ seed: 1, seconds: 30, size: 'all', pair, failover });
          context.diagnostic(JSON.stringify(report));
          assert.deepEqual(report.violations, []);
          const { orderMs, realOrderMs, allBotsMs } = report.failover ?? assert.fail('no figures');
          assert.ok(orderMs !== null && realOrderMs !== null, 'orders go on');
          assert.ok(allBotsMs !== null, 'all bots go on');
        });
    },
  );
