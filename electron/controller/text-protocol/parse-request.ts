import { ProblemError } from '#contract/problem.ts';
import { readJsonText } from '#http/json/json-text.ts';

/** A parsed request line. */
export interface TextRequest {
  /** Whether the line begins with `~`, so that no response is sent. */
  isSilent: boolean;
  method: string;
  /** The text after the method, not parsed yet; empty when there is none. */
  parameters: string;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Parses `method` or `method <JSON>`, optionally after `~`. Throws `invalid-input` when it is not UTF-8. */
export function readRequest(line: Uint8Array): TextRequest {
  const text = decode(line).trim();
  const isSilent = text.startsWith('~');
  const [, method = '', parameters = ''] = /^([^ \t]*)[ \t]*(.*)$/s.exec(isSilent ? text.slice(1) : text) ?? [];
  return { isSilent, method, parameters };
}

/** The parameters as JSON; undefined without any. Throws `malformed-json` and `invalid-input`. */
export function readParameters({ parameters }: TextRequest): unknown {
  return parameters === '' ? undefined : readJsonText(parameters);
}

/**
 * Whether a line is the start of an HTTP request. Any page in a browser can send one here, with lines in its body that would be valid
 * requests.
 */
export function isHttp(line: Buffer): boolean {
  return /^ HTTP\/\d\.\d$/.test(line.toString('latin1', line.length - HTTP_VERSION.length));
}

const HTTP_VERSION = ' HTTP/1.1';

function decode(line: Uint8Array): string {
  try {
    return UTF8.decode(line);
  } catch (error) {
    throw new ProblemError('invalid-input', { detail: 'The line is not UTF-8.' }, { cause: error });
  }
}
