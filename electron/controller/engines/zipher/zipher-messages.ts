import { statusError } from '#contract/api-v3/make-status-error.ts';
import { CoderFaultError } from '../coders/coder.ts';
import type { Question } from '../connection/device-connection.ts';
import type { Framing } from '../connection/message-reader.ts';

// The dialogue as working public drivers speak it (Videojet6330App, protocol 1.28; caesar_zipher).

const CR = 0x0d;
const LF = 0x0a;

/** A line without its end, which is CR, LF or both. Empty lines say nothing. */
export const frameLine: Framing<string> = (received) => {
  const end = received.findIndex((byte) => byte === CR || byte === LF);
  if (end < 0) return undefined;
  return end === 0 ? { length: 1 } : { length: end + 1, message: received.toString('latin1', 0, end) };
};

/** The answers to a command: `data` reads those that carry something. */
export interface ZipherCommand<Answer> {
  /** Without the bar and the end of the line. */
  parts: readonly string[];
  data: (fields: string[]) => Answer | undefined;
  /** Milliseconds; the connection's limit by default. */
  limit?: number;
}

/** Asked with a command. A refusal is read as a `CoderFaultError`. */
export function question<Answer>({ parts, data, limit }: ZipherCommand<Answer>): Question<string, Answer | CoderFaultError> {
  return {
    bytes: Buffer.from(commandLine(parts), 'latin1'),
    ...(limit !== undefined && { limit }),
    read: (line) => {
      if (line === 'ERR' || line === 'NACK')
        return new CoderFaultError(statusError('coder-refused-command', { command: (parts[0] ?? '').trim() }));
      return data(line.split('|'));
    },
  };
}

/** A command that is only confirmed. */
export function confirmed(...parts: string[]): ZipherCommand<true> {
  return { parts, data: ([name]) => (name === 'ACK' ? true : undefined) };
}

/** A command that is answered by its own name and a number. */
export function numbered(name: string): ZipherCommand<number> {
  return {
    parts: [name],
    data: ([answer, value = '']) => (answer === name && /^\d{1,15}$/.test(value) ? Number(value) : undefined),
  };
}

/** A command that is answered by a name, a number of entries and the entries, each of so many parts. */
export function listed(parts: readonly string[], answer: string, size = 1): ZipherCommand<string[]> {
  return {
    parts,
    data: ([name, count = '', ...entries]) => {
      if (name !== answer || !/^\d{1,6}$/.test(count)) return undefined;
      // The line ends with a bar.
      return entries.length === Number(count) * size + 1 ? entries.slice(0, -1) : undefined;
    },
  };
}

/** Parts with a bar after each, except after a name that stands alone. */
function commandLine(parts: readonly string[]): string {
  return parts.length === 1 ? `${parts[0]}\r` : `${parts.join('|')}|\r`;
}
