/** What the data of a `^BQ` say. */
export interface QrData {
  text: string;
  level: 'H' | 'Q' | 'M' | 'L' | undefined;
  /** What stands there that a code made here has not; '' for nothing. */
  unread: string;
}

/** Number, code, number of codes and parity of one code of several. */
const PART_OF_MANY = /^D[\dA-F]{6}(?:[\dA-F]{2})?,?/iu;
/** Level of error correction, whether the printer or the data choose the kind of characters, and the kind when the data do. */
const HEAD = /^([HQML])(?:A,|M,(?:[NAK]|B\d{4}))/iu;

/** Reads data such as `QA,text` and `HM,B0004text`. Without that head all of it is text. */
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
