/** Says that the bytes that follow are UTF-8; readers that are not told guess. */
const UTF8_DESIGNATOR = '^ECI000026';

/** Text as the encoder is told it: ASCII as it is, other text marked as UTF-8. */
export function markUtf8(text: string): { data: string; parsefnc: boolean } {
  if (/^[\0-\x7f]*$/u.test(text)) return { data: text, parsefnc: false };
  return { data: UTF8_DESIGNATOR + text.replaceAll('^', '^^'), parsefnc: true };
}
