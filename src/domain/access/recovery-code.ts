// Codes that stand in for a lost telephone: eighty bits each, so that nothing can be learned from
// what is stored of them, written in groups that people copy without mistakes.

/** Without what is easily confused: I, L, O and U. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const CHARACTERS = 16;
const GROUP = 4;
const CODE = /^[0-9a-hjkmnp-tv-z]{16}$/;

export const RECOVERY_CODE_BYTES = 10;
export const RECOVERY_CODES = 10;

/** Of so many bytes of chance. */
export function recoveryCode(chance: Uint8Array): string {
  let value = 0n;
  for (const byte of chance.subarray(0, RECOVERY_CODE_BYTES)) value = (value << 8n) | BigInt(byte);
  let text = '';
  for (let index = 0; index < CHARACTERS; index += 1) {
    if (index > 0 && index % GROUP === 0) text = `-${text}`;
    text = (ALPHABET[Number(value % 32n)] ?? '') + text;
    value /= 32n;
  }
  return text;
}

/** What was typed, as it is written; null when it is none. */
export function readRecoveryCode(typed: string): string | null {
  const plain = typed
    .toLowerCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
  if (!CODE.test(plain)) return null;
  return plain.replaceAll(/(.{4})(?=.)/g, '$1-');
}
