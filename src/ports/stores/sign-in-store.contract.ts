// Contract of every store for the means of sign-in.

import assert from 'node:assert/strict';
import { LIMITS } from '#lib/limits.ts';
import { HOUR_MS } from '#lib/time.ts';
import { ATTEMPTS_OF_NAME } from '#domain/access/attempts.ts';
import type { Session } from '#ports/stores/sign-in-store.ts';
import type { Store } from '#ports/stores/store.ts';
import type { StoreCases } from '#ports/stores/store.fixture.ts';
import { lostCompletion, sampleHash, sampleId, sampleUser } from '#ports/stores/store.fixture.ts';

const NOW_MS = 1_700_000_000_000;

function sampleSession(userId: string, changes: Partial<Session> = {}): Session {
  return {
    sessionId: sampleId('sess'),
    userId,
    createdAtMs: NOW_MS,
    lastSeenAtMs: NOW_MS,
    address: '192.0.2.7',
    agent: 'a browser',
    signedInBy: 'password',
    confirmedAtMs: NOW_MS,
    ...changes,
  };
}

async function withUser(store: Store) {
  const user = sampleUser();
  await store.insertUser(user);
  return user;
}

async function open(store: Store, userId: string, changes: Partial<Session> = {}) {
  const session = sampleSession(userId, changes);
  const hash = sampleHash();
  await store.insertSession(session, hash, 100);
  return { session, hash };
}

