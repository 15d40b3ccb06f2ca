// Text of files of candles in UTF-8: that of UTF-16, as Windows writes it, is converted, and what
// is no text of separated values is named.

import { Failure } from '#venue-port/world/failure.ts';

/** The first bytes of other kinds of files, and what to do with one. */
const KINDS: readonly (readonly [head: string, kind: string, conversion: string])[] = [
  ['ARROW1', 'a Feather (Arrow) file', 'pandas.read_feather(FILE).to_parquet(NEW_FILE)'],
  ['FEA1', 'a Feather file', 'pandas.read_feather(FILE).to_parquet(NEW_FILE)'],
  ['{', 'JSON', 'pandas.read_json(FILE).to_csv(NEW_FILE, index=False)'],
  ['[', 'JSON', 'pandas.read_json(FILE).to_csv(NEW_FILE, index=False)'],
  ['\u00d0\u00cf\u0011\u00e0', 'an Excel workbook', 'saving it as CSV'],
  ['\u0089HDF', 'an HDF5 file', 'pandas.read_hdf(FILE).to_parquet(NEW_FILE)'],
  ['SQLite format 3', 'an SQLite database', 'exporting its table as CSV'],
];
const HEAD_BYTES = 64;
const UTF_16 = { '\u00ff\u00fe': 'utf-16le', '\u00fe\u00ff': 'utf-16be' } as const;

/** Throws Failure `corrupt_reply` for another kind of file. */
export async function* utf8Text(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let isFirst = true;
  for await (const bytes of chunks) {
    if (isFirst && bytes.length > 0) {
      const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1');
      refuseOtherKinds(head.replace(/^\u00ef\u00bb\u00bf/, ''));
      const mark = head.slice(0, 2) as keyof typeof UTF_16;
      if (mark in UTF_16) decoder = new TextDecoder(UTF_16[mark]);
      isFirst = false;
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
}

function refuseOtherKinds(head: string): void {
  const found = KINDS.find(([start]) => head.trimStart().startsWith(start));
  if (found === undefined) return;
  const [, kind, conversion] = found;
  throw new Failure(
    'corrupt_reply',
    `It is ${kind}, which is not read; make CSV or Parquet of it, such as by ${conversion}.`,
  );
}
