// Numbers of JSON with all of their digits, as venues write them.

type WithRawJson = { rawJSON(text: string): object };

/** What `JSON.stringify` writes as these digits. */
export function rawNumber(digits: bigint | string): object {
  return (JSON as unknown as WithRawJson).rawJSON(String(digits));
}
