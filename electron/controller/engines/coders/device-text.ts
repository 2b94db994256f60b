/** What a coder takes in the texts of its protocol: printable ASCII. */
const PRINTABLE = /^[\x20-\x7E]*$/;

/** Why a coder does not take a text; undefined if it does. The sentence begins with `what`, such as `The field "1"`. */
export function findTextFault(what: string, text: string, maxLength: number): string | undefined {
  if (!PRINTABLE.test(text)) {
    const [character = ''] = text.replaceAll(/[\x20-\x7E]/g, '');
    return `${what} has the character ${nameOf(character)}, which the coder cannot take: it takes ASCII only.`;
  }
  if (text.length > maxLength) return `${what} has ${text.length} characters; the coder takes at most ${maxLength}.`;
  return undefined;
}

function nameOf(character: string): string {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
  return /\p{Cc}/u.test(character) ? `U+${code}` : `"${character}" (U+${code})`;
}
