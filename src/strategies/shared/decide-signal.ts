// Decides a signal's effect on what is held: a pure table. A sale on spot sells what is held and
// never opens a short. Every signal has a response, also the ones that nothing is done for.

import type { SignalAction } from '#domain/strategy/signal-action.ts';
import type { Direction } from '#domain/position/position.ts';

export type SignalRules = {
  readonly isSpot: boolean;
  readonly allowsMultipleEntries: boolean;
  readonly reversesOnOpposite: boolean;
};

export type SignalDecision = {
  readonly closes: boolean;
  /** What is entered, after closing where something is closed. */
  readonly enters: Direction | null;
  /** Why, for the log of the bot. */
  readonly reason: string;
};

/** Decision on a signal, by what is held; where nothing is done it has the reason. */
export function decideSignal(
  action: SignalAction,
  held: Direction | null,
  rules: SignalRules,
): SignalDecision {
  switch (action) {
    case 'buy':
    case 'enter_long':
      return enter('long', held, rules);
    case 'sell':
    case 'enter_short':
      if (!rules.isSpot) return enter('short', held, rules);
      return held === null
        ? nothing('there is nothing to sell, and spot has no shorts')
        : closing('sells what is held');
    case 'exit_position':
      return held === null ? nothing('there is no position') : closing('closes the position');
    case 'exit_long':
    case 'exit_short': {
      const direction = action === 'exit_long' ? 'long' : 'short';
      return held === direction
        ? closing(`closes the ${direction} position`)
        : nothing(`there is no ${direction} position`);
    }
  }
}

function enter(direction: Direction, held: Direction | null, rules: SignalRules): SignalDecision {
  if (held === null) return { closes: false, enters: direction, reason: `enters ${direction}` };
  if (held === direction)
    return rules.allowsMultipleEntries
      ? { closes: false, enters: direction, reason: `adds to the ${direction} position` }
      : nothing(`the bot is ${direction} already`);
  return rules.reversesOnOpposite
    ? {
        closes: true,
        enters: direction,
        reason: `closes the ${held} position, enters ${direction}`,
      }
    : closing(`closes the ${held} position`);
}

function closing(reason: string): SignalDecision {
  return { closes: true, enters: null, reason };
}

function nothing(reason: string): SignalDecision {
  return { closes: false, enters: null, reason };
}
