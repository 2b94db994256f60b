const HIDDEN = '[hidden]';

/** What has such a name is nobody's business, however deep it stands. */
const SECRET_NAME = String.raw`[\w-]*(?:authorization|cookie|password|passphrase|secret|token|api[-_]?key|private[-_]?key)`;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const SECRET_VALUE = new RegExp(String.raw`("${SECRET_NAME}":)(?:${TEXT}|\[(?:${TEXT},?)*\])`, 'gi');
/** What follows the word of a scheme in a text. */
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;
/** A key of this service, wherever it stands. */
const OWN_KEY = /\bstrobe_[\w-]{40,}/g;
/** The person and password of an address. */
const ADDRESS = /(\w:\/\/)[^\s/@"\\]+@/g;

/** Control characters that JSON leaves as they are, and what some take for the end of a line. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * A line of the log as it may be written: without keys and passwords, and without anything that a terminal or a reader of lines would take for
 * more than text. Line ends and escapes within texts are JSON's already.
 */
export function harmlessLine(line: string): string {
  return line
    .replace(SECRET_VALUE, `$1"${HIDDEN}"`)
    .replace(CREDENTIALS, `$1 ${HIDDEN}`)
    .replace(OWN_KEY, HIDDEN)
    .replace(ADDRESS, `$1${HIDDEN}@`)
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
