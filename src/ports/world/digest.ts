// Hashing as a port, so that services need no cryptography of their own.

export type Digest = {
  /** SHA-256 of the text's UTF-8 bytes: 32 bytes. */
  sha256(text: string): Uint8Array;
  /** SHA-256 of the bytes of all parts, one after the other, which may lie in shared memory. */
  sha256OfBytes(parts: readonly Uint8Array[]): Uint8Array;
};
