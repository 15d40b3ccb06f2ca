// Networks from which a key may be used: an IPv4 or IPv6 address, or a range of them such as
// 192.0.2.0/24. An IPv4 address that is written as IPv6 is the IPv4 address.

import type { Result } from '#lib/result.ts';
import { accepted, rejected } from '#lib/result.ts';

export type AddressRange = {
  readonly bits: 32 | 128;
  readonly first: bigint;
  /** How many leading bits all addresses of the range have in common. */
  readonly prefixBits: number;
};

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,2})$/;
const HEX_GROUP = /^[0-9a-f]{1,4}$/i;
const ADDRESS_CHARACTERS_MAX = 45;
const V4_AS_V6 = 0xffffn << 32n;

/** The reason why the text is refused is in words that follow "expected". */
export function parseAddressRange(text: string): Result<AddressRange, string> {
  const [written = '', prefix, ...rest] = text.split('/');
  const address = parseAddress(written);
  if (address === null || rest.length > 0)
    return rejected('an IP address or a range such as "192.0.2.0/24"');
  if (prefix === undefined) return accepted({ ...address, prefixBits: address.bits });
  const prefixBits = WHOLE_NUMBER.test(prefix) ? Number(prefix) : Infinity;
  if (prefixBits > address.bits) return rejected(`at most ${address.bits} bits after the "/"`);
  const free = BigInt(address.bits - prefixBits);
  const first = (address.first >> free) << free;
  if (first === address.first) return accepted({ ...address, prefixBits });
  return rejected(
    `the first address of the range, ${formatAddress(address.bits, first)}/${prefix}`,
  );
}

/** Whether every address of `inner` is one of `outer`. */
export function isWithinRange(inner: AddressRange, outer: AddressRange): boolean {
  if (inner.bits !== outer.bits || inner.prefixBits < outer.prefixBits) return false;
  const free = BigInt(outer.bits - outer.prefixBits);
  return inner.first >> free === outer.first >> free;
}

/** Whether the address is in one of the ranges; no ranges allow every address. */
export function allowsAddress(ranges: readonly string[], address: string | undefined): boolean {
  return ranges.length === 0 || isAddressIn(readRanges(ranges), address);
}

/** Whether `outer` allows every address that `inner` allows; no ranges allow every address. */
export function allowsRanges(outer: readonly string[], inner: readonly string[]): boolean {
  if (outer.length === 0) return true;
  const read = readRanges(outer);
  return (
    inner.length > 0 &&
    readRanges(inner).every((range) => read.some((each) => isWithinRange(range, each)))
  );
}

/** What is no range allows no address. */
function readRanges(texts: readonly string[]): readonly AddressRange[] {
  return texts.flatMap((text) => {
    const range = parseAddressRange(text);
    return range.ok ? [range.value] : [];
  });
}

/** Whether the text is an address in one of the ranges; none has any. */
export function isAddressIn(ranges: readonly AddressRange[], address: string | undefined): boolean {
  const found = address === undefined ? null : parseAddress(address);
  if (found === null) return false;
  const single = { ...found, prefixBits: found.bits };
  return ranges.some((range) => isWithinRange(single, range));
}

/**
 * What an address is counted as: an IPv4 address by itself, an IPv6 address with its first 64 bits,
 * of which whoever has one has all. What is no address is itself.
 */
export function networkOf(text: string): string {
  const address = parseAddress(text);
  if (address === null) return text.slice(0, ADDRESS_CHARACTERS_MAX);
  if (address.bits === 32) return formatAddress(32, address.first);
  return `${formatAddress(128, (address.first >> 64n) << 64n)}/64`;
}

type Address = Pick<AddressRange, 'bits' | 'first'>;

function parseAddress(text: string): Address | null {
  if (!text.includes(':')) {
    const first = parseV4(text);
    return first === null ? null : { bits: 32, first };
  }
  const first = parseV6(text);
  if (first === null) return null;
  return first >> 32n === 0xffffn ? { bits: 32, first: first - V4_AS_V6 } : { bits: 128, first };
}

function parseV4(text: string): bigint | null {
  const parts = text.split('.');
  const isValid = parts.length === 4 && parts.every((part) => WHOLE_NUMBER.test(part));
  if (!isValid || parts.some((part) => Number(part) > 255)) return null;
  return parts.reduce((sum, part) => (sum << 8n) | BigInt(part), 0n);
}

function parseV6(text: string): bigint | null {
  const [head = '', tail, ...rest] = text.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  if (before === null || after === null || rest.length > 0) return null;
  const missing = 8 - before.length - after.length;
  if (tail === undefined ? missing !== 0 : missing < 1) return null;
  const groups = [...before, ...Array.from({ length: missing }, () => 0n), ...after];
  return groups.reduce((sum, group) => (sum << 16n) | group, 0n);
}

/** 16-bit groups; the last may be written as an IPv4 address, which makes two. */
function groupsOf(text: string): readonly bigint[] | null {
  if (text === '') return [];
  const groups: bigint[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    const v4 = index === parts.length - 1 && part.includes('.') ? parseV4(part) : null;
    if (v4 !== null) groups.push(v4 >> 16n, v4 & 0xffffn);
    else if (HEX_GROUP.test(part)) groups.push(BigInt(`0x${part}`));
    else return null;
  }
  return groups;
}

function formatAddress(bits: 32 | 128, value: bigint): string {
  const width = bits === 32 ? 8n : 16n;
  const count = bits === 32 ? 4 : 8;
  const parts = Array.from({ length: count }, (_, index) => {
    const part = (value >> (width * BigInt(count - 1 - index))) & ((1n << width) - 1n);
    return part.toString(bits === 32 ? 10 : 16);
  });
  return parts.join(bits === 32 ? '.' : ':');
}
