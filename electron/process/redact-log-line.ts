const HIDDEN = '[hidden]';

/** Values of properties with such names are secret at any depth. */
const SECRET_NAME = String.raw`[\w-]*(?:authorization|cookie|password|passphrase|secret|token|api[-_]?key|private[-_]?key)`;
const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const SECRET_VALUE = new RegExp(String.raw`("${SECRET_NAME}":)(?:${TEXT}|\[(?:${TEXT},?)*\])`, 'gi');
/** Credentials after the name of an authentication scheme in text. */
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]{6,}/gi;
/** A key of this service anywhere in the line. */
const OWN_KEY = /\bstrobe_[\w-]{40,}/g;
/** The user and password of a URL. */
const ADDRESS = /(\w:\/\/)[^\s/@"\\]+@/g;

/** Control characters that JSON does not escape, and characters that some programs treat as line ends. */
const UNSEEN = /[\u007f-\u009f\u2028\u2029]/g;

/**
 * Makes a log line safe to write: removes keys and passwords, and characters that a terminal or a line reader would interpret. JSON has
 * escaped line ends within texts already.
 */
export function redactLogLine(line: string): string {
  return line
    .replace(SECRET_VALUE, `$1"${HIDDEN}"`)
    .replace(CREDENTIALS, `$1 ${HIDDEN}`)
    .replace(OWN_KEY, HIDDEN)
    .replace(ADDRESS, `$1${HIDDEN}@`)
    .replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
