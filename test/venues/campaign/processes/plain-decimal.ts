// Decimals of the database and of the API as the venue's book writes them: without zeros at the
// end.

export function plainDecimal(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
