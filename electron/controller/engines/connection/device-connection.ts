import { createConnection, type Socket } from 'node:net';
import type { FrameLog } from '../frame-log.ts';
import type { TimerHandle, Timers } from '../../platform/timers.ts';
import { ConnectionLostError, NoAnswerError, NotSentError } from './connection-errors.ts';
import { MessageReader, type Framing } from './message-reader.ts';
import { resetSocket } from './reset-socket.ts';

const CONNECT_LIMIT = 3_000;
const ANSWER_LIMIT = 2_000;
const WRITE_LIMIT = 3_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 5_000;

export interface DeviceConnectionOptions<Message> {
  host: string;
  port: number;
  framing: Framing<Message>;
  timers: Timers;
  frames: FrameLog;
  /** A connection was made. */
  onOpen: () => void;
  /** A connection ended, or could not be made. Another attempt follows. */
  onClosed: (reason: string) => void;
  /** Takes what the device sends without a question, and returns whether it has. Called first with every message. */
  takeUnsolicited?: (message: Message) => boolean;
}

export interface Question<Message, Answer> {
  bytes: Uint8Array;
  /** Called with each message that follows, until it returns the answer. */
  read(message: Message): Answer | undefined;
  /** Milliseconds; 2 s by default. */
  limit?: number;
  /**
   * The device may leave this question unanswered: the connection stays open. Only for a question whose late answer cannot be mistaken for
   * that of another one.
   */
  mayBeIgnored?: boolean;
}

interface Asked<Message> {
  question: Question<Message, unknown>;
  resolve: (answer: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * A TCP connection to a device, made again with growing pauses after every loss. One question is on the wire at a time, for answers carry no
 * number; silence closes the connection, so that a late answer never belongs to the next question.
 */
export class DeviceConnection<Message> {
  readonly #options: DeviceConnectionOptions<Message>;
  readonly #reader: MessageReader<Message>;
  #socket: Socket | undefined;
  #isOpen = false;
  #isStopped = true;
  #queue: Asked<Message>[] = [];
  #asked: Asked<Message> | undefined;
  #limit: TimerHandle | undefined;
  #retry: TimerHandle | undefined;
  #pause = FIRST_PAUSE;

  constructor(options: DeviceConnectionOptions<Message>) {
    this.#options = options;
    this.#reader = new MessageReader(options.framing);
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Where the device is reached, for messages. */
  get address(): string {
    return `${this.#options.host}:${this.#options.port}`;
  }

  /** Connects, now and after every loss, until `stop`. */
  start(): void {
    if (!this.#isStopped) return;
    this.#isStopped = false;
    this.#connect();
  }

  /** Ends the connection, and rejects what waits. Reports nothing any more. */
  stop(): void {
    this.#isStopped = true;
    this.#clear(this.#retry);
    this.#end('it was closed');
  }

  /** Asks when all earlier questions have ended. Rejects with a `NotSentError`, a `ConnectionLostError` or a `NoAnswerError`. */
  ask<Answer>(question: Question<Message, Answer>): Promise<Answer> {
    if (!this.#isOpen) return Promise.reject(new NotSentError());
    return new Promise<Answer>((resolve, reject) => {
      this.#queue.push({ question, resolve: (answer) => resolve(answer as Answer), reject });
      this.#askNext();
    });
  }

  /** Sends bytes without an answer, at once. Resolves when the operating system has them. After any error but a `NotSentError` some may have left. */
  write(bytes: Uint8Array): Promise<void> {
    const socket = this.#socket;
    if (!socket || !this.#isOpen) return Promise.reject(new NotSentError());
    const { timers, frames } = this.#options;
    return new Promise((resolve, reject) => {
      const limit = timers.setTimeout(() => this.#lose(socket, `it took no data for ${WRITE_LIMIT} ms`), WRITE_LIMIT);
      frames.add('sent', bytes);
      socket.write(bytes, (error) => {
        timers.clearTimeout(limit);
        if (error) reject(new ConnectionLostError(error.message));
        else resolve();
      });
    });
  }

  #connect(): void {
    const { host, port, timers } = this.#options;
    const socket = createConnection({ host, port, noDelay: true, keepAlive: true });
    let failure = 'the device closed it';
    this.#socket = socket;
    this.#limit = timers.setTimeout(() => this.#lose(socket, `no connection within ${CONNECT_LIMIT} ms`), CONNECT_LIMIT);
    socket.on('connect', () => this.#opened(socket));
    socket.on('data', (bytes) => this.#received(socket, bytes));
    socket.on('error', (error) => (failure = error.message));
    socket.on('close', () => this.#lose(socket, failure));
  }

  #opened(socket: Socket): void {
    if (this.#socket !== socket) return;
    this.#clear(this.#limit);
    this.#isOpen = true;
    this.#options.onOpen();
  }

  #received(socket: Socket, bytes: Buffer): void {
    this.#options.frames.add('received', bytes);
    try {
      this.#reader.add(bytes);
      while (this.#socket === socket) {
        const message = this.#reader.next();
        if (message === undefined) return;
        this.#pause = FIRST_PAUSE;
        this.#deliver(message);
      }
    } catch (error) {
      this.#lose(socket, error instanceof Error ? error.message : String(error));
    }
  }

  /** A message that answers nothing is dropped. */
  #deliver(message: Message): void {
    if (this.#options.takeUnsolicited?.(message)) return;
    const asked = this.#asked;
    const answer = asked?.question.read(message);
    if (!asked || answer === undefined) return;
    this.#settleAsked();
    asked.resolve(answer);
    this.#askNext();
  }

  #askNext(): void {
    const socket = this.#socket;
    if (this.#asked || !socket || !this.#isOpen) return;
    const asked = this.#queue.shift();
    if (!asked) return;
    const { bytes, limit = ANSWER_LIMIT } = asked.question;
    this.#asked = asked;
    this.#limit = this.#options.timers.setTimeout(() => this.#unanswered(socket, limit), limit);
    this.#options.frames.add('sent', bytes);
    socket.write(bytes);
  }

  #unanswered(socket: Socket, limit: number): void {
    const asked = this.#asked;
    this.#settleAsked();
    asked?.reject(new NoAnswerError(limit));
    if (asked?.question.mayBeIgnored) this.#askNext();
    else this.#lose(socket, `no answer within ${limit} ms`);
  }

  #settleAsked(): void {
    this.#clear(this.#limit);
    this.#asked = undefined;
  }

  #lose(socket: Socket, reason: string): void {
    if (this.#socket !== socket) return;
    this.#end(reason);
    if (this.#isStopped) return;
    this.#retry = this.#options.timers.setTimeout(() => this.#connect(), this.#pause);
    this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause);
    this.#options.onClosed(reason);
  }

  #end(reason: string): void {
    if (this.#socket) resetSocket(this.#socket);
    this.#socket = undefined;
    this.#isOpen = false;
    const asked = this.#asked;
    const queue = this.#queue;
    this.#settleAsked();
    this.#queue = [];
    this.#reader.clear();
    asked?.reject(new ConnectionLostError(reason));
    for (const { reject } of queue) reject(new NotSentError());
  }

  #clear(timer: TimerHandle | undefined): void {
    if (timer !== undefined) this.#options.timers.clearTimeout(timer);
  }
}
