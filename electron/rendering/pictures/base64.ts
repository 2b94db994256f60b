const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = Int16Array.from({ length: 128 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));

/** Decodes Base64; undefined if the text is invalid. White space and padding are optional. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = new Uint8Array(Math.ceil((text.length * 3) / 4));
  const end = endOfDigits(text);
  let [length, bits, count] = [0, 0, 0];
  for (let at = 0; at < end; at += 1) {
    const code = text.charCodeAt(at);
    if (isSpace(code)) continue;
    const value = code < 128 ? (VALUES[code] ?? -1) : -1;
    if (value < 0) return undefined;
    bits = ((bits << 6) | value) & 0xffffff;
    count += 1;
    if ((count & 3) === 1) continue;
    bytes[length] = bits >>> (6 - 2 * ((count - 1) & 3));
    length += 1;
  }
  return (count & 3) === 1 ? undefined : bytes.subarray(0, length);
}

function endOfDigits(text: string): number {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '=' || isSpace(text.charCodeAt(end - 1)))) end -= 1;
  return end;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
