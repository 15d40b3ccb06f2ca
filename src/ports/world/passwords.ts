// Passwords as a port: made slow to guess, and never retained as they are.

export type Passwords = {
  /** What is stored of a password; different for each call. */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password that `hashed` was made of. Takes as long where there is none (null):
   * nobody learns by the time which names exist. Throws Failure('unavailable') when too many wait.
   */
  verify(password: string, hashed: string | null): Promise<boolean>;
};
