// Ids of ports for documents whose format wants one for each: made of the block and the port alone,
// so that a document is the same each time it is written.

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const GUID_LENGTH = 21;

/** Spread over 32 bits. */
function mixed(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
    hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  }
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** 21 letters, digits, `-` and `_`. */
export function portGuid(block: string, side: 'input' | 'output' | 'gate', port: string): string {
  const text = `${block}\n${side}\n${port}`;
  let guid = '';
  for (let seed = 1; guid.length < GUID_LENGTH; seed += 1) {
    let bits = mixed(text, Math.imul(seed, 0x9e_37_79_b1));
    for (let each = 0; each < 5 && guid.length < GUID_LENGTH; each += 1) {
      guid += LETTERS[bits & 63];
      bits >>>= 6;
    }
  }
  return guid;
}
