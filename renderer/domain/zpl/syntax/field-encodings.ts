/** The encoding of field data: `^CI`. */
export type CharacterSet = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'cp850';

const BY_NUMBER: Readonly<Record<number, CharacterSet>> = { 27: 'windows-1252', 28: 'utf-8', 29: 'utf-16be', 30: 'utf-16le' };

/** Code page 850 from 0x80 on, with the euro sign at 0xd5 as on printers. */
const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈ€ÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';

/** The encoding for a number of `^CI`. */
export function characterSet(number: number): CharacterSet {
  return BY_NUMBER[number] ?? 'cp850';
}

/** One character per byte. */
export function bytesAsText(bytes: Uint8Array): string {
  const PIECE = 8192;
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

/** The bytes of a text with one character per byte. */
export function textAsBytes(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

/**
 * Decodes the text of a field. Many files are UTF-8 without saying so: bytes that are valid UTF-8 only are read as such, with `isGuessed`
 * set. Bytes that the encoding does not define become U+FFFD.
 */
export function decodeField(data: string, set: CharacterSet): { text: string; isGuessed: boolean } {
  if (set !== 'utf-16le' && set !== 'utf-16be' && !/[\x80-\xff]/u.test(data)) return { text: data, isGuessed: false };
  const bytes = textAsBytes(data);
  if (set === 'cp850' || set === 'windows-1252') {
    const utf8 = decodeUtf8(bytes);
    if (utf8 !== undefined) return { text: utf8, isGuessed: true };
  }
  if (set === 'cp850')
    return { text: data.replaceAll(/[\x80-\xff]/gu, (byte) => CP850.charAt(byte.charCodeAt(0) - 0x80)), isGuessed: false };
  return { text: new TextDecoder(set).decode(bytes), isGuessed: false };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
