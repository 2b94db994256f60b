import { processTimers } from '../zpl/emulator-timers.ts';
import { DeviceServer, type DeviceSession } from '../device/device-server.ts';

/** What can go wrong with the next product, once. */
export const READER_MISHAPS = ['no-read', 'misread', 'wrong-code', 'lost', 'doubled'] as const;
export type ReaderMishap = (typeof READER_MISHAPS)[number];

const NO_READ = 'NOREAD';
const LINE_END = '\r\n';

/** A code reader that sends a line for each product that is shown to it. */
export class ReaderEmulator {
  /** What it received: the trigger texts. */
  received = '';
  readonly #server: DeviceServer;
  #next: ReaderMishap | undefined;

  constructor() {
    this.#server = new DeviceServer({ timers: processTimers, onConnect: (session) => this.#connected(session) });
  }

  get port(): number {
    return this.#server.port;
  }

  get connections(): number {
    return this.#server.connections;
  }

  /** Listens on the port; 0 chooses a free one. */
  async start(port = 0): Promise<void> {
    await this.#server.open(port);
  }

  async stop(): Promise<void> {
    await this.#server.close();
  }

  /** Ends all connections; new ones work. */
  cut(): void {
    this.#server.cut();
  }

  /** The connections are dead, but the other side does not notice. */
  freeze(): void {
    this.#server.freeze();
  }

  /** The mishap happens to the next product. */
  prepare(mishap: ReaderMishap): void {
    this.#next = mishap;
  }

  /** A product with this code passes the reader. */
  show(code: string): void {
    const mishap = this.#next;
    this.#next = undefined;
    for (const line of linesOf(code, mishap)) this.send(`${line}${LINE_END}`);
  }

  /** Sends bytes as they are. */
  send(bytes: string | Uint8Array): void {
    this.#server.send(Buffer.from(bytes));
  }

  #connected(session: DeviceSession): (bytes: Buffer) => void {
    return (bytes) => {
      if (session.isOpen) this.received = (this.received + bytes.toString('latin1')).slice(-MOST_RECEIVED);
    };
  }
}

const MOST_RECEIVED = 1_000;

function linesOf(code: string, mishap: ReaderMishap | undefined): string[] {
  switch (mishap) {
    case undefined:
      return [code];
    case 'no-read':
      return [NO_READ];
    case 'misread':
      return [`${code.slice(0, Math.floor(code.length / 2))}\uFFFD`];
    case 'wrong-code':
      return [otherCode(code)];
    case 'lost':
      return [];
    case 'doubled':
      return [code, code];
  }
}

/** The code with its last letter or digit changed. */
function otherCode(code: string): string {
  const last = code.at(-1);
  return code.slice(0, -1) + (last === '7' ? '3' : '7');
}
