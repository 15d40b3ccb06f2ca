// Short ways to write the most usual parameters down: numbers that must be given, and flags that
// may be left out. All others stand in full. The types keep every word that is written.

type NumberParameter<Name, Meaning> = {
  readonly name: Name;
  readonly kind: 'number';
  readonly meaning: Meaning;
  readonly isRequired: true;
};

/** A plain number, which must be given. */
export function numberParameter<const Name extends string, const Meaning extends string>(
  name: Name,
  meaning: Meaning,
): NumberParameter<Name, Meaning> {
  return { name, kind: 'number', meaning, isRequired: true };
}

/** A number in a unit, which must be given. */
export function quantityParameter<
  const Name extends string,
  const Unit extends string,
  const Meaning extends string,
>(
  name: Name,
  unit: Unit,
  meaning: Meaning,
): NumberParameter<Name, Meaning> & { readonly unit: Unit } {
  return { ...numberParameter(name, meaning), unit };
}

type FlagParameter<Name, Usual, Meaning> = {
  readonly name: Name;
  readonly kind: 'boolean';
  readonly meaning: Meaning;
  readonly isRequired: false;
  readonly defaultExpression: Usual;
};

/** True or false; `usual` stands in when it is left out. */
export function flagParameter<
  const Name extends string,
  const Usual extends 'true' | 'false',
  const Meaning extends string,
>(name: Name, usual: Usual, meaning: Meaning): FlagParameter<Name, Usual, Meaning> {
  return { name, kind: 'boolean', meaning, isRequired: false, defaultExpression: usual };
}
