// Recovers the signer of an action at Hyperliquid: the action as MessagePack, its number, the
// account that it is for, and its end make a hash; that is the connection of a phantom agent, whose
// typed data was signed.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 as keccak } from '@noble/hashes/sha3.js';

export type Signature = Readonly<Record<'r' | 's', string>> & { readonly v: number };
export type SignedAction = {
  readonly action: unknown;
  readonly nonce: number;
  readonly signature: Signature;
  readonly expiresAfter: number | null;
  /** Absent: the main net. */
  readonly net?: 'main' | 'test';
};

const CHAIN_ID = 1_337;
/** By which an action for one net is none for the other. */
const SOURCES = { main: 'a', test: 'b' } as const;

/** In small letters. Throws where the signature is none. */
export function signerOf(signed: SignedAction): string {
  const { r, s, v } = signed.signature;
  const signature = new secp256k1.Signature(BigInt(r), BigInt(s), v - 27);
  return addressOfPoint(signature.recoverPublicKey(digestOf(signed)).toBytes(false));
}

/** What is signed. */
export function digestOf(action: Omit<SignedAction, 'signature'>): Uint8Array {
  return typedDataHash(connectionOf(action), SOURCES[action.net ?? 'main']);
}

/** Address of a private key: the last twenty bytes of a hash of its public key. */
export function addressOf(privateKey: string): string {
  return addressOfPoint(secp256k1.getPublicKey(Buffer.from(privateKey, 'hex'), false));
}

function addressOfPoint(point: Uint8Array): string {
  return `0x${Buffer.from(keccak(point.slice(1)).slice(-20)).toString('hex')}`;
}

/** No account but that of the signer is named, so there is a zero for it. */
export function connectionOf({
  action,
  nonce,
  expiresAfter,
}: Omit<SignedAction, 'signature'>): Uint8Array {
  const parts = [packed(action), whole(nonce), Buffer.of(0)];
  if (expiresAfter !== null) parts.push(Buffer.of(0), whole(expiresAfter));
  return keccak(Buffer.concat(parts));
}

function whole(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function typedDataHash(connection: Uint8Array, source: string): Uint8Array {
  const domain = keccak(
    Buffer.concat([
      hashOf('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'),
      hashOf('Exchange'),
      hashOf('1'),
      Buffer.concat([Buffer.alloc(24), whole(CHAIN_ID)]),
      Buffer.alloc(32),
    ]),
  );
  const agent = keccak(
    Buffer.concat([
      hashOf('Agent(string source,bytes32 connectionId)'),
      hashOf(source),
      connection,
    ]),
  );
  return keccak(Buffer.concat([Buffer.of(0x19, 0x01), domain, agent]));
}

function hashOf(text: string): Uint8Array {
  return keccak(Buffer.from(text));
}

/** MessagePack, as far as actions need it. */
function packed(value: unknown): Buffer {
  if (value === null) return Buffer.of(0xc0);
  if (typeof value === 'boolean') return Buffer.of(value ? 0xc3 : 0xc2);
  if (typeof value === 'number') return packedNumber(value);
  if (typeof value === 'string') return packedText(Buffer.from(value));
  if (Array.isArray(value)) return Buffer.concat([sized(0x90, value.length), ...value.map(packed)]);
  const entries = Object.entries(value as Readonly<Record<string, unknown>>);
  const words = entries.flatMap(([name, each]) => [packed(name), packed(each)]);
  return Buffer.concat([sized(0x80, entries.length), ...words]);
}

function sized(mark: number, count: number): Buffer {
  if (count > 15) throw new Error('the action is too large');
  return Buffer.of(mark | count);
}

function packedText(bytes: Buffer): Buffer {
  if (bytes.length < 32) return Buffer.concat([Buffer.of(0xa0 | bytes.length), bytes]);
  if (bytes.length > 255) throw new Error('the text is too long');
  return Buffer.concat([Buffer.of(0xd9, bytes.length), bytes]);
}

/** Whole and not below zero. */
function packedNumber(value: number): Buffer {
  if (value < 0x80) return Buffer.of(value);
  if (value < 0x100) return Buffer.of(0xcc, value);
  const bytes = Buffer.alloc(9);
  bytes.writeBigUInt64BE(BigInt(value), 1);
  if (value < 0x10000) return Buffer.concat([Buffer.of(0xcd), bytes.subarray(7)]);
  if (value < 0x100000000) return Buffer.concat([Buffer.of(0xce), bytes.subarray(5)]);
  bytes[0] = 0xcf;
  return bytes;
}
