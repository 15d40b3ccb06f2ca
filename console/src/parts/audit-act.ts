// Entries of the audit log in words.

import type { AuditEntry } from '@tidemill/client';
import { PEOPLE } from '../words/people.ts';

const MEANS: { readonly [subject: string]: string } = {
  password: PEOPLE.withAPassword,
  code: PEOPLE.withAWrongCode,
  link: PEOPLE.withALink,
  passkey: PEOPLE.withAPasskey,
};

const TEXTS: { readonly [act in AuditEntry['act']]: string } = {
  sign_in: PEOPLE.signedIn,
  sign_in_failed: PEOPLE.failedToSignIn,
  sign_in_link_made: PEOPLE.aSignInLink,
  sign_out: PEOPLE.signedOut,
  session_ended: PEOPLE.sessionsWereEnded,
  confirmed: PEOPLE.identityConfirmed,
  confirm_failed: PEOPLE.identityConfirmationFailed,
  password_set: PEOPLE.thePasswordWasSet,
  second_factor_set: PEOPLE.anAuthenticatorAppWas,
  second_factor_removed: PEOPLE.theAuthenticatorAppWas,
  recovery_codes_made: PEOPLE.newRecoveryCodesWere,
  recovery_code_used: PEOPLE.aRecoveryCodeWas,
  passkey_made: PEOPLE.aPasskeyWasMade,
  passkey_removed: PEOPLE.aPasskeyWasRemoved,
  passkey_copied: PEOPLE.aCopiedPasskeyWas,
  role_set: PEOPLE.theRoleWasSet,
  user_created: PEOPLE.theUserWasMade,
  user_deletion_begun: PEOPLE.theDeletionOfThe,
  user_deleted: PEOPLE.theUserWasDeleted,
  plan_set: PEOPLE.thePlanWasSet,
  key_created: PEOPLE.aKeyWasMade,
  key_enabled: PEOPLE.aKeyWasEnabled,
  key_disabled: PEOPLE.aKeyWasDisabled,
  key_deleted: PEOPLE.aKeyWasDeleted,
  request: PEOPLE.request,
};

export type ShownAct = {
  readonly text: string;
  readonly isWrong: boolean;
  readonly subject: string | null;
};

/** Entry in words; unknown acts keep their name, requests have the name of their operation. */
export function actOf({ act, subject }: AuditEntry): ShownAct {
  const isWrong = act.endsWith('_failed') || act === 'passkey_copied';
  if (act === 'request') {
    const [operation = '', ...objects] = (subject ?? '').split(' ');
    return { text: inWords(operation), isWrong, subject: objects.join(' ') || null };
  }
  const means = MEANS[subject ?? ''];
  if (act.startsWith('sign_in') && means !== undefined)
    return { text: `${TEXTS[act]} ${means}`, isWrong, subject: null };
  return { text: TEXTS[act], isWrong, subject };
}

/** "startBot" as "Start bot". */
function inWords(operation: string): string {
  const words = operation.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
