/** Tags of groups and values (RFC 8010, 3.5). */
export const IPP_TAGS = {
  operation: 0x01,
  job: 0x02,
  end: 0x03,
  printer: 0x04,
  unsupported: 0x05,
  integer: 0x21,
  boolean: 0x22,
  enumeration: 0x23,
  resolution: 0x32,
  range: 0x33,
  collection: 0x34,
  textWithLanguage: 0x35,
  nameWithLanguage: 0x36,
  endCollection: 0x37,
  text: 0x41,
  name: 0x42,
  keyword: 0x44,
  uri: 0x45,
  charset: 0x47,
  language: 0x48,
  mimeType: 0x49,
} as const;
export type IppTag = (typeof IPP_TAGS)[keyof typeof IPP_TAGS];

/** Whether values with this tag are plain texts: text, name, keyword, uri, uriScheme, charset, language or media type. */
export function isTextTag(tag: number): boolean {
  return tag === IPP_TAGS.text || tag === IPP_TAGS.name || (tag >= IPP_TAGS.keyword && tag <= IPP_TAGS.mimeType);
}
