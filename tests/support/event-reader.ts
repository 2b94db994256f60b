import { request as send, type IncomingMessage } from 'node:http';

/** A server-sent event: id, name, data and raw text. */
export interface ReadEvent {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

export interface EventReader {
  status: number;
  headers: IncomingMessage['headers'];
  response: IncomingMessage;
  /** The next event. Rejects when the stream has ended. */
  next(): Promise<ReadEvent>;
  /** The next events, without keep-alives. */
  take(count: number): Promise<ReadEvent[]>;
  /** Resolves when the stream has ended, with whether it ended normally. */
  ended: Promise<'in order' | 'cut'>;
  close(): void;
}

/** Reads the events of a service like a client that follows the reference documentation. */
export function readEvents(url: string, { path = '', headers = {} }: { path?: string; headers?: Record<string, string> } = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<EventReader>();
  const request = send(`${url}/api/v3/events${path}`, { headers, agent: false }, (response) => resolve(readerOf(response)));
  request.on('error', reject);
  request.end();
  return promise;
}

function readerOf(response: IncomingMessage): EventReader {
  const ended = Promise.withResolvers<'in order' | 'cut'>();
  response.once('close', () => ended.resolve(response.complete ? 'in order' : 'cut'));
  response.on('error', () => undefined);
  const events = eventsOf(response);
  const next = async () => {
    const { value, done } = await events.next();
    if (done) throw new Error('The stream of events has ended.');
    return value;
  };
  return {
    status: response.statusCode!,
    headers: response.headers,
    response,
    next,
    take: async (count) => {
      const taken: ReadEvent[] = [];
      while (taken.length < count) {
        const read = await next();
        if (read.event !== 'keep-alive') taken.push(read);
      }
      return taken;
    },
    ended: ended.promise,
    close: () => response.destroy(),
  };
}

async function* eventsOf(response: IncomingMessage): AsyncGenerator<ReadEvent> {
  let text = '';
  response.setEncoding('utf8');
  for await (const piece of response as AsyncIterable<string>) {
    text += piece;
    const frames = text.split('\n\n');
    text = frames.pop()!;
    for (const frame of frames) {
      const fields = new Map(
        frame.split('\n').map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      if (!fields.has('data')) continue;
      yield { id: fields.get('id')!, event: fields.get('event')!, data: JSON.parse(fields.get('data')!) as Record<string, unknown> };
    }
  }
}
