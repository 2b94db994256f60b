import { BadAnswerError } from '../connections/unreachable.ts';

/** What the station needs of an answer's head. */
export interface AnswerHead {
  status: number;
  contentType: string;
  /** Whether the server keeps the socket open after this answer. */
  isKept: boolean;
}

/** How the end of the body is found: after so many bytes, after the last chunk, or when the server closes the socket. */
type Framing = { kind: 'length'; length: number } | { kind: 'chunked' } | { kind: 'close' };

type Step = 'head' | 'body' | 'chunk-size' | 'chunk' | 'chunk-end' | 'trailers' | 'complete';

const MAX_HEAD = 16 * 1024;
/** The longest line with the size of a chunk, and the longest trailers. */
const MAX_LINE = 1_024;
const BLANK_LINE = Buffer.from('\r\n\r\n');
const NEW_LINE = Buffer.from('\r\n');
const NOTHING = Buffer.alloc(0);
const BEGINNING = 'HTTP/1.';
const STATUS_LINE = /^HTTP\/1\.([01]) ([2-9]\d{2})(?: |$)/;
const CHUNK_SIZE = /^([\da-f]{1,8})[ \t]*(?:;.*)?$/i;
const LENGTH = /^\d{1,15}$/;

/**
 * Reads one HTTP/1.1 answer from the bytes of a socket, as they arrive. Strict: whatever could be read in two ways, an announced length that is
 * not kept, and anything that is not HTTP throws a `BadAnswerError`; the socket must then be closed.
 */
export class AnswerReader {
  readonly #onBody: (bytes: Buffer) => void;
  readonly #heads: HeadReader;
  #step: Step = 'head';
  #head: AnswerHead | undefined;
  #framing: Framing = { kind: 'close' };
  /** Bytes of the body, or of the chunk, that are still to come. */
  #missing = 0;
  /** Bytes that arrived and do not suffice for the next step. */
  #rest: Buffer = NOTHING;

  /** `onBody` gets the parts of the body, which are views of the bytes that were read. `heads` is that of the socket. */
  constructor(onBody: (bytes: Buffer) => void, heads = new HeadReader()) {
    this.#onBody = onBody;
    this.#heads = heads;
  }

  /** Undefined until it has arrived. */
  get head(): AnswerHead | undefined {
    return this.#head;
  }

  /** The number of bytes that the server has announced; 0 when it has not. */
  get announced(): number {
    return this.#framing.kind === 'length' ? this.#framing.length : 0;
  }

  get isComplete(): boolean {
    return this.#step === 'complete';
  }

  /** Reads bytes that have arrived, and keeps no view of them. */
  read(bytes: Buffer): void {
    let input = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    this.#rest = NOTHING;
    while (input.length > 0) {
      const left = this.#take(input);
      if (left === undefined) {
        this.#rest = Buffer.from(input);
        return;
      }
      input = left;
    }
  }

  /** The server has closed its side. */
  end(): void {
    const endsHere = this.#step === 'body' && this.#framing.kind === 'close';
    if (!endsHere && !this.isComplete) throw new BadAnswerError('the answer is incomplete');
    this.#step = 'complete';
  }