export const SIGN_IN_CASES: StoreCases = {
  'a user is a trader without a password at first': async (store) => {
    const { userId, name } = await withUser(store);
    const fresh = { userId, name, role: 'trader', passwordHash: null, isPartner: false };
    assert.deepEqual(await store.findAccess(name), fresh);
    assert.deepEqual(await store.findAccessOf(userId), fresh);
    assert.equal(await store.setRole(userId, 'read_only'), true);
    assert.equal((await store.findAccess(name))?.role, 'read_only');
    assert.equal(await store.setRole('user_none', 'owner'), false);
    assert.equal(await store.findAccess('nobody has this name'), null);
    const offer = { exchanges: [], marketTags: [] };
    await store.insertPartner({ partnerId: userId, ...offer, createdAtMs: NOW_MS });
    assert.equal((await store.findAccessOf(userId))?.isPartner, true);
  },
  'the last owner stays one, also when two take it from each other': async (store) => {
    const others = (await store.listKnownUsers({ afterId: null, limit: 10_000, nowMs: NOW_MS }))
      .filter(({ role }) => role === 'owner')
      .map(({ userId }) => userId);
    const [one, two] = [await withUser(store), await withUser(store)];
    for (const { userId } of [one, two])
      assert.equal(await store.changeRole(userId, 'owner'), 'changed');
    for (const userId of others) await store.changeRole(userId, 'trader');
    const changes = await Promise.all(
      [one, two].map(({ userId }) => store.changeRole(userId, 'trader')),
    );
    assert.deepEqual(changes.toSorted(), ['changed', 'last_owner']);
    assert.equal(await store.changeRole('user_none', 'owner'), 'user_not_found');
  },
  'a request that was taken over changes no role': async (store) => {
    const { userId } = await withUser(store);
    const changing = store.changeRole(userId, 'owner', await lostCompletion(store));
    await assert.rejects(changing, { code: 'conflict' });
    assert.equal((await store.findKnownUser(userId, NOW_MS))?.role, 'trader');
  },
  'users are listed by id, with what they sign in with': async (store) => {
    const [first, second] = [await withUser(store), await withUser(store)];
    await open(store, second.userId);
    await open(store, second.userId, { lastSeenAtMs: NOW_MS - 12 * HOUR_MS });
    await store.setRole(second.userId, 'read_only');
    const query = { afterId: first.userId, limit: 1, nowMs: NOW_MS + 1 };
    const [listed] = await store.listKnownUsers(query);
    assert.deepEqual(await store.findKnownUser(second.userId, NOW_MS + 1), listed);
    assert.equal(await store.findKnownUser('user_none', NOW_MS), null);
    assert.deepEqual(await store.listKnownUsers(query), [
      {
        ...second,
        role: 'read_only',
        hasPassword: false,
        hasApp: false,
        passkeysCount: 0,
        keysCount: 0,
        sessionsCount: 1,
        lastSeenAtMs: NOW_MS,
        deletionBeganAtMs: null,
      },
    ]);
  },
  'a session has the rights of its user, and of its role': async (store) => {
    const { userId } = await withUser(store);
    const { session, hash } = await open(store, userId);
    const principal = await store.findSession(hash);
    assert.equal(principal?.keyId, session.sessionId);
    assert.deepEqual(principal?.scopes, []);
    assert.equal(principal?.expiresAtMs, NOW_MS + 12 * HOUR_MS);
    await store.setRole(userId, 'read_only');
    assert.deepEqual((await store.findSession(hash))?.scopes, ['read']);
    assert.equal(await store.findSession(sampleHash()), null);
  },
  'a session lives on while it is seen': async (store) => {
    const { userId } = await withUser(store);
    const { session, hash } = await open(store, userId);
    const keyId = session.sessionId;
    await store.touchSessions([{ keyId, usedAtMs: NOW_MS + HOUR_MS }]);
    await store.touchSessions([{ keyId, usedAtMs: NOW_MS }]);
    assert.equal((await store.findSession(hash))?.expiresAtMs, NOW_MS + 13 * HOUR_MS);
  },
  'sessions are listed newest first, without those that are over': async (store) => {
    const { userId } = await withUser(store);
    await open(store, userId, { lastSeenAtMs: NOW_MS - 12 * HOUR_MS });
    const first = await open(store, userId);
    const second = await open(store, userId);
    const listed = await store.listSessions(userId, NOW_MS);
    assert.deepEqual(listed, [second.session, first.session]);
  },
  'a session is ended by its own user alone': async (store) => {
    const [own, other] = [await withUser(store), await withUser(store)];
    const { session, hash } = await open(store, own.userId);
    assert.equal(await store.endSession(other.userId, session.sessionId), false);
    assert.equal(await store.endSession(own.userId, session.sessionId), true);
    assert.equal(await store.findSession(hash), null);
  },
  'of too many sessions the oldest ends': async (store) => {
    const { userId } = await withUser(store);
    const hashes = [sampleHash(), sampleHash(), sampleHash()];
    for (const hash of hashes) await store.insertSession(sampleSession(userId), hash, 2);
    const found = await Promise.all(hashes.map((hash) => store.findSession(hash)));
    assert.deepEqual(
      found.map((principal) => principal !== null),
      [false, true, true],
    );
  },
  'a new password ends all sessions and links but the one it opens': async (store) => {
    const { userId, name } = await withUser(store);
    const { hash } = await open(store, userId);
    const linkHash = sampleHash();
    await store.insertLink(userId, linkHash, NOW_MS + HOUR_MS);
    const [session, sessionHash] = [sampleSession(userId), sampleHash()];
    const change = { userId, passwordHash: 'made slow', atMs: NOW_MS, session, sessionHash };
    await store.setPassword(change);
    assert.equal(await store.findSession(hash), null);
    assert.equal(await store.takeLink(linkHash, NOW_MS), null);
    assert.deepEqual(await store.listSessions(userId, NOW_MS), [session]);
    assert.equal((await store.findAccess(name))?.passwordHash, 'made slow');
  },
  'a link works once': async (store) => {
    const { userId } = await withUser(store);
    const hash = sampleHash();
    await store.insertLink(userId, hash, NOW_MS + HOUR_MS);
    const taken = await Promise.all([store.takeLink(hash, NOW_MS), store.takeLink(hash, NOW_MS)]);
    assert.deepEqual(new Set(taken), new Set([null, userId]));
  },
  'a link that is too old is none': async (store) => {
    const { userId } = await withUser(store);
    const hash = sampleHash();
    await store.insertLink(userId, hash, NOW_MS);
    assert.equal(await store.takeLink(hash, NOW_MS), null);
  },
  'of a hundred attempts at once five are taken': async (store) => {
    const subject = sampleId('name');
    const waits = await Promise.all(
      Array.from({ length: 100 }, () => store.takeAttempt(subject, ATTEMPTS_OF_NAME, NOW_MS)),
    );
    assert.equal(waits.filter((waitMs) => waitMs === 0).length, 5);
    assert.equal(Math.max(...waits), ATTEMPTS_OF_NAME.firstWaitMs);
    await store.returnAttempt(subject);
    assert.equal(await store.takeAttempt(subject, ATTEMPTS_OF_NAME, NOW_MS), 0);
  },
  'a network is known of the user who signed in from it, until it is too old': async (store) => {
    const { userId, name } = await withUser(store);
    const known = (network: string, sinceMs: number, of = name) =>
      store.isKnownNetwork(of, network, sinceMs);
    assert.equal(await known('192.0.2.1', 0), false);
    await store.noteNetwork(userId, '192.0.2.1', NOW_MS);
    await store.noteNetwork(userId, '192.0.2.1', NOW_MS - 5);
    assert.equal(await known('192.0.2.1', NOW_MS), true);
    assert.equal(await known('192.0.2.1', NOW_MS + 1), false);
    assert.equal(await known('192.0.2.2', 0), false);
    assert.equal(await known('192.0.2.1', 0, 'nobody'), false);
    await store.forgetSignIns(NOW_MS + LIMITS.sessionMsMax);
    assert.equal(await known('192.0.2.1', NOW_MS), true);
    await store.forgetSignIns(NOW_MS + LIMITS.sessionMsMax + 1);
    assert.equal(await known('192.0.2.1', 0), false);
  },
  'the audit log is read newest first, page by page, of one user or of all': async (store) => {
    const { userId } = await withUser(store);
    const rest = { atMs: NOW_MS, act: 'sign_in', actorId: null, address: null } as const;
    const actorUserId = null;
    const entries = [1, 2, 3].map(() => ({
      ...rest,
      entryId: sampleId('aud'),
      userId,
      subject: null,
      actorUserId,
    }));
    for (const entry of entries) await store.appendAudit(entry);
    const [newest, middle, oldest] = entries.toReversed();
    assert.deepEqual(await store.listAudit({ userId, before: null, limit: 2 }), [newest, middle]);
    const before = middle?.entryId ?? null;
    assert.deepEqual(await store.listAudit({ userId, before, limit: 2 }), [oldest]);
    const all = await store.listAudit({ userId: null, before: null, limit: 1 });
    assert.deepEqual(all, [newest]);
  },
  'what a user did to others is in its audit log, and in theirs': async (store) => {
    const [owner, other] = [await withUser(store), await withUser(store)];
    const entry = {
      entryId: sampleId('aud'),
      userId: other.userId,
      atMs: NOW_MS,
      act: 'role_set',
      actorId: 'sess_1',
      address: '192.0.2.7',
      subject: 'trader',
      actorUserId: owner.userId,
    } as const;
    await store.appendAudit(entry);
    for (const { userId } of [owner, other])
      assert.deepEqual(await store.listAudit({ userId, before: null, limit: 9 }), [entry]);
  },
  'all sessions but one are ended, and the links': async (store) => {
    const { userId } = await withUser(store);
    const [first, second] = [await open(store, userId), await open(store, userId)];
    const linkHash = sampleHash();
    await store.insertLink(userId, linkHash, NOW_MS + HOUR_MS);
    const other = await open(store, (await withUser(store)).userId);
    assert.equal(await store.endOtherSessions(userId, second.session.sessionId), 1);
    assert.equal(await store.findSession(first.hash), null);
    assert.notEqual(await store.findSession(second.hash), null);
    assert.notEqual(await store.findSession(other.hash), null);
    assert.equal(await store.takeLink(linkHash, NOW_MS), null);
    assert.equal(await store.endOtherSessions(userId, null), 1);
    assert.equal(await store.findSession(second.hash), null);
  },
  'a session is confirmed from then on': async (store) => {
    const { userId } = await withUser(store);
    const { session, hash } = await open(store, userId);
    assert.equal((await store.findSession(hash))?.confirmedAtMs, NOW_MS);
    await store.confirmSession(session.sessionId, NOW_MS + HOUR_MS);
    assert.equal((await store.findSession(hash))?.confirmedAtMs, NOW_MS + HOUR_MS);
  },
  'what is over is forgotten': async (store) => {
    const { userId } = await withUser(store);
    const old = await open(store, userId, { lastSeenAtMs: NOW_MS - 12 * HOUR_MS - 1 });
    const { hash } = await open(store, userId);
    await store.forgetSignIns(NOW_MS);
    assert.equal(await store.findSession(old.hash), null);
    assert.notEqual(await store.findSession(hash), null);
  },
};
