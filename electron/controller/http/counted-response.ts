import { ServerResponse, type IncomingMessage } from 'node:http';

/** Who is told how far an answer has come. */
export interface AnswerReader {
  /** It is made: its head is written. */
  answerBegins(): void;
  /** It is written, and so many bytes of it and of those before it are not taken by the client. */
  answerWaits(bytes: number): void;
}

/** A response that says when its head is written, and when its last bytes are written before the client has taken them. */
export class CountedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Undefined for one that is not counted. */
  reader: AnswerReader | undefined = undefined;

  override writeHead(...written: unknown[]): this {
    super.writeHead(...(written as [number]));
    this.reader?.answerBegins();
    return this;
  }

  override end(...written: unknown[]): this {
    super.end(...(written as [() => void]));
    if (this.reader !== undefined && this.writableLength > 0) this.reader.answerWaits(this.writableLength);
    return this;
  }
}

/** Options of a server whose answers are counted. */
export const COUNTED: { ServerResponse: typeof ServerResponse } = { ServerResponse: CountedResponse };
