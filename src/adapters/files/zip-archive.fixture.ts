// Zip archives as tests want them, whole or damaged.

import { crc32, deflateRawSync } from 'node:zlib';

export type PackedFile = {
  readonly name: string;
  readonly text: string;
  readonly isStored?: boolean;
  readonly flags?: number;
  /** Instead of the text's own. */
  readonly crc?: number;
  readonly textBytes?: number;
};

export function zipOf(files: readonly PackedFile[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const text = Buffer.from(file.text);
    const stored = file.isStored === true ? text : deflateRawSync(text);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(file.flags ?? 0, 2);
    common.writeUInt16LE(file.isStored === true ? 0 : 8, 4);
    common.writeUInt32LE(file.crc ?? crc32(text), 10);
    common.writeUInt32LE(stored.length, 14);
    common.writeUInt32LE(file.textBytes ?? text.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, name, stored]);
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), common, rest, name]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(comment.length, 16);
  return Buffer.concat([
    ...parts,
    listed,
    Buffer.from('PK\u0005\u0006'),
    end,
    Buffer.from(comment),
  ]);
}
