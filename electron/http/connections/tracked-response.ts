import { ServerResponse, type IncomingMessage } from 'node:http';

/** Is notified about the progress of a response. */
export interface ResponseProgressListener {
  /** The head is written, so the response is produced; or it waits for something else. */
  headWritten(): void;
  /** The response is written, and this many bytes on its connection are not read by the client yet. */
  bytesUnread(bytes: number): void;
}

/** A response that reports when its head is written, and when it has ended with bytes that the client has not read. */
export class TrackedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Undefined for a response that is not tracked. */
  listener: ResponseProgressListener | undefined = undefined;

  /** It waits for something that this thread does not do, such as a change by another client: it no longer counts as in progress. */
  suspend(): void {
    this.listener?.headWritten();
  }

  override writeHead(...written: unknown[]): this {
    super.writeHead(...(written as [number]));
    this.listener?.headWritten();
    return this;
  }

  override end(...written: unknown[]): this {
    super.end(...(written as [() => void]));
    if (this.listener !== undefined && this.writableLength > 0) this.listener.bytesUnread(this.writableLength);
    return this;
  }
}

/** Options for a server whose responses are tracked. */
export const TRACKED_RESPONSES: { ServerResponse: typeof ServerResponse } = { ServerResponse: TrackedResponse };
