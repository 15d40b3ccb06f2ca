// Data: how TA-Lib's functions are called here, where the name, the parameters or the outputs
// differ.

/** Our name, and values for our parameters where they are not TA-Lib's in TA-Lib's order. */
export const TALIB_NAMES: {
  readonly [name: string]: { readonly name: string; readonly parameters?: readonly number[] };
} = {
  ACCBANDS: { name: 'ABANDS' },
  LINEARREG: { name: 'LINEARREG', parameters: [14, 0] },
  LINEARREG_SLOPE: { name: 'LINEARREG', parameters: [14, 1] },
  LINEARREG_INTERCEPT: { name: 'LINEARREG', parameters: [14, 2] },
  LINEARREG_ANGLE: { name: 'LINEARREG', parameters: [14, 3] },
  MINUS_DI: { name: 'MINUSDI' },
  MINUS_DM: { name: 'MINUSDM' },
  PLUS_DI: { name: 'PLUSDI' },
  PLUS_DM: { name: 'PLUSDM' },
  STOCH: { name: 'STOCH', parameters: [5, 3, 3, 0, 0] },
  KAMA: { name: 'KAMA', parameters: [30, 2, 30] },
};
