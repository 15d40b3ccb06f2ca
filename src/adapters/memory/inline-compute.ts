// Compute on the thread that asks, for tests and for tools that do nothing else meanwhile.

import { accepted, rejected } from '#lib/result.ts';
import type { Compute } from '#ports/work/compute.ts';

/** `work` returns null when `onProgress` requested it not to go on. */
export function inlineCompute<Input, Output>(
  work: (
    input: Input,
    onProgress: (share: number) => boolean,
  ) => Output | null | Promise<Output | null>,
): Compute<Input, Output> {
  return {
    async run(input, { signal, onProgress }) {
      const goOn = (share: number): boolean => {
        onProgress(share);
        return !signal.aborted;
      };
      const output = signal.aborted ? null : await work(input, goOn);
      if (output !== null) return accepted(output);
      return rejected({ kind: 'cancelled', message: 'It was cancelled.' });
    },
  };
}
