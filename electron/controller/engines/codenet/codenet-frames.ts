/**
 * What a coder sends. Source: "Ax Series Codenet Protocol" (EPT033760, issue 2, Domino).
 * `ack` and `nak` answer a command, `reply` answers a question, `report` says without a question that a label was printed.
 */
export type CodenetMessage = { kind: 'ack' } | { kind: 'report' } | { kind: 'nak'; code: string } | { kind: 'reply'; text: string };

const ESC = 0x1b;
const EOT = 0x04;
const ACK = 0x06;
const NAK = 0x15;
const NAK_DIGITS = 3;
const SPACE = 0x20;
/** The second of the two bytes that tell the state of the jet. */
const JET_STATE_END = 0x07;
/** The character by which a coder reports a printed label: a bare byte between the frames. */
export const REPORT = 'A';
const REPORT_BYTE = REPORT.charCodeAt(0);
/** More than the longest reply. */
const MAX_REPLY = 300;

/** A command or a question: one frame. The coder does not hear what follows it until it has answered. */
export function codenetFrame(text: string): Buffer {
  return Buffer.concat([Buffer.of(ESC), Buffer.from(text, 'latin1'), Buffer.of(EOT)]);
}

/** The framing of what a coder sends. Anything else between the frames is noise. */
export function frameCodenet(received: Buffer): { length: number; message?: CodenetMessage } | undefined {
  switch (received[0]) {
    case ACK:
      return { length: 1, message: { kind: 'ack' } };
    case REPORT_BYTE:
      return { length: 1, message: { kind: 'report' } };
    case NAK:
      return frameRefusal(received);
    case ESC:
      return frameReply(received);
    default:
      return { length: 1 };
  }
}

function frameRefusal(received: Buffer): { length: number; message?: CodenetMessage } | undefined {
  const code = received.toString('latin1', 1, 1 + NAK_DIGITS);
  if (!/^\d*$/.test(code)) return { length: 1 };
  return code.length < NAK_DIGITS ? undefined : { length: 1 + NAK_DIGITS, message: { kind: 'nak', code } };
}

/** A control character before the end shows that the reply was cut; the state of the jet has one in it. */
function frameReply(received: Buffer): { length: number; message?: CodenetMessage } | undefined {
  const end = received.findIndex((byte, at) => at > 0 && byte < SPACE && byte !== JET_STATE_END);
  if (end < 0) return received.length > MAX_REPLY ? { length: received.length } : undefined;
  if (received[end] !== EOT) return { length: end };
  return { length: end + 1, message: { kind: 'reply', text: received.toString('latin1', 1, end) } };
}
