// Callers of the audit: the first user of a real service and another one, a partner and another
// one, and a user whose plan has lapsed; each with as many keys as it takes, because budgets are
// the published ones.

import { hash, randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { postgresStore } from '#adapters/postgres/postgres-store.ts';
import type { Scope } from '#domain/access/scope.ts';
import { sampleAccount, sampleKey, sampleUser } from '#ports/stores/store.fixture.ts';
import { withTestDatabase } from '../../support/database.ts';
import type { ServiceProcess } from '../../support/service-process.ts';
import { freePort } from '../../support/free-port.ts';
import { startServiceProcess } from '../../support/service-process.ts';
import type { Auditor } from './auditor.ts';
import { openAuditor } from './auditor.ts';
import { removeFolder } from '../../support/remove-folder.ts';

export type Who = 'user' | 'other_user' | 'partner' | 'other_partner' | 'lapsed';

export type AuditHarness = {
  readonly auditor: Auditor;
  readonly url: string;
  /** Of the first user. */
  readonly accountId: string;
  readonly scriptId: string;
  readonly otherAccountId: string;
  readonly lapsedAccountId: string;
  /** A key that was used at most a few times. */
  key(who: Who, scopes?: readonly Scope[]): Promise<string>;
  newKey(who: Who, scopes?: readonly Scope[]): Promise<string>;
};

/** Of the smallest budget of a minute a sixth, and of twenty in an hour. */
const USES_MAX = 10;

export async function withAuditHarness(
  work: (harness: AuditHarness) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tidemill-audit-'));
  let service: ServiceProcess | null = null;
  try {
    await withTestDatabase(async ({ url, database }) => {
      const environment = {
        DATABASE_URL: url,
        TIDEMILL_TENANT_BUDGETS: 'users=90000,partners=90000',
        TIDEMILL_UNKNOWN_KEYS: '100000/60',
        TIDEMILL_WORKER_THREADS: '1',
        TIDEMILL_BOT_THREADS: '1',
      };
      service = await startServiceProcess({ dataDir, port: await freePort(), environment });
      await work(await peopledHarness(service, postgresStore(database)));
      await service.end('SIGTERM');
    });
  } finally {
    await (service as ServiceProcess | null)?.end('SIGKILL');
    await removeFolder(dataDir);
  }
}

async function peopledHarness(
  service: ServiceProcess,
  store: ReturnType<typeof postgresStore>,
): Promise<AuditHarness> {
  const made = (pattern: RegExp): string => pattern.exec(service.welcome())?.[0] ?? '';
  const accountId = made(/acc_\w+/);
  const users = await store.listUsers();
  // Its plan has limits, and its account is not activated for bots.
  const other = sampleUser({ plan: 'standard' });
  const lapsed = sampleUser({ plan: 'standard', planUntilMs: 1 });
  const partners = [sampleUser({ plan: 'unlimited' }), sampleUser({ plan: 'unlimited' })] as const;
  for (const user of [other, lapsed, ...partners]) await store.insertUser(user);
  for (const { userId } of partners)
    await store.insertPartner({
      partnerId: userId,
      exchanges: ['sim'],
      marketTags: [],
      createdAtMs: 0,
    });
  const accounts = [other, lapsed].map(({ userId }) =>
    sampleAccount(userId, { exchange: 'sim', allowsBots: false }),
  );
  for (const account of accounts) await store.insertAccount(account);
  const userIds: { readonly [who in Who]: string } = {
    user: users[0]?.userId ?? '',
    other_user: other.userId,
    lapsed: lapsed.userId,
    partner: partners[0].userId,
    other_partner: partners[1].userId,
  };
  const newKey = async (who: Who, scopes: readonly Scope[] = []): Promise<string> => {
    const key = `tm_live_${randomBytes(32).toString('hex').slice(0, 43)}`;
    await store.insertKey(sampleKey(userIds[who], { scopes }), hash('sha256', key, 'buffer'), null);
    return key;
  };
  const inUse = new Map<string, { readonly key: string; usesCount: number }>();
  return {
    auditor: await openAuditor(service.url),
    url: service.url,
    accountId,
    scriptId: made(/scr_\w+/),
    otherAccountId: accounts[0]?.accountId ?? '',
    lapsedAccountId: accounts[1]?.accountId ?? '',
    newKey,
    async key(who, scopes = []) {
      const name = `${who} ${scopes.join()}`;
      const known = inUse.get(name);
      const used =
        known === undefined || known.usesCount >= USES_MAX
          ? { key: await newKey(who, scopes), usesCount: 0 }
          : known;
      used.usesCount += 1;
      inUse.set(name, used);
      return used.key;
    },
  };
}
