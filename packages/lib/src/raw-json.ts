// Numbers with all of their digits in JSON that is written: `JSON.stringify` refuses bigints.

/** Not yet among the types of the language. */
type WithRawJson = { rawJSON(text: string): object };

/** What `JSON.stringify` writes as these digits. Throws for what is no number of JSON. */
export function rawNumber(digits: bigint | string): object {
  return (JSON as unknown as WithRawJson).rawJSON(String(digits));
}
