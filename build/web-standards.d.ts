/**
 * What Node and browsers share and the language's own library does not declare. Only the project of `contract/` and
 * `rendering/` sees this file: there, a name that is not here and not in ECMAScript does not exist.
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
