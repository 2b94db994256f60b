import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

export interface UnreadLimits {
  /** Unread bytes of all connections from one address. */
  bytesPerAddress: number;
  /** Unread bytes of all addresses together. */
  bytes: number;
}

/** A single response may exceed the limit of its address, since it is counted only when it is written; a second one may not. */
export const UNREAD_LIMITS: UnreadLimits = { bytesPerAddress: 32 * 1024 * 1024, bytes: 96 * 1024 * 1024 };

interface Reader {
  address: string;
  socket: Socket;
  /** Unread bytes at the last count; the client may have read some since. */
  bytes: number;
  since: number;
  /** How many bytes the client had read at that time. */
  taken: number;
}

/**
 * Bounds the memory of responses that clients do not read. Beyond a limit the slowest connections are closed, except the only waiting
 * connection of an address.
 */
export class UnreadResponses {
  readonly #limits: UnreadLimits;
  /** By address; connections that began to wait first come first. */
  readonly #addresses = new Map<string, Map<Socket, Reader>>();
  #bytes = 0;

  constructor(limits = UNREAD_LIMITS) {
    this.#limits = limits;
  }

  /** Sets the number of unread bytes of a connection. */
  count(socket: Socket, address: string, bytes: number): void {
    const readers = this.#addresses.get(address) ?? new Map<Socket, Reader>();
    this.#addresses.set(address, readers);
    const existing = readers.get(socket);
    if (existing) this.#set(existing, bytes);
    else {
      readers.set(socket, { address, socket, bytes, since: performance.now(), taken: takenBy(socket) });
      this.#bytes += bytes;
    }
    if (sumOf(readers) > this.#limits.bytesPerAddress) this.#shrink(readers, this.#limits.bytesPerAddress);
    if (this.#bytes > this.#limits.bytes) this.#shrinkAll();
  }

  /** The client has read everything, or the connection is closed. */
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

  /** Shrinks the addresses with the most unread bytes first. */
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

/** The connection that read least per millisecond; among those that read nothing, the one that has waited longest. */
function slowestOf(readers: Map<Socket, Reader>): Reader {
  const now = performance.now();
  const pace = ({ socket, since, taken }: Reader) => (takenBy(socket) - taken) / Math.max(1, now - since);
  return [...readers.values()].reduce((slowest, reader) => (pace(reader) < pace(slowest) ? reader : slowest));
}

function takenBy(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
