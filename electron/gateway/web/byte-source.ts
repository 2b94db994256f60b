import type { Readable } from 'node:stream';
import type { JournalFilter } from '#contract/station/journal.ts';

/** The part of the station through which pictures, tables and its journal travel. */
export interface ByteSource {
  /** The way to the controller of a connection. Throws `not-found`, or `controller-unreachable` when it is not online. */
  controllerOf(connection: string): { stream(request: ByteRequest): Promise<{ status: number; body: Readable }> };
  /** The journal, newest first, as pieces of a CSV file. */
  journalCsv(filter: JournalFilter): AsyncIterable<string>;
}

/** One transfer: whole time and size are limited, and a success has the one media type that was asked for. */
export interface ByteRequest {
  method: 'GET' | 'PUT';
  /** Path and query at the controller. */
  path: string;
  headers: Record<string, string>;
  body?: Readable;
  limit: number;
  signal: AbortSignal;
  maxBytes: number;
  answers: string | undefined;
}
