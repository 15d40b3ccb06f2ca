// Lua strings are sequences of bytes. Here each is a JavaScript string whose char codes are 0 to
// 255 (V8 keeps such strings at one byte a character), so length, comparison, concatenation and
// equality are those of bytes.

const REPLACEMENT = 0xfffd;

function appendCodePoint(out: string[], code: number): void {
  if (code < 0x80) out.push(String.fromCharCode(code));
  else if (code < 0x800) {
    out.push(String.fromCharCode(0xc0 | (code >> 6), 0x80 | (code & 63)));
  } else if (code < 0x10000) {
    out.push(
      String.fromCharCode(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63)),
    );
  } else if (code < 0x200000) {
    out.push(
      String.fromCharCode(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63)),
      String.fromCharCode(0x80 | ((code >> 6) & 63), 0x80 | (code & 63)),
    );
  } else if (code < 0x4000000) {
    out.push(
      String.fromCharCode(0xf8 | (code >> 24), 0x80 | ((code >> 18) & 63)),
      String.fromCharCode(
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      ),
    );
  } else {
    out.push(
      String.fromCharCode(0xfc | (code >>> 30), 0x80 | ((code >> 24) & 63)),
      String.fromCharCode(0x80 | ((code >> 18) & 63), 0x80 | ((code >> 12) & 63)),
      String.fromCharCode(0x80 | ((code >> 6) & 63), 0x80 | (code & 63)),
    );
  }
}

/** The bytes of one code point in UTF-8 (up to 6 bytes, as Lua writes `\u{7FFFFFFF}`). */
export function utf8Bytes(code: number): string {
  const out: string[] = [];
  appendCodePoint(out, code);
  return out.join('');
}

function isPlainAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (text.charCodeAt(index) > 0x7f) return false;
  }
  return true;
}

/** A JavaScript text as the byte string of its UTF-8 form; a lone surrogate becomes U+FFFD. */
export function bytesFromText(text: string): string {
  if (isPlainAscii(text)) return text;
  const out: string[] = [];
  for (const character of text) {
    const code = character.codePointAt(0) ?? REPLACEMENT;
    appendCodePoint(out, code >= 0xd800 && code <= 0xdfff ? REPLACEMENT : code);
  }
  return out.join('');
}

type DecodedCharacter = { readonly code: number; readonly size: number };

const SMALLEST_BY_SIZE = [0, 0, 0x80, 0x800, 0x10000] as const;

function sizeOfLead(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  if (lead < 0xe0) return 2;
  return lead < 0xf0 ? 3 : 4;
}

/** The code point at a byte, and its size in bytes; null where the bytes are no valid UTF-8. */
export function decodeUtf8(bytes: string, index: number): DecodedCharacter | null {
  const lead = bytes.charCodeAt(index);
  const size = sizeOfLead(lead);
  if (size === 0) return null;
  if (size === 1) return { code: lead, size };
  let code = lead & (0x7f >> size);
  for (let step = 1; step < size; step += 1) {
    const next = index + step < bytes.length ? bytes.charCodeAt(index + step) : 0;
    if ((next & 0xc0) !== 0x80) return null;
    code = (code << 6) | (next & 63);
  }
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  if (code < (SMALLEST_BY_SIZE[size] ?? 0) || surrogate || code > 0x10ffff) return null;
  return { code, size };
}

/** A byte string as text for people: UTF-8 where it is valid, U+FFFD for each byte that is not. */
export function textFromBytes(bytes: string): string {
  if (isPlainAscii(bytes)) return bytes;
  const out: string[] = [];
  let index = 0;
  while (index < bytes.length) {
    const decoded = decodeUtf8(bytes, index);
    out.push(String.fromCodePoint(decoded === null ? REPLACEMENT : decoded.code));
    index += decoded === null ? 1 : decoded.size;
  }
  return out.join('');
}
