/** The content of a `^BQ`. */
export interface QrData {
  text: string;
  level: 'H' | 'Q' | 'M' | 'L' | undefined;
  /** The part that is not supported; '' for nothing. */
  unread: string;
}

/** Number, code, number of codes and parity of one code of a structured append. */
const PART_OF_MANY = /^D[\dA-F]{6}(?:[\dA-F]{2})?,?/iu;
/** Error correction level, input mode (automatic or manual), and in manual mode the character mode. */
const HEAD = /^([HQML])(?:A,|M,(?:[NAK]|B\d{4}))/iu;

/** Parses data such as `QA,text` and `HM,B0004text`. Without such a header, all of it is text. */
export function readQrData(data: string): QrData {
  const part = PART_OF_MANY.exec(data)?.[0] ?? '';
  const rest = data.slice(part.length);
  const head = HEAD.exec(rest);
  if (!head) return { text: data, level: undefined, unread: '' };
  return { text: rest.slice(head[0].length), level: levelOf(head[1]), unread: part };
}

function levelOf(letter = ''): QrData['level'] {
  return (['H', 'Q', 'M', 'L'] as const).find((level) => level === letter.toUpperCase());
}
