// Data: texts of the service in German, by their English form: reasons for which bots stop, orders
// are refused and deliveries end, and what compilers say. `{}` is what the service puts in.

export const servedTexts: Readonly<Record<string, string>> = {
  // What a report concludes.
  'It began without money: there is nothing to judge.':
    'Er begann ohne Geld: Es gibt nichts zu beurteilen.',
  'It has no trades: there is nothing to judge.':
    'Er hat keine Trades: Es gibt nichts zu beurteilen.',
  'It gained {} of {}; {}.': 'Er gewann {} von {}; {}.',
  'It lost {} of {}; {}.': 'Er verlor {} von {}; {}.',
  'It neither {} of {}; {}.': 'Er {} von {}; {}.',
  'gained nor lost': 'gewann und verlor nichts',
  'the market ended where it began': 'der Markt endete, wo er begann',
  'held in the market they {} {}': 'im Markt gehalten, {} es {}',
  gained: 'gewann',
  lost: 'verlor',
  'At most {} of the money was in trades at one time.':
    'Höchstens {} des Geldes waren zugleich in Trades.',
  '{} closed trade: {}.': '{} geschlossener Trade: {}.',
  '{} closed trades: {}.': '{} geschlossene Trades: {}.',
  '{} closed grid: {}.': '{} geschlossenes Gitter: {}.',
  '{} closed grids: {}.': '{} geschlossene Gitter: {}.',
  '{} closed trades.': '{} geschlossene Trades.',
  'too few to tell skill from luck': 'zu wenige, um Können von Glück zu unterscheiden',
  'each earns little by design, what decides is what a grid still holds':
    'Jedes verdient absichtlich wenig; es entscheidet, was das Gitter noch hält',
  'of {} runs drawn from its trades {}, so that {}':
    'Von {} Läufen, die aus seinen Trades gezogen sind, {}, sodass {}',
  '{} end with a loss': 'enden {} mit Verlust',
  '{} do not lose': 'verlieren {} nicht',
  'chance alone explains little': 'Zufall allein wenig erklärt',
  'it may be chance': 'es Zufall sein kann',
  // Why a bot stopped, or does not start.
  'Its script deactivated it.': 'Sein Script hat ihn gestoppt.',
  'Its script deactivated it: {}': 'Sein Script hat ihn gestoppt: {}',
  'What is stored of it cannot be read; the service log says more.':
    'Was von ihm gespeichert ist, kann nicht gelesen werden; das Log des Dienstes sagt mehr.',
  'An internal error stopped it; the service log says more.':
    'Ein interner Fehler hat ihn gestoppt; das Log des Dienstes sagt mehr.',
  'The plan "{}" of its owner has ended.': 'Der Tarif „{}“ seines Besitzers ist abgelaufen.',
  'Its script {}.': 'Sein Script {}.',
  'took longer than {} s': 'brauchte länger als {} s',
  'needed more memory than there is': 'brauchte mehr Speicher, als es gibt',
  'ended its thread': 'hat seinen Thread beendet',
  'Its market "{}" no longer exists.': 'Sein Markt „{}“ existiert nicht mehr.',
  'Its market "{}" is closed.': 'Sein Markt „{}“ ist geschlossen.',
  'Its account "{}" no longer exists.': 'Sein Konto „{}“ existiert nicht mehr.',
  'Its script "{}" no longer exists.': 'Sein Script „{}“ existiert nicht mehr.',
  'Its script was deleted.': 'Sein Script wurde gelöscht.',
  'Its markets have no common price history.':
    'Seine Märkte haben keinen gemeinsamen Preisverlauf.',
  'Market "{}" has no price history.': 'Der Markt „{}“ hat keinen Preisverlauf.',
  'Market "{}" has other steps than its price history.':
    'Der Markt „{}“ hat andere Schritte als sein Preisverlauf.',
  'It has loaded neither a script nor settings.': 'Er hat weder ein Script noch Einstellungen.',
  'It has no market.': 'Er hat keinen Markt.',
  'Its run cannot be loaded.': 'Sein Lauf kann nicht geladen werden.',
  'Its parameters do not fit its script: {}.': 'Seine Parameter passen nicht zum Script: {}.',
  'Its settings do not fit: {}.': 'Seine Einstellungen passen nicht: {}.',
  'Its script is not valid: {}.': 'Sein Script ist nicht gültig: {}.',
  'Somebody else closed what it held: {}.': 'Jemand anders hat geschlossen, was er hielt: {}.',
  'Its key may not trade: allow it to at {}, or connect another key.':
    'Sein Schlüssel darf nicht handeln: Erlauben Sie es bei {}, oder verbinden Sie einen anderen.',
  'Stopped by the risk switch.': 'Vom Risikoschalter gestoppt.',
  'Stopped by a limit: {}.': 'Von einem Limit gestoppt: {}.',
  'its account has lost {} since 00:00 UTC, and may lose {} a day':
    'Das Konto hat seit 00:00 UTC {} verloren und darf {} am Tag verlieren',
  'Your plan "{}" has ended; no bot is activated until it is renewed.':
    'Ihr Tarif „{}“ ist abgelaufen; bis er erneuert ist, startet kein Bot.',
  'Your plan "{}" allows {} running bots, and as many run.':
    'Ihr Tarif „{}“ erlaubt {} laufende Bots, und so viele laufen.',
  // Signals that nobody heard, and deliveries that ended.
  'The bot was deleted.': 'Der Bot wurde gelöscht.',
  'The bot does not run; start it first.': 'Der Bot läuft nicht; starten Sie ihn zuerst.',
  'The bot has as many signals waiting as may be; send it again.':
    'Für den Bot warten so viele Signale, wie es dürfen; senden Sie es noch einmal.',
  'It says that a part of the position is closed; only signal bots can do that.':
    'Es sagt, dass ein Teil der Position geschlossen wird; das können nur Signal-Bots.',
  'No running bot got the signal "{}" ({}).': 'Kein laufender Bot bekam das Signal „{}“ ({}).',
  'It responded {}: it does not exist any more.': 'Antwort {}: Es gibt ihn nicht mehr.',
  'It responded {}; a status from 200 to 299 is expected.':
    'Antwort {}; erwartet wird ein Status von 200 bis 299.',
  'It responded {}, a redirect, which is not followed.':
    'Antwort {}, eine Umleitung, der nicht gefolgt wird.',
  '{} responded {}: {}.': '{} antwortete {}: {}.',
  'The mail server refuses the login: {}': 'Der Mailserver lehnt die Anmeldung ab: {}',
  'The mail server refuses the message: {}': 'Der Mailserver lehnt die Nachricht ab: {}',
  'The mail server did not take it: {}': 'Der Mailserver hat sie nicht angenommen: {}',
  'The event is retained no longer.': 'Das Ereignis wird nicht mehr aufbewahrt.',
  'Its secret cannot be opened; rotate it.':
    'Sein Geheimnis kann nicht geöffnet werden; erneuern Sie es.',
  'Its address cannot be opened; make the channel again.':
    'Seine Adresse kann nicht geöffnet werden; legen Sie den Kanal neu an.',
  // Orders.
  'It never reached the exchange.': 'Sie hat die Börse nie erreicht.',
  'It did not reach the exchange.': 'Sie hat die Börse nicht erreicht.',
  'The exchange refused it.': 'Die Börse hat sie abgelehnt.',
  'The exchange made the order smaller than it was placed.':
    'Die Börse hat die Order kleiner gemacht, als sie erteilt wurde.',
  'Its market is gone from its exchange, which does not show the order.':
    'Ihren Markt gibt es an der Börse nicht mehr, und sie zeigt die Order nicht.',
  'Settled by hand: its exchange does not say how it ended.':
    'Von Hand geklärt: Ihre Börse sagt nicht, wie sie endete.',
  'There is not enough {}.': 'Es ist nicht genug {} da.',
  'the risk switch cancelled it': 'der Risikoschalter hat sie storniert',
  // The compiler of visual scripts.
  '{}; did you mean "{}"?': '{}; meinten Sie „{}“?',
  'there is no command "{}"': 'es gibt keinen Befehl „{}“',
  'a wire leads here from nowhere ("{}")': 'eine Leitung führt von nirgendwo hierher („{}“)',
  'a wire comes from the output "{}", which "{}" does not have':
    'eine Leitung kommt vom Ausgang „{}“, den „{}“ nicht hat',
  '"{}" gives no value, so nothing comes over this wire':
    '„{}“ gibt keinen Wert, über diese Leitung kommt also nichts',
  'expected {}, and the wire from "{}" carries {}':
    'erwartet: {}, und die Leitung von „{}“ bringt: {}',
  'nothing is called "{}", so this is a text': 'nichts heißt „{}“, also ist dies ein Text',
  'nothing is called "{}"': 'nichts heißt „{}“',
  'only one wire may lead to this input': 'nur eine Leitung darf zu diesem Eingang führen',
  '"{}" has no input "{}"': '„{}“ hat keinen Eingang „{}“',
  '"{}" needs this input': '„{}“ braucht diesen Eingang',
  'two inputs are called "{}" and have different values':
    'zwei Eingaben heißen „{}“ und haben verschiedene Werte',
  '{} blocks write the key "{}"': '{} Blöcke schreiben den Schlüssel „{}“',
  'the blocks wait for one another in a circle, through this input':
    'die Blöcke warten im Kreis aufeinander, durch diesen Eingang',
  'the blocks wait for one another in a circle': 'die Blöcke warten im Kreis aufeinander',
  'nothing uses what this block gives, so it does not run':
    'nichts verwendet, was dieser Block gibt, also läuft er nicht',
  'nothing says when this runs: a condition is missing':
    'nichts sagt, wann das läuft: es fehlt eine Bedingung',
  'this never runs: what it needs never has a value':
    'das läuft nie: was es braucht, hat nie einen Wert',
  'a wire leads to no port ("{}")': 'eine Leitung führt zu keinem Anschluss („{}“)',
  'expected {}, found {}: it is connected, not typed in':
    'erwartet: {}, gefunden: {}; das wird verbunden, nicht eingegeben',
  'expected {}, found {}': 'erwartet: {}, gefunden: {}',
  'one of "{}"': 'eines von „{}“',
  'a number': 'eine Zahl',
  'yes or no': 'ja oder nein',
  'a text': 'ein Text',
  'a choice': 'eine Auswahl',
  'a constant': 'eine Konstante',
  'a list of numbers': 'eine Liste von Zahlen',
  'a number or a list of numbers': 'eine Zahl oder eine Liste von Zahlen',
  'a table': 'eine Tabelle',
  // The compiler of Lua.
  "{} near '{}'": '{} bei ‚{}‘',
  '{} near {}': '{} bei {}',
  "'{}' expected to close '{}' at line {}": '‚{}‘ erwartet, um ‚{}‘ aus Zeile {} zu schließen',
  "'{}' expected": '‚{}‘ erwartet',
  '<name> expected': 'Name erwartet',
  "'=' or 'in' expected": '‚=‘ oder ‚in‘ erwartet',
  '<eof> expected': 'Ende des Textes erwartet',
  'syntax error': 'Syntaxfehler',
  'unexpected symbol': 'unerwartetes Zeichen',
  'function arguments expected': 'Argumente einer Funktion erwartet',
  'unfinished string': 'nicht beendeter Text',
  'malformed number': 'falsch geschriebene Zahl',
  'both managed and unmanaged trading commands are used':
    'es werden verwaltete und nicht verwaltete Handelsbefehle benutzt',
  "a custom command has no globals: make '{}' local":
    'ein eigener Befehl hat keine globalen Namen: machen Sie ‚{}‘ lokal',
  "script '{}' defines the command '{}' already": 'das Script ‚{}‘ definiert den Befehl ‚{}‘ schon',
};
