import { BadAnswerError } from '../connections/unreachable.ts';

/** What an event of a controller's stream says to the polls. */
export type Notice =
  /** Nothing else happened until now. */
  | { kind: 'alive' }
  /** This printer may have changed; undefined: any printer. */
  | { kind: 'changed'; printer: string | undefined };

const MAX_FRAME = 64 * 1024;
const END_OF_FRAME = '\n\n';

/** Splits a stream of server-sent events, as it arrives, into notices. Throws a `BadAnswerError` for an event that is too long or no JSON. */
export class EventFrames {
  readonly #decoder = new TextDecoder();
  #rest = '';

  read(bytes: Uint8Array): Notice[] {
    const frames = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(END_OF_FRAME);
    this.#rest = frames.pop() ?? '';
    if (this.#rest.length > MAX_FRAME) throw new BadAnswerError('an event is too long');
    return frames.map(noticeIn).filter((notice) => notice !== undefined);
  }
}

function noticeIn(frame: string): Notice | undefined {
  const data = frame
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('\n');
  if (data === '') return undefined;
  const event = parse(data);
  if (typeof event !== 'object' || event === null) return { kind: 'changed', printer: undefined };
  if ('type' in event && event.type === 'keep-alive') return { kind: 'alive' };
  return { kind: 'changed', printer: 'printer' in event && typeof event.printer === 'string' ? event.printer : undefined };
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch (cause) {
    throw new BadAnswerError('an event is no JSON', { cause });
  }
}
