/** The encodation schemes (ISO/IEC 16022, table 1). */
export type Scheme = typeof ASCII | typeof C40 | typeof TEXT | typeof X12 | typeof EDIFACT | typeof BASE256;
export const ASCII = 0;
export const C40 = 1;
export const TEXT = 2;
export const X12 = 3;
export const EDIFACT = 4;
export const BASE256 = 5;

/** Stands for FNC1; the values below are bytes. */
export const FNC1 = 256;
const CODES = 257;

const SHIFT1 = 0;
const SHIFT2 = 1;
const SHIFT3 = 2;
/** Value in the shift 2 set: the next character is 128 higher. */
const UPPER_SHIFT = 30;
const SHIFTED_FNC1 = 27;
const SPACE = 32;

/** The values of each character, three of which become two codewords; undefined for characters that the scheme lacks. */
export type Values = readonly (readonly number[] | undefined)[];

/** C40 values (ISO/IEC 16022, annex C). */
export const C40_VALUES: Values = Array.from({ length: CODES }, (_, code) => shiftedValues(code, { basic: 65, other: 97 }));
/** Text values: as C40 with upper and lower case exchanged. */
export const TEXT_VALUES: Values = Array.from({ length: CODES }, (_, code) => shiftedValues(code, { basic: 97, other: 65 }));
/** ANSI X12 values (ISO/IEC 16022, table 4). */
export const X12_VALUES: Values = Array.from({ length: CODES }, (_, code) => x12Values(code));

/** Whether the EDIFACT scheme can encode a character. */
export function isEdifact(code: number): boolean {
  return code >= SPACE && code <= 94;
}

/** Whether a character is an ASCII digit. */
export function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57;
}

/** Whether a character terminates an ANSI X12 segment. */
export function isX12End(code: number | undefined): boolean {
  return code === 13 || code === 42 || code === 62;
}

/** `basic` is the first of the 26 letters in the basic set, `other` the first of those in the shift 3 set. */
function shiftedValues(code: number, letters: { basic: number; other: number }): number[] {
  if (code === FNC1) return [SHIFT2, SHIFTED_FNC1];
  if (code > 127) return [SHIFT2, UPPER_SHIFT, ...shiftedValues(code - 128, letters)];
  const basic = basicValue(code, letters.basic);
  if (basic !== undefined) return [basic];
  if (code < 32) return [SHIFT1, code];
  if (code >= letters.other && code < letters.other + 26) return [SHIFT3, code - letters.other + 1];
  if (code >= 96) return [SHIFT3, code - 96];
  return [SHIFT2, punctuationValue(code)];
}

function basicValue(code: number, firstLetter: number): number | undefined {
  if (code === SPACE) return 3;
  if (isDigit(code)) return code - 44;
  return code >= firstLetter && code < firstLetter + 26 ? code - firstLetter + 14 : undefined;
}

/** The value in the shift 2 set: ! to /, : to @ and [ to _ in sequence. */
function punctuationValue(code: number): number {
  if (code < 48) return code - 33;
  return code < 65 ? code - 43 : code - 69;
}

function x12Values(code: number): number[] | undefined {
  const ends = [13, 42, 62].indexOf(code);
  if (ends >= 0) return [ends];
  const basic = basicValue(code, 65);
  return basic === undefined ? undefined : [basic];
}
