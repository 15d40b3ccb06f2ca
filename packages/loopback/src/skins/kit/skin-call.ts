// Call of an endpoint: what arrives is checked by the venue's rules, and then carried out for the
// account of its key. Refusals are thrown inside and leave as replies.

import type { Account, ApiKey, Exchange } from '#loopback/exchange/exchange.ts';
import { accountOf } from '#loopback/exchange/exchange.ts';
import type { SkinEndpoint, SkinParameters } from '#loopback/skins/kit/skin-endpoint.ts';
import type { Call, VenueReply } from '#loopback/skins/skin.ts';

/** What the checks on arrival have found. */
export type Arrival = { key: ApiKey | null; parameters: SkinParameters };

type Callable = SkinEndpoint<unknown, unknown, 'trade' | 'read' | 'write'>;

export type CallRules = {
  readonly exchange: Exchange;
  readonly endpoint: Callable;
  /** Fills the arrival, or throws the refusal; a reply is one that is no refusal of the venue. */
  readonly arrive: (arrival: Arrival) => VenueReply | null;
  /** Reply of a refusal; null for an error that is a defect. */
  readonly refusalReply: (error: unknown, arrival: Arrival) => VenueReply | null;
  /** Throws the refusal of an account that may not call the endpoint. */
  readonly admit?: (account: Account) => void;
  /** Throws the refusal of what has waited too long at the surface. */
  readonly again?: (arrival: Arrival) => void;
  /** Adds what every reply has. */
  readonly finish?: (reply: VenueReply) => VenueReply;
};

/** Call by the rules of a venue; `carryOut` is for a call that was accepted on arrival. */
export function skinCall(rules: CallRules): Call {
  const { exchange, endpoint, finish = (reply) => reply } = rules;
  const arrival: Arrival = { key: null, parameters: new Map() };
  const refusing = <Reply>(check: () => Reply): Reply | VenueReply => {
    try {
      return check();
    } catch (error) {
      const reply = rules.refusalReply(error, arrival);
      if (reply === null) throw error;
      return reply;
    }
  };
  return {
    operation: endpoint.operation,
    onArrival: () => refusing(() => rules.arrive(arrival)),
    beforeEngine: () =>
      refusing(() => {
        rules.again?.(arrival);
        return null;
      }),
    carryOut: (distortion) =>
      finish(
        refusing(() => {
          const { key, parameters } = arrival;
          const shared = { exchange, parameters, distortion };
          if (endpoint.access === 'public') return endpoint.run(shared);
          if (key === null) throw new Error('a private call is carried out for its key');
          const account = accountOf(exchange, key.accountId);
          rules.admit?.(account);
          return endpoint.run({ ...shared, key, account });
        }),
      ),
  };
}
