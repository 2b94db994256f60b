import type { Readable } from 'node:stream';
import type { AuditSource } from '#contract/station/audit.ts';
import type { EventLogFilter, StoredFileKind, UploadOperation } from '#contract/station/event-log.ts';

/** The part of the station that serves pictures, tables, the event log and languages. */
export interface ByteSource {
  /** The client of a connection's controller. Throws `not-found`, and `controller-unreachable` when it is not online. */
  controllerOf(connection: string): { stream(request: ByteRequest): Promise<{ status: number; body: Readable }> };
  /** Throws when the person at the screen that calls may not send such a file. */
  permitUpload(operation: UploadOperation): Promise<void>;
  /** Writes to the event log that a page sent or read such a file. */
  logUpload(upload: Upload): void;
  /** A backup of the station, or a set-up file. Throws `not-found`. */
  storedFile(kind: StoredFileKind, name: string): Promise<{ path: string; size: number }>;
  /** Stores a backup of the station, or a set-up file, after checking it. Throws a problem for one that cannot be used. */
  storeFile(kind: StoredFileKind, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** The event log, newest first, as chunks of a CSV file. */
  eventLogCsv(filter: EventLogFilter): AsyncIterable<string>;
  /**
   * The audit log of the station or of a controller as lines that can be checked elsewhere. Throws when the person at the screen that calls may not read
   * it, and what the controller answers.
   */
  auditLines(source: AuditSource): Promise<AsyncIterable<string>>;
  /**
   * A prepared support file, or one of the files in it. Throws when the person at the screen that calls may not have it, and `not-found` when it has expired.
   */
  supportBytes(part: { id: string; file?: string | undefined }): Promise<{ fileName: string; contentType: string; bytes: Uint8Array }>;
  /** The certificate of the station's own authority, as PEM; undefined while it has none. */
  authorityCertificate(): string | undefined;
  /** The file of a language that the station offers; undefined when there is none with this tag. */
  languageFile(tag: string): Promise<Uint8Array | undefined>;
}

/** A file that a page sent, or read with a permission. */
export interface Upload {
  operation: UploadOperation;
  /** Undefined for a file of the station itself. */
  connection?: string | undefined;
  /** The name of the table, font or file. */
  name: string;
  /** Why it was not stored; absent if it was. */
  failure?: unknown;
}

/** A transfer with limits for its time and size. */
export interface ByteRequest {
  method: 'GET' | 'PUT';
  /** Path and query at the controller. */
  path: string;
  headers: Record<string, string>;
  body?: Readable;
  /** Longest time for the whole transfer, in milliseconds. */
  limit: number;
  signal: AbortSignal;
  maxBytes: number;
  /** Expected media type of a success; undefined when the body is not used. */
  answers: string | undefined;
}
