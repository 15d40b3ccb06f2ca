// Long numbers for people.

/**
 * A decimal number as text with a comma between thousands: `1234567.8901` becomes `1,234,567.8901`.
 */
export function groupThousands(text: string): string {
  const [whole = '', ...fraction] = text.split('.');
  return [whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ','), ...fraction].join('.');
}

/** A whole number for people. */
export function countText(count: number): string {
  return groupThousands(String(count));
}
