// Rules for passwords: long enough to withstand guessing, and nothing that stands beside it.

import { LIMITS } from '#lib/limits.ts';

export type PasswordProblem = 'too_short' | 'too_long' | 'too_plain';

/** Null when it may be the user's password. Length is what counts; no characters are prescribed. */
export function passwordProblem(password: string, userName: string): PasswordProblem | null {
  const characters = Array.from(password);
  if (characters.length < LIMITS.passwordCharactersMin) return 'too_short';
  if (characters.length > LIMITS.passwordCharactersMax) return 'too_long';
  const plain = password.toLowerCase();
  const isOneCharacter = new Set(characters).size < 4;
  return isOneCharacter || plain === userName.toLowerCase() ? 'too_plain' : null;
}
