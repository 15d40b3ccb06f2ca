// Texts made of other texts byte by byte, in time linear in their length and without an object for
// each byte.

import { chargeString } from '#lua/runtime/concatenate.ts';
import { chargeSteps } from '#lua/runtime/meter.ts';

/** As many codes as become a text in one call. */
const PIECE = 4_096;

/** The text of the codes that `codeAt` gives for each place; charged before it is made. */
export function textOfCodes(length: number, codeAt: (index: number) => number): string {
  chargeString(length);
  chargeSteps(length);
  const pieces: string[] = [];
  const codes: number[] = [];
  for (let start = 0; start < length; start += PIECE) {
    codes.length = 0;
    const end = Math.min(length, start + PIECE);
    for (let index = start; index < end; index += 1) codes.push(codeAt(index));
    pieces.push(String.fromCharCode(...codes));
  }
  return pieces.join('');
}

// oxlint-disable-next-line no-control-regex -- the bytes of ASCII begin at zero
const ASCII = /^[\x00-\x7f]*$/;

/** Letters of ASCII in lower case, all other bytes as they are, as Lua does in the C locale. */
export function lowerCase(text: string): string {
  chargeSteps(text.length >> 3);
  if (ASCII.test(text)) {
    chargeString(text.length);
    return text.toLowerCase();
  }
  return textOfCodes(text.length, (index) => {
    const code = text.charCodeAt(index);
    return code >= 65 && code <= 90 ? code + 32 : code;
  });
}

/** The same in upper case. */
export function upperCase(text: string): string {
  chargeSteps(text.length >> 3);
  if (ASCII.test(text)) {
    chargeString(text.length);
    return text.toUpperCase();
  }
  return textOfCodes(text.length, (index) => {
    const code = text.charCodeAt(index);
    return code >= 97 && code <= 122 ? code - 32 : code;
  });
}