  /** Consumes bytes and returns those that are left; undefined when more must arrive first. */
  #take(input: Buffer): Buffer | undefined {
    switch (this.#step) {
      case 'head':
        return this.#takeHead(input);
      case 'body':
        return this.#takeBody(input, 'complete');
      case 'chunk':
        return this.#takeBody(input, 'chunk-end');
      case 'chunk-size':
        return this.#takeLine(input, (line) => this.#startChunk(line));
      case 'chunk-end':
        return this.#takeLine(input, (line) => this.#enter(line === '' ? 'chunk-size' : undefined));
      case 'trailers':
        return this.#takeLine(input, (line) => this.#enter(line === '' ? 'complete' : 'trailers'));
      case 'complete':
        throw new BadAnswerError('the answer is longer than announced');
    }
  }

  #enter(step: Step | undefined): void {
    if (step === undefined) throw new BadAnswerError('the answer is not HTTP');
    this.#step = step;
  }

  #takeHead(input: Buffer): Buffer | undefined {
    const end = input.indexOf(BLANK_LINE);
    const length = Math.min(input.length, BEGINNING.length);
    if (input.toString('latin1', 0, length) !== BEGINNING.slice(0, length)) throw new BadAnswerError('the answer is not HTTP');
    if (end > MAX_HEAD || (end < 0 && input.length > MAX_HEAD)) throw new BadAnswerError('the headers are too long');
    if (end < 0) return undefined;
    const { head, framing } = this.#heads.read(input.toString('latin1', 0, end));
    this.#head = head;
    this.#framing = framing;
    this.#missing = framing.kind === 'length' ? framing.length : Infinity;
    if (framing.kind === 'chunked') this.#step = 'chunk-size';
    else this.#step = this.#missing === 0 ? 'complete' : 'body';
    return input.subarray(end + BLANK_LINE.length);
  }

  #takeBody(input: Buffer, next: Step): Buffer {
    const part = input.length <= this.#missing ? input : input.subarray(0, this.#missing);
    this.#missing -= part.length;
    if (this.#missing === 0) this.#step = next;
    this.#onBody(part);
    return input.subarray(part.length);
  }

  #startChunk(line: string): void {
    const digits = CHUNK_SIZE.exec(line)?.[1];
    if (digits === undefined) throw new BadAnswerError('the size of a chunk is invalid');
    this.#missing = Number.parseInt(digits, 16);
    this.#step = this.#missing === 0 ? 'trailers' : 'chunk';
  }

  #takeLine(input: Buffer, take: (line: string) => void): Buffer | undefined {
    const end = input.indexOf(NEW_LINE);
    if (end > MAX_LINE || (end < 0 && input.length > MAX_LINE)) throw new BadAnswerError('a line of the answer is too long');
    if (end < 0) return undefined;
    take(input.toString('latin1', 0, end));
    return input.subarray(end + NEW_LINE.length);
  }
}

interface ReadHead {
  head: AnswerHead;
  framing: Framing;
}

/** Reads the heads of the answers on one socket. One with the same bytes as the head before, as most are until the date in it changes, is not parsed. */
export class HeadReader {
  #last: { text: string; read: ReadHead } | undefined;

  /** Throws a `BadAnswerError`. */
  read(text: string): ReadHead {
    if (this.#last?.text !== text) this.#last = { text, read: readHead(text) };
    return this.#last.read;
  }
}

function readHead(text: string): ReadHead {
  const lines = text.split('\r\n');
  const [, minor, code] = STATUS_LINE.exec(lines[0] ?? '') ?? [];
  if (code === undefined) throw new BadAnswerError('the answer is not HTTP');
  const fields = fieldsIn(lines);
  const connection = (fields.get('connection') ?? '').toLowerCase();
  const framing = framingOf(Number(code), fields);
  const isKept = minor === '1' ? !connection.includes('close') : connection.includes('keep-alive');
  return {
    head: { status: Number(code), contentType: fields.get('content-type') ?? '', isKept: isKept && framing.kind !== 'close' },
    framing,
  };
}

/** The headers by their names in lower case. Only headers that may be repeated are joined. */
function fieldsIn(lines: readonly string[]): Map<string, string> {
  const fields = new Map<string, string>();
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    if (name === '' || /\s/.test(name)) throw new BadAnswerError('a header is invalid');
    const value = line.slice(colon + 1).trim();
    const before = fields.get(name);
    fields.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return fields;
}

function framingOf(status: number, fields: ReadonlyMap<string, string>): Framing {
  const [length, encoding] = [fields.get('content-length'), fields.get('transfer-encoding')];
  if (status === 204 || status === 304) return { kind: 'length', length: 0 };
  if (length !== undefined && encoding !== undefined) throw new BadAnswerError('the length of the answer is ambiguous');
  if (encoding !== undefined) {
    if (encoding.toLowerCase() !== 'chunked') throw new BadAnswerError('the answer has an unknown encoding');
    return { kind: 'chunked' };
  }
  if (length === undefined) return { kind: 'close' };
  if (!LENGTH.test(length)) throw new BadAnswerError('the length of the answer is invalid');
  return { kind: 'length', length: Number(length) };
}
