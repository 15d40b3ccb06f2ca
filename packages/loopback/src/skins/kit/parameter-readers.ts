// Readers of the parameters of a call. What is missing or malformed is refused in the words of the
// venue.

import type { Amount } from '#loopback/amount.ts';
import { parseAmount } from '#loopback/amount.ts';
import type { SkinParameters } from '#loopback/skins/kit/skin-endpoint.ts';

type Refusals = {
  readonly missing: (name: string) => Error;
  readonly malformed: (name: string, text: string) => Error;
  /** The longest whole number, in digits. */
  readonly digitsMax: number;
};

export type ParameterReaders = {
  /** Text; null when absent or empty. */
  readonly textOf: (parameters: SkinParameters, name: string) => string | null;
  /** Text. Throws the refusal of one that is absent or empty. */
  readonly requiredText: (parameters: SkinParameters, name: string) => string;
  /** Whole number; null when absent. Throws the refusal of a malformed one. */
  readonly wholeOf: (parameters: SkinParameters, name: string) => number | null;
  /** Amount above zero. Throws the refusal of any other. */
  readonly amountOf: (parameters: SkinParameters, name: string) => Amount;
};

/** Readers that refuse in the words of one venue. */
export function parameterReaders(refusals: Refusals): ParameterReaders {
  const { missing, malformed, digitsMax } = refusals;
  const textOf = (parameters: SkinParameters, name: string): string | null => {
    const text = parameters.get(name);
    return text === undefined || text === '' ? null : text;
  };
  const requiredText = (parameters: SkinParameters, name: string): string => {
    const text = textOf(parameters, name);
    if (text === null) throw missing(name);
    return text;
  };
  return {
    textOf,
    requiredText,
    wholeOf(parameters, name) {
      const text = textOf(parameters, name);
      if (text === null) return null;
      if (!/^\d+$/.test(text) || text.length > digitsMax) throw malformed(name, text);
      return Number(text);
    },
    amountOf(parameters, name) {
      const text = requiredText(parameters, name);
      const value = parseAmount(text);
      if (value === null || value <= 0n) throw malformed(name, text);
      return value;
    },
  };
}

/** Fields of a JSON body; numbers and booleans become the text that they were written as. */
export function jsonParameters(body: string, refuse: () => Error): SkinParameters {
  try {
    return textsOf(JSON.parse(body) as Record<string, unknown>);
  } catch {
    throw refuse();
  }
}

/** Fields of an object, each as text. */
export function textsOf(content: Record<string, unknown>): SkinParameters {
  return new Map(Object.entries(content).map(([name, value]) => [name, String(value)]));
}

/** Throws the refusal of the first parameter that an endpoint does not know. */
export function refuseOthers(
  parameters: SkinParameters,
  takes: readonly string[],
  refuse: (name: string, value: string) => Error,
): void {
  for (const [name, value] of parameters) if (!takes.includes(name)) throw refuse(name, value);
}
