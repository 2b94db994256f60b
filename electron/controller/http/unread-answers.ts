import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface UnreadLimits {
  /** Bytes of answers that wait for the connections of one address. */
  bytesPerAddress: number;
  /** The same for all addresses together. */
  bytes: number;
}

/** A single answer beyond its address's limit is whole in memory before it is counted; another one beside it is not. */
export const UNREAD_LIMITS: UnreadLimits = { bytesPerAddress: 32 * 1024 * 1024, bytes: 96 * 1024 * 1024 };

interface Reader {
  address: string;
  socket: Socket;
  /** Bytes that wait, as counted last; fewer when the client has taken some since. */
  bytes: number;
  since: number;
  /** What the client had taken of everything by then. */
  taken: number;
}

/**
 * Bounds the memory of answers that are written and not taken by their clients. Beyond a limit the slowest of the connections that wait
 * is closed, and the next; the only one of an address never is, however much it waits for.
 */
export class UnreadAnswers {
  readonly #limits: UnreadLimits;
  /** By address, those who began to wait first come first. */
  readonly #addresses = new Map<string, Map<Socket, Reader>>();
  #bytes = 0;

  constructor(limits = UNREAD_LIMITS) {
    this.#limits = limits;
  }

  /** Counts the bytes that a connection waits for, in place of those before. */
  count(socket: Socket, address: string, bytes: number): void {
    const readers = this.#addresses.get(address) ?? new Map<Socket, Reader>();
    this.#addresses.set(address, readers);
    const known = readers.get(socket);
    if (known) this.#set(known, bytes);
    else {
      readers.set(socket, { address, socket, bytes, since: performance.now(), taken: takenBy(socket) });
      this.#bytes += bytes;
    }
    if (sumOf(readers) > this.#limits.bytesPerAddress) this.#shrink(readers, this.#limits.bytesPerAddress);
    if (this.#bytes > this.#limits.bytes) this.#shrinkAll();
  }

  /** The connection has taken everything, or is closed. */
  forget(socket: Socket, address: string): void {
    const readers = this.#addresses.get(address);
    const reader = readers?.get(socket);
    if (!readers || !reader) return;
    this.#set(reader, 0);
    readers.delete(socket);
    if (readers.size === 0) this.#addresses.delete(address);
  }

  #shrink(readers: Map<Socket, Reader>, limit: number): void {
    for (const reader of readers.values()) this.#set(reader, reader.socket.writableLength);
    while (readers.size > 1 && sumOf(readers) > limit) {
      const slowest = slowestOf(readers);
      this.forget(slowest.socket, slowest.address);
      slowest.socket.destroy();
    }
  }

  /** The address that waits for most gives way first. */
  #shrinkAll(): void {
    for (const readers of this.#addresses.values()) {
      for (const reader of readers.values()) this.#set(reader, reader.socket.writableLength);
    }
    while (this.#bytes > this.#limits.bytes) {
      const heavy = [...this.#addresses.values()].filter((readers) => readers.size > 1).sort((a, b) => sumOf(b) - sumOf(a))[0];
      if (!heavy) return;
      this.#shrink(heavy, sumOf(heavy) - 1);
    }
  }

  #set(reader: Reader, bytes: number): void {
    this.#bytes += bytes - reader.bytes;
    reader.bytes = bytes;
  }
}

function sumOf(readers: Map<Socket, Reader>): number {
  let bytes = 0;
  for (const reader of readers.values()) bytes += reader.bytes;
  return bytes;
}

/** The one that took least for each millisecond; of those that took nothing, the one that has waited for longest. */
function slowestOf(readers: Map<Socket, Reader>): Reader {
  const now = performance.now();
  const pace = ({ socket, since, taken }: Reader) => (takenBy(socket) - taken) / Math.max(1, now - since);
  return [...readers.values()].reduce((slowest, reader) => (pace(reader) < pace(slowest) ? reader : slowest));
}

function takenBy(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
