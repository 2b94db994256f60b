import { ProblemError } from '#contract/problem.ts';
import { readJsonText } from '../json/json-text.ts';

/** A line that asks for something. */
export interface TextRequest {
  /** A line that begins with `~` wants no answer. */
  isSilent: boolean;
  method: string;
  /** What follows the method, not yet looked at; empty when nothing does. */
  parameters: string;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Reads `method` or `method <JSON>`, after a `~` or not. Throws `invalid-input` when it is not UTF-8. */
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
 * Whether a line is the first of an HTTP request. Any page that a browser shows can send one here, with lines in its body that would be
 * requests of ours.
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
