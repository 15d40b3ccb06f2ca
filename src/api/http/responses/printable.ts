// The pattern of what a user may call something, for the shapes and for messages about them.

/** Any text without control characters. */
export const PRINTABLE = String.raw`^[^\u0000-\u001f\u007f]*$`;
