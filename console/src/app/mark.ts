// The address of our mark.

export const MARK = new URL('./mark.svg', import.meta.url).href;
