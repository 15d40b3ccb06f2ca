// Means of sign-in, as the service stores them: roles and passwords, sessions, one-time links, who
// tried how often, and the audit log, to which is only ever added. All calls throw
// Failure('unavailable') when the store cannot be reached.

import type { AttemptRules } from '#domain/access/attempts.ts';
import type { Role } from '#domain/access/role.ts';
import type { HeldClaim } from '#ports/stores/idempotency-store.ts';
import type { Principal } from '#ports/stores/key-store.ts';
import type { User } from '#ports/stores/user-store.ts';

/** Of a user who can sign in; end users cannot. */
export type UserAccess = {
  readonly userId: string;
  readonly name: string;
  readonly role: Role;
  /** Null: none was set yet. */
  readonly passwordHash: string | null;
  /** Whether it has end users of its own. */
  readonly isPartner: boolean;
};

/** By what somebody signed in. */
export const SIGN_IN_MEANS = ['password', 'link', 'passkey'] as const;
export type SignInMeans = (typeof SIGN_IN_MEANS)[number];

export type Session = {
  readonly sessionId: string;
  readonly userId: string;
  readonly createdAtMs: number;
  readonly lastSeenAtMs: number;
  /** Where it was opened from. */
  readonly address: string | null;
  readonly agent: string | null;
  readonly signedInBy: SignInMeans;
  /** When its user last proved to be there: by signing in, or by the password again. */
  readonly confirmedAtMs: number;
};

export const AUDIT_ACTS = [
  'sign_in',
  'sign_in_failed',
  'sign_in_link_made',
  'sign_out',
  'session_ended',
  'confirmed',
  'confirm_failed',
  'password_set',
  'second_factor_set',
  'second_factor_removed',
  'recovery_codes_made',
  'recovery_code_used',
  'passkey_made',
  'passkey_removed',
  'passkey_copied',
  'role_set',
  'user_created',
  'user_deletion_begun',
  'user_deleted',
  'plan_set',
  'key_created',
  'key_enabled',
  'key_disabled',
  'key_deleted',
  'request',
] as const;
export type AuditAct = (typeof AUDIT_ACTS)[number];

/** Who did what from where. */
export type AuditEntry = {
  readonly entryId: string;
  readonly userId: string;
  readonly atMs: number;
  readonly act: AuditAct;
  /** The session or key; null: the operator, at the machine. */
  readonly actorId: string | null;
  readonly address: string | null;
  /** Of a request its operation. */
  readonly subject: string | null;
  /** Who acted on another user; null: the user itself, or the operator at the machine. */
  readonly actorUserId: string | null;
};

/** A user as owners see it. */
export type KnownUser = User & {
  readonly role: Role;
  readonly hasPassword: boolean;
  readonly hasApp: boolean;
  readonly passkeysCount: number;
  readonly keysCount: number;
  /** Those that are not over. */
  readonly sessionsCount: number;
  /** Null: in no session that is not over. */
  readonly lastSeenAtMs: number | null;
  /** Null: it is not being deleted. */
  readonly deletionBeganAtMs: number | null;
};

export type PasswordChange = {
  readonly userId: string;
  readonly passwordHash: string;
  readonly atMs: number;
  /** Opened with the change, when all others have ended. */
  readonly session: Session;
  readonly sessionHash: Uint8Array;
};

export type SignInStore = {
  /** Null for one who is being deleted, too. */
  findAccess(userName: string): Promise<UserAccess | null>;
  findAccessOf(userId: string): Promise<UserAccess | null>;
  /** False when there is no such user. Takes effect at once in every process. */
  setRole(userId: string, role: Role): Promise<boolean>;
  /**
   * The same, unless no owner would be left: of two who take it from each other one does. Insists
   * on the claim, if given.
   */
  changeRole(
    userId: string,
    role: Role,
    claim?: HeldClaim | null,
  ): Promise<'changed' | 'user_not_found' | 'last_owner'>;
  /** Sorted by id, without end users and those who were deleted. */
  listKnownUsers(query: {
    readonly afterId: string | null;
    readonly limit: number;
    readonly nowMs: number;
  }): Promise<readonly KnownUser[]>;
  /** Null: there is no such user, it was deleted, or it is an end user. */
  findKnownUser(userId: string, nowMs: number): Promise<KnownUser | null>;
  /** Ends all sessions and links of the user, at once in every process, and opens one. */
  setPassword(change: PasswordChange): Promise<void>;
  /** Ends the oldest when there are too many. */
  insertSession(session: Session, secretHash: Uint8Array, sessionsMax: number): Promise<void>;
  /** Null when the hash belongs to no session, or one that was ended. */
  findSession(secretHash: Uint8Array): Promise<Principal | null>;
  /** Newest first, those alone that are not over. */
  listSessions(userId: string, nowMs: number): Promise<readonly Session[]>;
  /** False when the user has no such session. Takes effect at once in every process. */
  endSession(userId: string, sessionId: string): Promise<boolean>;
  /** All of the user but this one, with the links; how many sessions ended. At once everywhere. */
  endOtherSessions(userId: string, sessionId: string | null): Promise<number>;
  /** Takes effect at once in every process. */
  confirmSession(sessionId: string, atMs: number): Promise<void>;
  /** As `touchKeys`. */
  touchSessions(
    uses: readonly { readonly keyId: string; readonly usedAtMs: number }[],
  ): Promise<void>;
  insertLink(userId: string, secretHash: Uint8Array, expiresAtMs: number): Promise<void>;
  /** Uses the link up. Its user; null when it is unknown, used or too old. */
  takeLink(secretHash: Uint8Array, nowMs: number): Promise<string | null>;
  /**
   * Counts an attempt as failed, before it is known whether it is: many at once are many. Returns
   * how long the subject has to wait; 0: the attempt is taken.
   */
  takeAttempt(subject: string, rules: AttemptRules, nowMs: number): Promise<number>;
  /** The user signed in from the network. */
  noteNetwork(userId: string, network: string, atMs: number): Promise<void>;
  /** Whether the user of the name signed in from the network, as late as that or later. */
  isKnownNetwork(userName: string, network: string, sinceMs: number): Promise<boolean>;
  /** The attempt was none of a guesser's. */
  returnAttempt(subject: string): Promise<void>;
  appendAudit(entry: AuditEntry): Promise<void>;
  /**
   * Newest first, before the entry with the id: what a user did and what was done to it, or all of
   * everybody when `userId` is null.
   */
  listAudit(query: {
    readonly userId: string | null;
    readonly before: string | null;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
  /** Forgets what is over: sessions, links and attempts. */
  forgetSignIns(nowMs: number): Promise<void>;
};
