// The values of one column of a row group of a Parquet file, page by page.

import type { AsyncBuffer, FileMetaData, RowGroup, SchemaElement } from 'hyparquet';
import { parquetSchema } from 'hyparquet';
import { readPage } from 'hyparquet/src/column.js';
import { convert, DEFAULT_PARSERS } from 'hyparquet/src/convert.js';
import { getTreePath } from 'hyparquet/src/schema.js';
import { COMPRESSORS } from '#adapters/files/decompress-page.ts';
import { pagesOf } from '#adapters/files/parquet-pages.ts';
import { verifyPage } from '#adapters/files/verify-parquet-page.ts';
import { inColumn, placeOf } from '#adapters/files/verify-row-group.ts';

type Values = ArrayLike<unknown>;

export const NO_VALUES: Values = [];

/** Each page is checked right before it is decoded. Throws Failure where it is damaged. */
export async function* decodedPages(
  file: AsyncBuffer,
  metadata: FileMetaData,
  group: RowGroup,
  element: SchemaElement,
): AsyncGenerator<Values, undefined> {
  const place = placeOf(group, element);
  const path = place.metadata.path_in_schema;
  const decoder = {
    ...place.metadata,
    pathInSchema: path,
    element,
    schemaPath: getTreePath(parquetSchema(metadata), path),
    compressors: COMPRESSORS,
    parsers: DEFAULT_PARSERS,
  };
  const pages = pagesOf(file, place);
  let dictionary: ReturnType<typeof convert> | undefined;
  for (;;) {
    const values = await inColumn(element, async () => {
      const next = await pages.next();
      if (next.done === true) return null;
      const page = next.value;
      const stored = await page.read();
      verifyPage(page.header, stored, place);
      const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
      const reader = { view, offset: 0 };
      const { data = [] } = readPage(reader, page.header, decoder, dictionary, undefined, 0);
      if (!page.isDictionary) return data;
      dictionary = convert(data, decoder);
      return NO_VALUES;
    });
    if (values === null) return undefined;
    yield values;
  }
}
