// Framing of a request, judged by headers alone: its body, and the response that it takes.

import type { IncomingHttpHeaders } from 'node:http';
import type { Refusal } from '#api/http/responses/api-response.ts';
import { refuse } from '#api/http/responses/api-response.ts';

const JSON_MEDIA_TYPE = /^application\/json[ \t]*(?:;[ \t]*charset[ \t]*=[ \t]*"?utf-8"?[ \t]*)?$/i;

/** As registered with IANA. */
export const PARQUET_TYPE = 'application/vnd.apache.parquet';

/** Null when the headers are in order. */
export function checkFraming(
  headers: IncomingHttpHeaders,
  acceptsBody: boolean,
  bodyBytesMax: number,
  forms: OfferedForms = {},
): Refusal | null {
  if (chooseForm(headers.accept, forms) === null) {
    const tables = forms.hasTable === true ? `, text/csv and ${PARQUET_TYPE}` : '';
    const page = forms.hasPage === true ? ' and text/html' : '';
    const offered = `application/json${tables}${page}`;
    return refuse('not_acceptable', `"Accept: ${headers.accept}" rules out ${offered}.`);
  }
  if (!acceptsBody || !hasBody(headers)) return null;
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    return refuse('unsupported_media_type', `Content-Encoding "${encoding}" is not supported.`, [
      'Accept-Encoding',
      'identity',
    ]);
  }
  const mediaType = headers['content-type'];
  if (mediaType === undefined || !JSON_MEDIA_TYPE.test(mediaType)) {
    const found = mediaType === undefined ? 'none' : `"${mediaType}"`;
    return refuse(
      'unsupported_media_type',
      `Header "Content-Type": expected "application/json", found ${found}.`,
      ['Accept', 'application/json'],
    );
  }
  return Number(headers['content-length'] ?? 0) > bodyBytesMax ? tooLarge(bodyBytesMax) : null;
}

/** The connection ends with this response, since the rest of the body is not read. */
export function tooLarge(bodyBytesMax: number): Refusal {
  return refuse('payload_too_large', `A body has at most ${bodyBytesMax} bytes here.`, [
    'Connection',
    'close',
  ]);
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  if (headers['transfer-encoding'] !== undefined) return true;
  const length = headers['content-length'];
  return length !== undefined && length !== '0';
}

/** What a response may be: a document, or the rows of a list as a table. */
export type ResponseForm = 'json' | 'html' | TableForm;
export type TableForm = 'csv' | 'parquet';

/** Beside JSON. */
export type OfferedForms = {
  readonly hasTable?: boolean | undefined;
  /** A report as one HTML file. */
  readonly hasPage?: boolean | undefined;
};

/**
 * Null: none is taken. JSON unless another form, where there is one, is preferred by name; lenient,
 * so that anything which does not rule JSON out takes it.
 */
export function chooseForm(
  accept: string | undefined,
  { hasTable = false, hasPage = false }: OfferedForms,
): ResponseForm | null {
  if (accept === undefined || accept.trim() === '') return 'json';
  const tables = hasTable
    ? ([
        ['csv', CSV_RANGES],
        ['parquet', PARQUET_RANGES],
      ] as const)
    : [];
  const forms = [...tables, ...(hasPage ? ([['html', HTML_RANGES]] as const) : [])];
  const json = qualityOf(accept, JSON_RANGES);
  let best: { readonly form: ResponseForm | null; readonly quality: number } = {
    form: json > 0 ? 'json' : null,
    quality: json,
  };
  for (const [form, ranges] of forms) {
    const quality = qualityOf(accept, ranges);
    if (quality > best.quality) best = { form, quality };
  }
  return best.form;
}

/**
 * Whether messages are sent where there is a list as well: what is named alone decides, otherwise
 * messages unless JSON is preferred. "application/json, text/plain" beside any range names JSON.
 */
export function takesStream(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === '') return true;
  const namesJson = qualityOf(accept, { 'application/json': 1 }) > 0;
  const namesMessages = qualityOf(accept, { 'text/event-stream': 1 }) > 0;
  if (namesJson !== namesMessages) return namesMessages;
  const messages = qualityOf(accept, MESSAGE_RANGES);
  return messages > 0 && messages >= qualityOf(accept, JSON_RANGES);
}

/** From 0 to 1. */
function qualityOf(accept: string, precisions: Ranges): number {
  let quality = 0;
  let precision = 0;
  for (const range of accept.split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const found = precisions[name] ?? 0;
    if (found < precision || found === 0) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    quality = found > precision ? Number(weight) : Math.max(quality, Number(weight));
    precision = found;
  }
  return quality;
}

/** The more exact range decides. */
type Ranges = { readonly [range: string]: number };

const JSON_RANGES: Ranges = {
  '*/*': 1,
  'application/*': 2,
  'application/json': 3,
  'application/problem+json': 3,
};
const MESSAGE_RANGES: Ranges = { '*/*': 1, 'text/*': 2, 'text/event-stream': 3 };
const HTML_RANGES: Ranges = { '*/*': 1, 'text/*': 2, 'text/html': 3 };
const CSV_RANGES: Ranges = { '*/*': 1, 'text/*': 2, 'text/csv': 3 };
const PARQUET_RANGES: Ranges = { '*/*': 1, 'application/*': 2, [PARQUET_TYPE]: 3 };
