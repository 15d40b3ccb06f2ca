// Texts of signing in and of addresses without a page, in German.

import type { EntryWords } from '../entry.ts';
import type { WordsLike } from '../language.ts';

export const entry: WordsLike<EntryWords> = {
  name: 'Name',
  signIn: 'Anmelden',
  passwordTitle: 'Passwort',
  signingIn: 'Wird angemeldet …',
  or: 'oder',
  waitingForThePasskey: 'Warten auf den Passkey …',
  signInWithA: 'Mit einem Passkey anmelden',
  firstTimeHereOr: 'Zum ersten Mal hier, oder ohne Passwort? Auf dem Rechner gibt',
  printsALinkThat: 'einen Link aus, der einmal gilt.',
  recoveryCode: 'Wiederherstellungscode',
  secondStep: 'Zweiter Schritt',
  oneOfTheCodes:
    'Einer der Codes, die Sie beim Einrichten der App gesichert haben. Jeder gilt einmal.',
  openYourAuthenticatorApp:
    'Öffnen Sie Ihre Authenticator-App und tippen Sie die sechs Ziffern ein, die sie für ' +
    'Tidemill zeigt.',
  code: 'Code',
  withTheApp: 'Die App benutzen',
  byRecoveryCode: 'Wiederherstellungscode benutzen',
  back: 'Zurück',
  chooseAPassword: 'Passwort wählen',
  youAreSignedIn: 'Sie sind angemeldet als',
  theLinkWorksOnce:
    '. Der Link gilt einmal, beim nächsten Mal melden Sie sich mit diesem Passwort an.',
  atLeastCharactersA: (passwordCharactersMin) =>
    `Mindestens ${passwordCharactersMin} Zeichen. Ein paar Wörter sind gut.`,
  repeatPassword: 'Passwort wiederholen',
  thePasswordsDoNot: 'Die Passwörter stimmen nicht überein.',
  saving: 'Wird gespeichert …',
  saveAndContinue: 'Speichern und weiter',
  keepTheCurrentPassword: 'Jetziges Passwort behalten',
  thereIsNoSuch: 'Diese Seite gibt es nicht',
  theAddressMayBe: 'Die Adresse ist vielleicht alt oder vertippt',
  goHome: 'Zum Start',
  theSearchFindsMarkets: 'Die Suche findet Märkte, Bots und Skripte nach ihrem Namen.',
  nothingWasDoneThe: 'Es geschah nichts: Die Frage wurde geschlossen, oder es dauerte zu lange.',
  theBrowserCouldNot: 'Der Browser konnte hier keinen Passkey benutzen.',
  thisDeviceHasA: 'Dieses Gerät hat schon einen Passkey von Ihnen.',
};
