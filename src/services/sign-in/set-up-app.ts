// An authenticator app as a second factor: its secret is shown once, and counts when a code proves
// that the app has it. All other sessions end then, because they were opened without it.

import { stepOfCode, secretAddress, secretFromText, secretText } from '#domain/access/app-code.ts';
import { recoveryCode, RECOVERY_CODE_BYTES, RECOVERY_CODES } from '#domain/access/recovery-code.ts';
import { present } from '#lib/assert.ts';
import { LIMITS } from '#lib/limits.ts';
import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';
import type { Session } from '#ports/stores/sign-in-store.ts';
import { secretContext } from '#services/sign-in/check-code.ts';
import { noteAudit } from '#services/audit/note-audit.ts';
import type { SignInDeps, Visitor } from '#services/sign-in/sign-in-deps.ts';

/** What RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20;

type AppDeps = Omit<SignInDeps, 'passwords' | 'passkeys'>;

export type NewApp = {
  /** To be typed. */
  readonly secret: string;
  /** To be read from a picture. */
  readonly address: string;
};

/** `place`: by which the app tells this installation from others. */
export async function beginApp(
  { signIns, clock, random, digest }: AppDeps,
  { userId, place }: { readonly userId: string; readonly place: string },
): Promise<NewApp> {
  const access = present(await signIns.findAccessOf(userId), 'a session is of a user');
  const bytes = random.bytes(SECRET_BYTES);
  const secret = secretText(bytes);
  const expiresAtMs = clock.nowMs() + LIMITS.signInTicketMsMax;
  const ticket = { purpose: 'app', userId, signedInBy: null, expiresAtMs } as const;
  await signIns.insertTicket(ticket, digest.sha256(secret));
  return { secret, address: secretAddress(bytes, access.name, place) };
}

type FinishApp = {
  readonly session: Session;
  readonly secret: string;
  readonly code: string;
  readonly visitor: Pick<Visitor, 'address'>;
};

/** The recovery codes, which nothing can show again. */
export async function finishApp(
  deps: AppDeps,
  { session, secret, code, visitor }: FinishApp,
): Promise<Result<readonly string[], 'secret_unusable' | 'code_wrong'>> {
  const { signIns, secrets, clock, digest } = deps;
  const { userId, sessionId } = session;
  const nowMs = clock.nowMs();
  const hash = digest.sha256(secret);
  const bytes = secretFromText(secret);
  const ticket = await signIns.findTicket('app', hash, nowMs);
  if (bytes === null || ticket?.userId !== userId) return rejected('secret_unusable');
  const step = stepOfCode(digest.hmacSha1, bytes, code, nowMs);
  if (step === null) return rejected('code_wrong');
  if ((await signIns.takeTicket('app', hash, nowMs)) === null) return rejected('secret_unusable');
  const codes = newCodes(deps);
  await signIns.setSecondFactor({
    userId,
    sealedSecret: secrets.seal(bytes, secretContext(userId)),
    setAtMs: nowMs,
    step,
    recoveryHashes: codes.map((each) => digest.sha256(each)),
  });
  const actor = { actorId: sessionId, address: visitor.address };
  await noteAudit(deps, { userId, act: 'second_factor_set', ...actor });
  await signIns.confirmSession(sessionId, nowMs);
  await signIns.endOtherSessions(userId, sessionId);
  return accepted(codes);
}

type OfSession = {
  readonly session: Session;
  readonly visitor: Pick<Visitor, 'address'>;
};

/** New ones in place of all others; null: the user has no app. */
export async function makeRecoveryCodes(
  deps: AppDeps,
  { session, visitor }: OfSession,
): Promise<readonly string[] | null> {
  const { signIns, digest } = deps;
  const { userId, sessionId } = session;
  if ((await signIns.findSecondFactor(userId)) === null) return null;
  const codes = newCodes(deps);
  const hashes = codes.map((code) => digest.sha256(code));
  await signIns.setRecoveryCodes(userId, hashes);
  const actor = { actorId: sessionId, address: visitor.address };
  await noteAudit(deps, { userId, act: 'recovery_codes_made', ...actor });
  return codes;
}

function newCodes({ random }: Pick<AppDeps, 'random'>): readonly string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    recoveryCode(random.bytes(RECOVERY_CODE_BYTES)),
  );
}
