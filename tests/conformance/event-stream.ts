import { NotConformant } from './check.ts';
import type { Answer } from './target.ts';

/** One event as transmitted. */
export interface Frame {
  id: string | undefined;
  /** The JSON of its data; undefined if it is not JSON. */
  data: Record<string, unknown> | undefined;
}

interface Opened {
  /** The complete response if the stream was refused; without text while the stream is open. */
  answer: Answer;
  body: ReadableStream<Uint8Array> | undefined;
  patience: number;
  cut: AbortController;
}

/** A stream of server-sent events. */
export class EventStream {
  readonly answer: Answer;
  readonly #opened: Opened;
  readonly #frames: AsyncGenerator<Frame>;

  constructor(opened: Opened) {
    this.answer = opened.answer;
    this.#opened = opened;
    this.#frames = framesOf(opened.body);
  }

  /** The next event of any kind. Throws `NotConformant` if none comes. */
  async next(): Promise<Frame> {
    const { patience, cut } = this.#opened;
    const timer = setTimeout(() => cut.abort(), patience);
    try {
      const { value, done } = await this.#frames.next();
      if (!done) return value;
      throw this.#silent('the end of the stream');
    } catch (error) {
      throw cut.signal.aborted ? this.#silent(`nothing for ${patience} ms`) : error;
    } finally {
      clearTimeout(timer);
    }
  }

  /** The next event that satisfies the condition. */
  async nextOf(isRight: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const frame = await this.next();
      if (isRight(frame)) return frame;
    }
  }

  close(): void {
    this.#opened.cut.abort();
  }

  #silent(seen: string): NotConformant {
    return new NotConformant({ request: this.answer.request, expected: 'an event', seen });
  }
}

async function* framesOf(body: ReadableStream<Uint8Array> | undefined): AsyncGenerator<Frame> {
  if (!body) return;
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true });
    const parts = text.split('\n\n');
    text = parts.pop() ?? '';
    // Parts without data are comments or retry intervals rather than events.
    yield* parts.filter((part) => /^data:/m.test(part)).map(frameIn);
  }
}

function frameIn(text: string): Frame {
  const fields = new Map(text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trimStart()]));
  return { id: fields.get('id'), data: jsonIn(fields.get('data')) };
}

function jsonIn(text: string | undefined): Frame['data'] {
  try {
    const data: unknown = JSON.parse(text ?? '');
    return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
