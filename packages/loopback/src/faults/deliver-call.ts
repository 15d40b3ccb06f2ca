// Carries a call out under a fault, and says what reaches the client.

import type { VenueClock } from '#loopback/venue-clock.ts';
import type { Call, Distortion, Skin, VenueReply } from '#loopback/skins/skin.ts';
import { htmlReply } from '#loopback/skins/skin.ts';
import type { Fault } from '#loopback/faults/fault.ts';

export type Delivery =
  | { readonly kind: 'whole'; readonly reply: VenueReply }
  /** The body ends in the middle, and the response is well formed. */
  | { readonly kind: 'truncated'; readonly reply: VenueReply }
  /** The connection breaks in the middle of the body. */
  | { readonly kind: 'broken'; readonly reply: VenueReply }
  | { readonly kind: 'reset' }
  | { readonly kind: 'hang' };

/** What can happen to a response after the call was carried out. */
type DamageKind = Extract<
  Fault['kind'],
  | 'hang_after'
  | 'reset_after'
  | 'reset_in_response'
  | 'truncated'
  | 'empty'
  | 'html'
  | 'trouble_after'
>;

const UNDISTORTED: Distortion = { hiddenMs: 0, staleMs: 0 };

/** Delivers a call under a fault, or plainly under none; refusals on arrival come first. */
export async function deliverCall(
  skin: Skin,
  call: Call,
  fault: Fault | null,
  clock: VenueClock,
): Promise<Delivery> {
  const refusal = call.onArrival();
  if (refusal !== null) return { kind: 'whole', reply: refusal };
  if (fault === null) return whole(call, UNDISTORTED);
  switch (fault.kind) {
    case 'hang_before':
      return { kind: 'hang' };
    case 'reset_before':
      return { kind: 'reset' };
    case 'trouble_before':
      return { kind: 'whole', reply: skin.trouble(fault.trouble) };
    case 'held':
      await passed(clock, fault.delayMs);
      return whole(call, UNDISTORTED);
    case 'late':
      clock.schedule(fault.delayMs, () => void whole(call, UNDISTORTED));
      return { kind: 'reset' };
    case 'slow': {
      const delivery = whole(call, UNDISTORTED);
      await passed(clock, fault.delayMs);
      return delivery;
    }
    case 'hidden':
      return whole(call, { hiddenMs: fault.delayMs, staleMs: 0 });
    case 'stale':
      return whole(call, { hiddenMs: 0, staleMs: fault.delayMs });
    case 'hang_after':
    case 'reset_after':
    case 'reset_in_response':
    case 'truncated':
    case 'empty':
    case 'html':
    case 'trouble_after':
      return damaged(skin, call, fault);
  }
}

function damaged(skin: Skin, call: Call, fault: Fault): Delivery {
  const { reply } = whole(call, UNDISTORTED);
  switch (fault.kind as DamageKind) {
    case 'hang_after':
      return { kind: 'hang' };
    case 'reset_after':
      return { kind: 'reset' };
    case 'reset_in_response':
      return { kind: 'broken', reply };
    case 'truncated':
      return { kind: 'truncated', reply };
    case 'empty':
      return { kind: 'whole', reply: { ...reply, status: 200, body: '' } };
    case 'html':
      return { kind: 'whole', reply: htmlReply(200, 'Please wait') };
    case 'trouble_after':
      return { kind: 'whole', reply: skin.trouble(fault.trouble) };
  }
}

function whole(call: Call, distortion: Distortion): { kind: 'whole'; reply: VenueReply } {
  return { kind: 'whole', reply: call.beforeEngine() ?? call.carryOut(distortion) };
}

async function passed(clock: VenueClock, delayMs: number): Promise<void> {
  await new Promise<void>((resolve) => clock.schedule(delayMs, resolve));
}
