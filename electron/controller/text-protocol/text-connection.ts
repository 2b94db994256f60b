import type { Socket } from 'node:net';
import { ProblemError } from '#contract/problem.ts';
import type { Controller } from '#controller/controller.ts';
import { failureLine, successLine, unknownMethodLine } from './response-lines.ts';
import { LineSplitter, LineTooLongError } from './line-splitter.ts';
import { METHODS, type TextMethod } from './methods.ts';
import { isHttp, readParameters, readRequest, type TextRequest } from './parse-request.ts';
import { keyRequired, SessionEndedError, type TextSession } from './text-session.ts';

export interface TextLimits {
  /** How many connections may be open at a time. */
  connections: number;
  /** How many of them may come from one other computer. */
  connectionsOfClient: number;
  /** The largest size of a line, in bytes. */
  lineBytes: number;
  /**
   * How long a line may take to arrive, a response to be read, and a client to send its key after it has connected (with the TLS
   * handshake), in milliseconds.
   */
  patience: number;
  /** How long a connection may be silent between two lines, in milliseconds. */
  idle: number;
}

export interface TextConnectionOptions {
  controller: Controller;
  /** An encrypted socket may still be in its handshake. */
  socket: Socket;
  session: TextSession;
  limits: TextLimits;
  /** Called for an error that is not a problem. */
  onUnexpected: (error: unknown) => void;
}

/** The answer to a line. */
interface TextAnswer {
  isSilent: boolean;
  /** Whether the connection ends after the answer. */
  isLast: boolean;
  text: string;
}

/** Whether the connection stays open after a line. */
type Course = 'goes on' | 'ends';

/** Serves one client. Answers its lines in order, and reads nothing more until the client has read the response. */
export class TextConnection {
  readonly #options: TextConnectionOptions;
  #isEnding = false;
  #isBusy = false;
  #hasAsked = false;

  constructor(options: TextConnectionOptions) {
    this.#options = options;
  }

  /** Whether the client has never sent a line, or not the key that it needs: its connection is closed first when there are too many. */
  get isUnused(): boolean {
    return !this.#hasAsked || !this.#options.session.isAdmitted;
  }

  /** Serves the client until it disconnects or breaks a limit. */
  async run(): Promise<void> {
    const { socket, limits } = this.#options;
    socket.setNoDelay(true);
    socket.setKeepAlive(true, KEEP_ALIVE_DELAY);
    socket.setTimeout(limits.idle, () => socket.destroy());
    // The pending read or write gets the error too; for the connection an error is only its end.
    socket.on('error', () => socket.destroy());
    try {
      await this.#serve();
      this.#end();
    } catch (error) {
      if (!socket.destroyed) this.#options.onUnexpected(error);
      socket.destroy();
    }
  }

  /** Accepts no more lines; the current one is answered. */
  finish(): void {
    this.#isEnding = true;
    if (!this.#isBusy) this.#options.socket.destroy();
  }

  async #serve(): Promise<void> {
    const { socket, session, limits } = this.#options;
    const lines = new LineSplitter(session.isAdmitted ? limits.lineBytes : MAX_KEY_LINE);
    const admission = session.isAdmitted ? undefined : setTimeout(() => socket.destroy(), limits.patience);
    let arrival: NodeJS.Timeout | undefined;
    try {
      for await (const piece of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        for (const line of lines.push(piece)) {
          clearTimeout(arrival);
          arrival = undefined;
          if ((await this.#answer(line)) === 'ends') return;
          if (session.isAdmitted) {
            clearTimeout(admission);
            lines.limit = limits.lineBytes;
          }
        }
        if (lines.isWithinLine) arrival ??= setTimeout(() => socket.destroy(), limits.patience);
      }
    } catch (error) {
      if (!(error instanceof LineTooLongError)) throw error;
      await this.#send(failureLine(new ProblemError('invalid-input', { detail: error.message })));
    } finally {
      clearTimeout(arrival);
      clearTimeout(admission);
    }
  }

  async #answer(line: Buffer): Promise<Course> {
    if (!this.#hasAsked && isHttp(line)) return 'ends';
    this.#hasAsked = true;
    this.#isBusy = true;
    const { isSilent, isLast, text } = await this.#do(line);
    if (!isSilent) await this.#send(text);
    this.#isBusy = false;
    return isLast || this.#isEnding ? 'ends' : 'goes on';
  }

  async #do(line: Buffer): Promise<TextAnswer> {
    let isSilent = false;
    try {
      const request = readRequest(line);
      isSilent = request.isSilent;
      const { session } = this.#options;
      if (request.method === AUTHENTICATE) {
        const { name, scopes, printers } = await session.authenticate(request.parameters);
        return { isSilent, isLast: false, text: successLine({ key: name, scopes, ...(printers && { printers }) }) };
      }
      // Before a client has sent its key, it does not learn which methods exist.
      if (!session.isAdmitted) throw keyRequired();
      const method = METHODS.get(request.method);
      if (!method) return { isSilent, isLast: isSilent, text: unknownMethodLine(request.method) };
      return { isSilent, isLast: false, text: successLine(await this.#run(method, request)) };
    } catch (error) {
      if (!(error instanceof ProblemError)) this.#options.onUnexpected(error);
      return { isSilent, isLast: isSilent || error instanceof SessionEndedError, text: failureLine(error) };
    }
  }

  async #run(method: TextMethod, request: TextRequest): Promise<unknown> {
    const { controller, session } = this.#options;
    const { scope } = method;
    const grant = await session.admit(scope);
    const parameters = readParameters(request);
    if (scope !== 'read' && controller.isSafeMode) {
      throw new ProblemError('safe-mode', { detail: 'The controller is read-only after repeated crashes, until it is restarted.' });
    }
    const use = { method: request.method, scope, line: `${request.method} ${request.parameters}`.trimEnd() };
    return session.record(use, () => method.run({ controller, grant }, parameters));
  }

  /** Resolves when the client has read the line. A client that does not read is disconnected. */
  async #send(text: string): Promise<void> {
    const { socket, limits } = this.#options;
    const timer = setTimeout(() => socket.destroy(), limits.patience);
    try {
      await new Promise<void>((resolve, reject) => {
        socket.write(`${text}\n`, (error) => {
          if (error) reject(error);
          else resolve();
        });
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** Drops for a moment what the client still sends, so that the last response reaches it. */
  #end(): void {
    const { socket } = this.#options;
    const timer = setTimeout(() => socket.destroy(), LINGER);
    socket.once('close', () => clearTimeout(timer));
    socket.resume();
    socket.end();
  }
}

/** The line by which a client sends its key. */
const AUTHENTICATE = 'authenticate';
/** The largest size of a line before a client has sent its key, in bytes. */
const MAX_KEY_LINE = 1_024;
const KEEP_ALIVE_DELAY = 30_000;
const LINGER = 1_000;
