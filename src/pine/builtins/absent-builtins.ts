// Built-in functions that have no data here: the check of a script says so.

const NO_DATA = 'needs data that there is none of here';

/** Names that a script may have, and whose value is always `na`: its check warns of them. */
export const ABSENT: ReadonlyMap<string, string> = listed([
  [
    'request.dividends request.earnings request.splits request.financial request.economic ' +
      'request.quandl request.seed request.footprint',
    `${NO_DATA}: it is na`,
  ],
  [
    'ticker.renko ticker.linebreak ticker.kagi ticker.pointfigure',
    'has no bars here: what is requested of it is na',
  ],
]);

function listed(
  lists: readonly (readonly [names: string, why: string])[],
): ReadonlyMap<string, string> {
  return new Map(
    lists.flatMap(([names, why]) => names.split(' ').map((name) => [name, why] as const)),
  );
}
