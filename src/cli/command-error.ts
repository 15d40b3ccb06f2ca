// Errors of commands: what was wrong, in words, and what to do next.

/** The command was understood and could not be carried out: exit code 1. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
  /** The next step for the person who reads it. */
  readonly advice: string;
  constructor(message: string, advice: string, options?: ErrorOptions) {
    super(message, options);
    this.advice = advice;
  }
}

/** The command or its settings make no sense: exit code 2. One line per mistake. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse';
}
