// Entries of the audit log in words.

import type { AuditEntry } from '@tidemill/client';

const MEANS: { readonly [subject: string]: string } = {
  password: 'with a password',
  code: 'with a wrong code',
  link: 'with a link',
  passkey: 'with a passkey',
};

const TEXTS: { readonly [act in AuditEntry['act']]: string } = {
  sign_in: 'Signed in',
  sign_in_failed: 'Failed to sign in',
  sign_in_link_made: 'A sign-in link was made',
  sign_out: 'Signed out',
  session_ended: 'Sessions were ended',
  confirmed: 'Identity confirmed',
  confirm_failed: 'Identity confirmation failed',
  password_set: 'The password was set',
  second_factor_set: 'An authenticator app was set up',
  second_factor_removed: 'The authenticator app was removed',
  recovery_codes_made: 'New recovery codes were made',
  recovery_code_used: 'A recovery code was used',
  passkey_made: 'A passkey was made',
  passkey_removed: 'A passkey was removed',
  passkey_copied: 'A copied passkey was refused',
  role_set: 'The role was set',
  user_created: 'The user was made',
  user_deletion_begun: 'The deletion of the user began',
  user_deleted: 'The user was deleted',
  plan_set: 'The plan was set',
  key_created: 'A key was made',
  key_enabled: 'A key was enabled',
  key_disabled: 'A key was disabled',
  key_deleted: 'A key was deleted',
  request: 'Request',
};

export type ShownAct = {
  readonly text: string;
  readonly isWrong: boolean;
  readonly subject: string | null;
};

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
