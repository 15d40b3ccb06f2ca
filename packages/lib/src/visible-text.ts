// Text of others in a message: whatever would act on a terminal or hide something is shown as an
// escape sequence instead.

/** Control characters, marks of direction, invisible spaces and separators, single surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** `\u{1b}` for the escape character. */
export function visibleText(text: string): string {
  return text.replaceAll(HIDDEN, (mark) => {
    const code = (mark.codePointAt(0) ?? 0).toString(16);
    return `\\u{${code}}`;
  });
}
