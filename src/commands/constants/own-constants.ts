// Constants whose values are not published and were chosen here, as rows of one group.

import type { ConstantGroup } from '#commands/definition/command.ts';

type Row = readonly [name: string, value: number | string, meaning: string];

type OwnConstant<Group, OfRow extends Row> = {
  readonly name: OfRow[0];
  readonly group: Group;
  readonly value: OfRow[1];
  readonly meaning: OfRow[2];
  readonly isOwnValue: true;
};

/** The values stand in the rows, so that a new constant changes no other. */
export function ownConstants<const Group extends ConstantGroup, const Rows extends readonly Row[]>(
  group: Group,
  rows: Rows,
): readonly OwnConstant<Group, Rows[number]>[] {
  return rows.map(([name, value, meaning]) => ({ name, group, value, meaning, isOwnValue: true }));
}
