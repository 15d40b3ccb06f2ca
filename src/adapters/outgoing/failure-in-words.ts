// Describes a failed connection to the person who chose its address: without stacks, which are of
// no use there, and without advice about how this service is started. Without its last period.

const ADVICE_OF_NODE = /; if the root CA is installed locally.*$/s;

/** Message of an error for whoever chose the address, without its last period. */
export function failureInWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { message, name } = error;
  // Several addresses were tried: an error of them has no message of its own.
  const inner = error instanceof AggregateError ? failureInWords(error.errors.at(0)) : name;
  return (message === '' ? inner : message).replace(ADVICE_OF_NODE, '').replace(/\.$/, '');
}
