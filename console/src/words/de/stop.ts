// Texts of the switch that stops everything, in German.

import type { WordsLike } from '../language.ts';
import type { StopWords } from '../stop.ts';

const counted = (count: number, one: string, more: string): string =>
  `${count} ${count === 1 ? one : more}`;

export const stop: WordsLike<StopWords> = {
  title: 'Alles stoppen?',
  whatStops: (running) =>
    running === 0
      ? 'Kein Bot läuft; einer, der inzwischen startet, wird in Sekunden gestoppt'
      : running === 1
        ? 'Ein Bot wird in Sekunden gestoppt'
        : `Alle ${running} laufenden Bots werden in Sekunden gestoppt`,
  where: (accounts, real) => {
    const all = accounts === 1 ? 'auf dem einen Konto' : `auf allen ${accounts} Konten`;
    if (real === 0) return all;
    return accounts === 1 ? `${all}, mit echtem Geld` : `${all}, davon ${real} mit echtem Geld`;
  },
  untilStarted: 'Sie bleiben gestoppt, bis Sie sie wieder starten.',
  cancels: 'Jede offene Order stornieren, auch von Hand erteilte',
  closes: 'Gehaltenes zum Marktpreis schließen; auf Spot, was Bots gekauft haben',
  stopping: 'Wird gestoppt …',
  again: 'Noch einmal stoppen',
  stopped: (bots, orders, closing) =>
    `${counted(bots, 'Bot', 'Bots')} gestoppt, ${counted(orders, 'Order', 'Orders')} storniert` +
    `${closing === 0 ? '' : `, ${closing} Orders schließen, was gehalten wurde`}.`,
  positionsLeft: (count) =>
    `${counted(count, 'Position', 'Positionen')} ${count === 1 ? 'konnte' : 'konnten'} nicht geschlossen werden.`,
  refused: 'Die Börse lehnte ab: Stoppen Sie noch einmal.',
  notReached: 'Ihre Konten waren nicht rechtzeitig erreichbar: Stoppen Sie noch einmal.',
  left: (orders, accounts) =>
    `${counted(orders, 'Order', 'Orders')} noch offen, ` +
    `${counted(accounts, 'Konto', 'Konten')} nicht rechtzeitig fertig: Stoppen Sie noch einmal.`,
};
