import { ServerResponse } from 'node:http';

/** Who is told that an answer is written, and how many bytes of it and of those before it the client has not taken. */
export interface AnswerReader {
  answerWaits(bytes: number): void;
}

/** A response that says when its last bytes are written before the client has taken them. */
export class CountedResponse extends ServerResponse {
  /** Undefined for one that is not counted. */
  reader: AnswerReader | undefined = undefined;

  override end(...written: unknown[]): this {
    super.end(...(written as [() => void]));
    if (this.reader !== undefined && this.writableLength > 0) this.reader.answerWaits(this.writableLength);
    return this;
  }
}
