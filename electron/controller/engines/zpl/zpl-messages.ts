/** What a printer sends: a block between STX and ETX, or the value of a variable between quotes. */
export interface ZplMessage {
  kind: 'block' | 'value';
  text: string;
}

const STX = 0x02;
const ETX = 0x03;
const QUOTE = 0x22;

/** The framing of a printer's answers. What is between them is noise; a block begins again at the next STX. */
export function frameZpl(received: Buffer): { length: number; message?: ZplMessage } | undefined {
  const start = received.findIndex((byte) => byte === STX || byte === QUOTE);
  if (start !== 0) return { length: start < 0 ? received.length : start };
  const isBlock = received[0] === STX;
  const end = received.indexOf(isBlock ? ETX : QUOTE, 1);
  const next = received.indexOf(STX, 1);
  if (next > 0 && (end < 0 || next < end)) return { length: next };
  if (end < 0) return undefined;
  return { length: end + 1, message: { kind: isBlock ? 'block' : 'value', text: received.toString('latin1', 1, end) } };
}
