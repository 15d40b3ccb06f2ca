// Events by day, or by month where they are retained for more than 14 days.

import type { OldPart, PartStore } from '#ports/stores/part-store.ts';

export type StoredEvent = {
  readonly userId: string;
  readonly sequence: number;
  readonly type: string;
  readonly objectId: string;
  readonly atMs: number;
  /** JSON; null: it says no more than its type and its object. */
  readonly data: string | null;
  /** To which end user of this partner it happened; null: to the user. */
  readonly endUserId: string | null;
};

export type EventPartStore = PartStore<StoredEvent> & {
  /** Makes room for the events of today, or of this month and the next one. */
  openEventPart(days: number): Promise<void>;
  /**
   * Those whose newest event is of a day, by UTC and the store's clock, that ended more than so
   * many days ago, oldest first; none while others are at it.
   */
  claimOldEvents(ownerId: string, days: number): Promise<readonly OldPart[]>;
};
