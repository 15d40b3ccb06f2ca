// Saves what the page has made as a file of the reader.

/** Has the browser save a text or bytes under a name. */
export function saveFile(content: string | Uint8Array, name: string, type: string): void {
  const parts = [typeof content === 'string' ? content : new Uint8Array(content)];
  const address = URL.createObjectURL(new Blob(parts, { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** A name that every file system takes. */
export function fileNameOf(text: string): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'report' : plain.slice(0, 60);
}
