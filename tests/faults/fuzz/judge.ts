import { ResponseSchemas } from '#support/response-schemas.ts';
import type { Document } from './open-api.ts';
import type { FuzzRequest } from './requests.ts';

export interface FuzzAnswer {
  status: number;
  type: string;
  text: string;
}

/** Validates the responses to fuzzed requests against the document. */
export class Judge {
  readonly #schemas: ResponseSchemas;

  constructor(document: Document) {
    this.#schemas = new ResponseSchemas(document);
  }

  /** What is wrong with a response; undefined when nothing is. A request with another method than its operation's may succeed as another one. */
  fault({ operation, method }: FuzzRequest, answer: FuzzAnswer): string | undefined {
    const { status } = answer;
    if (status >= 500) return `a failure of the service: ${answer.text.slice(0, 500)}`;
    if (status < 400 && method !== operation.method) return undefined;
    return this.#schemas.fault({ ...answer, method, path: operation.path });
  }
}
