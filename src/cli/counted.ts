/** A number of things in words, such as "1 order" and "2 orders". */
export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;
