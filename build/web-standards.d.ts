/**
 * Types of web standards that Node and browsers share and TypeScript's libraries for ECMAScript lack. Only the project of `contract/` and
 * `rendering/` includes this file, so there a name that is neither here nor in ECMAScript is an error.
 */
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

declare class URLSearchParams {
  constructor(init?: string);
  set(name: string, value: string): void;
  toString(): string;
}

declare class TextEncoder {
  encode(text?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  decode(bytes: Uint8Array): string;
}
