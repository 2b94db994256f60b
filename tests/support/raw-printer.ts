import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createBitmap, type Bitmap } from '#rendering/raster/bitmap.ts';

export interface RawPrinterOptions {
  /** Milliseconds for one print. */
  printTime: number;
  /** Whether it sends ACK after each print. */
  acknowledges: boolean;
  /** Called when the last byte of a print has arrived, before it is printed. */
  onReceived?: () => void;
  /** Called for each print that comes out; `isWhole` is false for one that a power failure interrupts. */
  onPrint: (print: { picture: Bitmap; isWhole: boolean }) => void;
}

/** The template of the engine for this device: a line with the size, then the rows. */
export const RAW_TEMPLATE = '{width} {height} {bytesPerRow}{lf}{rows}';
/** The pattern of its acknowledgement. */
export const RAW_ACKNOWLEDGEMENT = '\\x06';

interface Waiting {
  picture: Bitmap;
  socket: Socket;
}

/** A print head that takes pictures on a TCP port. It holds them in memory and prints one after the other, whatever becomes of the connection. */
export class RawPrinter {
  readonly #options: RawPrinterOptions;
  readonly #sockets = new Set<Socket>();
  #server: Server | undefined;
  #port = 0;
  #waiting: Waiting[] = [];
  #work: NodeJS.Timeout | undefined;

  constructor(options: RawPrinterOptions) {
    this.#options = options;
  }

  get port(): number {
    return this.#port;
  }

  /** Whether it holds prints that are not made. */
  get isBusy(): boolean {
    return this.#waiting.length > 0;
  }

  /** Listens; from the second time on, on the same port. */
  async powerOn(): Promise<void> {
    const server = createServer((socket) => this.#connected(socket));
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(this.#port, '127.0.0.1', resolve));
    this.#server = server;
    this.#port = (server.address() as AddressInfo).port;
  }

  /** Connections and prints that wait are lost; the one under the head stays as it is. */
  async cutPower(): Promise<void> {
    const [current] = this.#waiting;
    if (current) this.#options.onPrint({ picture: current.picture, isWhole: false });
    this.#waiting = [];
    clearTimeout(this.#work);
    this.#work = undefined;
    for (const socket of this.#sockets) socket.destroy();
    const server = this.#server;
    this.#server = undefined;
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  #connected(socket: Socket): void {
    let pending = Buffer.alloc(0);
    socket.setNoDelay(true);
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes]);
      for (let next = findPicture(pending); next; next = findPicture(pending)) {
        this.#options.onReceived?.();
        this.#waiting.push({ picture: decodePicture(pending, next), socket });
        pending = Buffer.from(pending.subarray(next.end));
        this.#next();
      }
    });
  }

  #next(): void {
    const [current] = this.#waiting;
    if (!current || this.#work !== undefined) return;
    this.#work = setTimeout(() => {
      this.#work = undefined;
      this.#waiting.shift();
      this.#options.onPrint({ picture: current.picture, isWhole: true });
      if (this.#options.acknowledges && !current.socket.destroyed) current.socket.write(Buffer.of(0x06));
      this.#next();
    }, this.#options.printTime);
  }
}

/** Where a picture is in the bytes, and its size in dots. */
interface FoundPicture {
  width: number;
  height: number;
  rowLength: number;
  start: number;
  end: number;
}

/** The first picture in the bytes; undefined while it is not complete. Throws for another header. */
function findPicture(bytes: Buffer): FoundPicture | undefined {
  const headerEnd = bytes.indexOf('\n');
  if (headerEnd < 0) return undefined;
  const header = /^(\d+) (\d+) (\d+)$/.exec(bytes.toString('latin1', 0, headerEnd));
  if (!header) throw new Error(`a raw device got ${JSON.stringify(bytes.toString('latin1', 0, headerEnd))} instead of a size`);
  const [width = 0, height = 0, rowLength = 0] = header.slice(1).map(Number);
  const start = headerEnd + 1;
  const end = start + height * rowLength;
  return bytes.length < end ? undefined : { width, height, rowLength, start, end };
}

function decodePicture(bytes: Buffer, { width, height, rowLength, start }: FoundPicture): Bitmap {
  const picture = createBitmap(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const byte = bytes[start + y * rowLength + (x >>> 3)] ?? 0;
      const word = y * picture.stride + (x >>> 5);
      if (byte & (0x80 >>> (x & 7))) picture.words[word] = ((picture.words[word] ?? 0) | (0x8000_0000 >>> (x & 31))) >>> 0;
    }
  }
  return picture;
}
