// A wire whose calls are recorded for a bug report, as lines of JSON without secrets: a call is
// recorded as the dialect built it, before it is signed, and what came back is cleaned.

import { rawNumber } from '#lib/raw-json.ts';
import { formatInstant } from '#lib/time.ts';
import type { Clock } from '#venue-port/world/clock.ts';
import { hideSecrets } from '#venues/hide-secrets.ts';
import type {
  CallValue,
  VenueCall,
  VenueCredentials,
  VenueWire,
  WireOutcome,
} from '#venues/wire/venue-wire.ts';

export type RecordedCall = {
  readonly atMs: number;
  readonly durationMs: number;
  readonly call: VenueCall;
  /** What it was signed with, by which its account is found; never recorded. */
  readonly credentials: VenueCredentials | null;
  readonly outcome: WireOutcome;
};

/** Called after each call, also when nothing is recorded; must not throw. */
export type CallRecorder = (recorded: RecordedCall) => void;

const BODY_CHARACTERS_MAX = 20_000;
/** Others may name a session, or the machines between. */
const HEADERS = /^(?:content-type|date|retry-after|x-mbx-(?!uuid).*|x-bapi-limit.*|x-ratelimit.*)$/;

/** Wire with the same contract; each call is recorded after its outcome. */
export function recordedWire<Wire extends Pick<VenueWire, 'send'>>(
  wire: Wire,
  clock: Clock,
  record: CallRecorder,
): Wire {
  return {
    ...wire,
    async send(call, credentials, deadlineMs, sendByMs) {
      const atMs = clock.nowMs();
      const startMs = performance.now();
      const outcome = await wire.send(call, credentials, deadlineMs, sendByMs);
      const durationMs = Math.round(performance.now() - startMs);
      record({ atMs, durationMs, call, credentials, outcome });
      return outcome;
    },
  };
}

/** One line, with its end. */
export function lineOfCall({ atMs, durationMs, call, credentials, outcome }: RecordedCall): string {
  const { access, method, section, path, parameters } = call;
  const line = JSON.stringify({
    at: formatInstant(atMs),
    duration_ms: durationMs,
    request: { access, method, section, path, parameters: cleaned(parameters, credentials) },
    outcome: outcomeToJson(outcome, credentials),
  });
  return `${line}\n`;
}

function cleaned(value: CallValue, credentials: VenueCredentials | null): unknown {
  if (typeof value === 'string') return hideSecrets(value, credentials);
  if (typeof value === 'bigint') return rawNumber(value);
  if (typeof value !== 'object') return value;
  if (isList(value)) return value.map((each) => cleaned(each, credentials));
  const entries = Object.entries(value).map(([name, each]) => [name, cleaned(each, credentials)]);
  return Object.fromEntries(entries);
}

function isList(value: CallValue): value is readonly CallValue[] {
  return Array.isArray(value);
}

function outcomeToJson(outcome: WireOutcome, credentials: VenueCredentials | null): object {
  if (outcome.kind !== 'reply') return outcome;
  const { kind, status, headers, body } = outcome;
  // Cleaned before it is cut, so that no half of a secret stays.
  const shown = hideSecrets(body, credentials).slice(0, BODY_CHARACTERS_MAX);
  return {
    kind,
    status,
    headers: Object.fromEntries([...headers].filter(([name]) => HEADERS.test(name))),
    body: shown,
    body_characters: body.length,
  };
}
