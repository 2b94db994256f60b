import type { Words } from '../translation.ts';

/** Words about the scanner of a screen. */
export const scanner = {
  title: 'Scanner',
  note: 'Ein Scanner, der wie eine Tastatur tippt, wird an seiner Geschwindigkeit erkannt.',
  prefix: 'Zeichen vor jedem Scan',
  prefixHint:
    'Leer, außer der Scanner ist so eingestellt, dass er welche sendet. Damit ist ein Scan sicher erkannt, auch in einem Suchfeld.',
  confirmCode: 'Code, der ja sagt',
  confirmCodeHint:
    'Scannen Sie ihn, statt die Taste zum Bestätigen zu drücken. Drucken Sie ihn und hängen Sie ihn auf. Leer: Nur die Taste bestätigt.',
  tooAlike: 'Ein Produkt könnte diesen Code haben: Nehmen Sie einen mit einem Buchstaben.',
  try: 'Ausprobieren: hier etwas scannen',
  tryHint: 'Damit geschieht nichts.',
  heard: 'Als Scan erkannt: {text}',
  heardGtin: 'Es ist eine GTIN: {gtin}',
  heardConfirm: 'Es ist der Code, der ja sagt.',
  heardAsTyping: 'Das kam wie getippt und nicht wie ein Scan. Sendet der Scanner am Ende Eingabe, und die Zeichen davor?',
} satisfies Words<'scanner'>;
