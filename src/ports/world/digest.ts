// Hashing as a port, so that services need no cryptography of their own.

export type Digest = {
  /** SHA-256 of the text's UTF-8 bytes: 32 bytes. */
  sha256(text: string): Uint8Array;
  /** 20 bytes. */
  hmacSha1(this: void, key: Uint8Array, message: Uint8Array): Uint8Array;
};
