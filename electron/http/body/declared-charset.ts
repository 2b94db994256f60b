import { ProblemError } from '#contract/problem.ts';

const CHARSET = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]*))/i;

/** The charset that a content type declares; undefined when it declares none. Throws `unsupported-media-type` for an unknown one. */
export function declaredCharset(contentType: string | undefined): string | undefined {
  const [, quoted, plain] = CHARSET.exec(contentType ?? '') ?? [];
  const charset = quoted ?? plain;
  if (charset === undefined) return undefined;
  try {
    new TextDecoder(charset);
    return charset;
  } catch (error) {
    throw new ProblemError('unsupported-media-type', { detail: `The charset "${charset}" is not supported.` }, { cause: error });
  }
}
