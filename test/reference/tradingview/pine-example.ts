// A strategy whose list of trades is derived and compared.

import type { PineSettings, PineStrategy } from './pine-order.ts';

export type PineExample = {
  readonly name: string;
  /** Where the strategy, or the rule it is about, stands. */
  readonly source: string;
  readonly settings?: PineSettings;
  /** `commission.percent`, in hundredths of a percent. */
  readonly commission?: bigint;
  /** The script, where it is that of another one. */
  readonly script?: string;
  /** Its text in Pine; left out: that of a file. */
  readonly pine?: string;
  /** Its limit of entries is chosen for the run, in place of the one that it declares. */
  readonly choosesPyramiding?: true;
  /** Whether it trades only where a bar opens elsewhere than the last one closed. */
  readonly needsGaps?: true;
  /** Of the account; 1 by default. */
  readonly leverage?: number;
  readonly strategy: PineStrategy;
};
