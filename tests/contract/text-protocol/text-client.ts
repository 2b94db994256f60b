import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** One connection to the text protocol, as the controller of a machine would hold it. */
export class TextClient {
  readonly socket: Socket;
  #received = '';

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => (this.#received += text));
    socket.on('error', () => undefined);
  }

  static async connect(url: string): Promise<TextClient> {
    const { hostname, port } = new URL(url.replace(/^tcp/, 'http'));
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new TextClient(socket);
  }

  /** Sends text as it is. */
  send(text: string): void {
    this.socket.write(text);
  }

  /** The next line of the answer, without its end. */
  async line(): Promise<string> {
    for (;;) {
      const end = this.#received.indexOf('\n');
      if (end >= 0) {
        const line = this.#received.slice(0, end);
        this.#received = this.#received.slice(end + 1);
        return line;
      }
      if (this.socket.readableEnded || this.socket.destroyed) throw new Error(`the connection ended after ${this.#received}`);
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
  }

  /** Asks for one thing. */
  async ask(line: string): Promise<string> {
    this.send(`${line}\n`);
    return this.line();
  }

  /** Everything that came until the connection ended. */
  async rest(): Promise<string> {
    if (!this.socket.closed) await new Promise((resolve) => this.socket.once('close', resolve));
    return this.#received;
  }
}

/** What follows OK, as JSON. */
export function resultOf(line: string): unknown {
  if (!line.startsWith('OK ')) throw new Error(`it was refused: ${line}`);
  return JSON.parse(line.slice(3)) as unknown;
}
