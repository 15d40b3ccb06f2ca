// Conclusion of a report as the reader writes it: its sentences in the language that was chosen,
// its numbers as all others of the console.

import { formatNumbersIn } from '../parts/format.ts';
import { servedText } from '../words/served.ts';

/** The service's sentences, each translated by itself. */
export function conclusionText(text: string): string {
  const sentences = text.split(/(?<=\.) (?=[A-Z\d])/);
  return sentences.map((sentence) => formatNumbersIn(servedText(sentence))).join(' ');
}
