// Managed trading as a script asks for it: where it wants to be, not which orders lead there.

export type ManagedWish = 'long' | 'short' | 'exit' | 'exit_long' | 'exit_short' | 'flip';

export type WishApi = {
  /** Notes what an update wishes; `isImmediate`: at this close. */
  note(wish: ManagedWish, isImmediate: boolean): void;
  /** Of a wish of this update, by which it may be noted; zero: it has none. */
  codeOf(wish: ManagedWish): number;
};
