// Whole numbers of any size in JSON that is written: `JSON.stringify` refuses bigints.

/** Not yet among the types of the language. */
type WithRawJson = { rawJSON(text: string): object };

/** What `JSON.stringify` writes as the digits of the number. */
export function rawInteger(value: bigint): object {
  return (JSON as unknown as WithRawJson).rawJSON(String(value));
}
