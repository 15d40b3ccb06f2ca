// Parts of a report as one HTML file, and how they are read.

/** The response of an operation of the same caller; null: refused. */
export type ReadOne = (
  operationId: string,
  params: Readonly<Record<string, string>>,
) => Promise<unknown>;

/** The items of a list, read page by page, at most so many; none where it is refused. */
export type ReadList = (
  operationId: string,
  params: Readonly<Record<string, string>>,
  query: Readonly<Record<string, unknown>>,
  most: number,
) => Promise<readonly unknown[]>;

export type ReportContent = { readonly title: string; readonly document: object };

/** `body`: the response of the operation whose page it is. Null: there is no report yet. */
export type ReportPage = (
  body: unknown,
  read: { readonly readOne: ReadOne; readonly readList: ReadList },
) => Promise<ReportContent | null>;
