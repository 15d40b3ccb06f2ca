// Bytes as hexadecimal digits.

/** Two lowercase digits for each byte. */
export function bytesToHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
