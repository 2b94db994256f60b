/** ECI 26 of bwip-js: the following bytes are UTF-8. Without it readers guess the encoding. */
const UTF8_DESIGNATOR = '^ECI000026';

/** Prepares text for the encoder: ASCII unchanged, other text marked as UTF-8. */
export function markUtf8(text: string): { data: string; parsefnc: boolean } {
  if (/^[\0-\x7f]*$/u.test(text)) return { data: text, parsefnc: false };
  return { data: UTF8_DESIGNATOR + text.replaceAll('^', '^^'), parsefnc: true };
}
