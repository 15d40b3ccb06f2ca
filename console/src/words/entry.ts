// Texts of signing in and of addresses without a page.

import type { Piece } from './language.ts';
import { wordsOf } from './language.ts';

const ENGLISH = {
  name: 'Name',
  signIn: 'Sign in',
  passwordTitle: 'Password',
  signingIn: 'Signing in…',
  or: 'or',
  waitingForThePasskey: 'Waiting for the passkey…',
  signInWithA: 'Sign in with a passkey',
  firstTimeHereOr: 'First time here, or no password? On the machine,',
  printsALinkThat: 'prints a link that works once.',
  recoveryCode: 'Recovery code',
  secondStep: 'Second step',
  oneOfTheCodes: 'One of the codes that you saved when you set the app up. Each works once.',
  openYourAuthenticatorApp:
    'Open your authenticator app and type the six digits that it shows for Tidemill.',
  code: 'Code',
  withTheApp: 'Use the app',
  byRecoveryCode: 'Use a recovery code',
  back: 'Back',
  chooseAPassword: 'Choose a password',
  youAreSignedIn: 'You are signed in as',
  theLinkWorksOnce: '. The link works once, so next time you sign in with this password.',
  atLeastCharactersA: (passwordCharactersMin: Piece) =>
    `At least ${passwordCharactersMin} characters. A few words are good.`,
  repeatPassword: 'Repeat password',
  thePasswordsDoNot: 'The passwords do not match.',
  saving: 'Saving…',
  saveAndContinue: 'Save and continue',
  keepTheCurrentPassword: 'Keep the current password',
  thereIsNoSuch: 'There is no such page',
  theAddressMayBe: 'The address may be old or mistyped',
  goHome: 'Go home',
  theSearchFindsMarkets: 'The search finds markets, bots and scripts by their names.',
  nothingWasDoneThe: 'Nothing was done: the question was closed, or it took too long.',
  theBrowserCouldNot: 'The browser could not use a passkey here.',
  thisDeviceHasA: 'This device has a passkey of yours already.',
} as const;

export type EntryWords = typeof ENGLISH;
export const ENTRY = wordsOf('entry', ENGLISH);
