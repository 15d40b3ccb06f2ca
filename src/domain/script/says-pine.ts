// Recognises Pine Script by what a source says of itself.

const VERSION_LINE = /^\/\/\s*@version\s*=/;

/** Whether the comments at its top have `//@version=`. */
export function saysPine(source: string): boolean {
  for (const line of source.split('\n')) {
    const text = line.trim();
    if (VERSION_LINE.test(text)) return true;
    if (text !== '' && !text.startsWith('//')) return false;
  }
  return false;
}
