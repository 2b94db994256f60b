import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectEncrypted, type ConnectionOptions } from 'node:tls';

/** A connection to the text protocol, as a machine controller (PLC) would use it. */
export class TextClient {
  readonly socket: Socket;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (this.#received += text));
    socket.on('error', () => undefined);
  }

  /** Connects to a `tcp://` or `tls://` URL. */
  static async connect(url: string, options: ConnectionOptions = {}): Promise<TextClient> {
    const { hostname, port } = new URL(url.replace(/^t(?:cp|ls)/, 'http'));
    const isEncrypted = url.startsWith('tls:');
    const socket = isEncrypted
      ? connectEncrypted({ host: hostname, port: Number(port), ...options })
      : connect(Number(port), hostname.replaceAll(/[[\]]/g, ''));
    await once(socket, isEncrypted ? 'secureConnect' : 'connect');
    return new TextClient(socket);
  }

  /** Sends text unchanged. */
  send(text: string): void {
    this.socket.write(text);
  }

  /** The next line of the response, without its end. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#received.indexOf('\n');
      if (end >= 0) {
        const line = this.#received.slice(0, end);
        this.#received = this.#received.slice(end + 1);
        return line;
      }
      if (this.socket.readableEnded || this.socket.destroyed) throw new Error(`the connection ended after ${this.#received}`);
      const waiting = new AbortController();
      const events = ['data', 'close'].map((event) => once(this.socket, event, { signal: waiting.signal }));
      await Promise.race(events);
      waiting.abort();
      await Promise.allSettled(events);
    }
  }

  /** Sends a request and returns its response line. */
  async ask(line: string): Promise<string> {
    this.send(`${line}\n`);
    return this.line();
  }

  /** Everything received until the connection ended. */
  async rest(): Promise<string> {
    if (!this.socket.closed) await new Promise((resolve) => this.socket.once('close', resolve));
    return this.#received;
  }
}

/** The JSON after OK. */
export function resultOf(line: string): unknown {
  if (!line.startsWith('OK ')) throw new Error(`it was refused: ${line}`);
  return JSON.parse(line.slice(3)) as unknown;
}
