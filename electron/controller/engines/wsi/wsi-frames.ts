/**
 * What a coder sends: data between STX and ETX, or what became of a command, with its checksum. Source: "1000 line Series WSI Communications
 * Protocol" (462115-01, Videojet); the frames as in a working public driver.
 */
export type WsiMessage = { kind: 'data'; text: string } | { kind: 'done' | 'refused'; checksum: string };

const STX = 0x02;
const ETX = 0x03;
const DONE = 0x24;
const REFUSED = 0x21;
/** The sign and two hexadecimal digits. */
const RESULT_LENGTH = 3;
/** More than the longest answer. */
const MAX_DATA = 300;
/** Parts the name of a field from its value. */
export const SEPARATOR = '\n';

/** A command or a question. */
export function wsiFrame(text: string): Buffer {
  return Buffer.concat([Buffer.of(STX), Buffer.from(text, 'latin1'), Buffer.of(ETX)]);
}

/** The checksum by which the coder names a command in its answer: the sum of the bytes between STX and ETX, in two hexadecimal digits. */
export function checksumOf(text: string): string {
  const sum = Buffer.from(text, 'latin1').reduce((total, byte) => (total + byte) % 256, 0);
  return sum.toString(16).toUpperCase().padStart(2, '0');
}

/** The framing of what a coder sends. Anything else is noise. */
export function frameWsi(received: Buffer): { length: number; message?: WsiMessage } | undefined {
  if (received[0] === STX) return frameData(received);
  if (received[0] === DONE || received[0] === REFUSED) return frameResult(received);
  return { length: 1 };
}

/** Data are printable: a control character before the end shows that the frame was cut. */
function frameData(received: Buffer): { length: number; message?: WsiMessage } | undefined {
  const end = received.findIndex((byte, at) => at > 0 && byte < 0x20 && byte !== SEPARATOR.charCodeAt(0));
  if (end < 0) return received.length > MAX_DATA ? { length: received.length } : undefined;
  if (received[end] !== ETX) return { length: end };
  return { length: end + 1, message: { kind: 'data', text: received.toString('latin1', 1, end) } };
}

function frameResult(received: Buffer): { length: number; message?: WsiMessage } | undefined {
  const checksum = received.toString('latin1', 1, RESULT_LENGTH);
  if (!/^[0-9A-Fa-f]*$/.test(checksum)) return { length: 1 };
  if (received.length < RESULT_LENGTH) return undefined;
  const kind = received[0] === DONE ? 'done' : 'refused';
  return { length: RESULT_LENGTH, message: { kind, checksum: checksum.toUpperCase() } };
}
