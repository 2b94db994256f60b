const MISSING = /The font "(.*)" has no character U\+([0-9A-F]{4,6})/u;

/** A character that the font of a text and its fallback fonts lack. */
export interface MissingCharacter {
  /** Name of the font of the text. */
  font: string;
  /** Code point. */
  code: number;
}

/** The sentence of a fault about a missing character; `findMissingCharacter` reads it. */
export function missingCharacterDetail(font: string, code: number): string {
  const shown = code > 0x20 ? ` "${String.fromCodePoint(code)}"` : '';
  return `The font "${font}" has no character ${codePointName(code)}${shown}`;
}

/** The missing character that the detail of a problem or finding is about. */
export function findMissingCharacter(detail: string): MissingCharacter | undefined {
  const [, font, digits] = MISSING.exec(detail) ?? [];
  const code = Number.parseInt(digits ?? '', 16);
  return font === undefined || !(code <= 0x10_ffff) ? undefined : { font, code };
}

/** A code point as Unicode writes it, such as U+6F22. */
export function codePointName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
