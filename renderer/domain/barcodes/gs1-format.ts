import { gs1Parts } from '#rendering/barcodes/gs1/gs1-elements.ts';
import type { ValuePart } from '#rendering/barcodes/gs1/gs1-elements.ts';

/** The GS1 notation of each rule of a component. */
const PLACES: Readonly<Record<string, string>> = {
  yymmd0: 'YYMMDD',
  yymmdd: 'YYMMDD',
  yyyymmdd: 'YYYYMMDD',
  hhmi: 'HHMM',
  hh: 'HH',
  mi: 'MM',
  ss: 'SS',
  country: 'ISO 3166',
  countries: 'ISO 3166',
  countryLetters: 'ISO 3166',
  currency: 'ISO 4217',
};

/** Identifiers whose last digit is the number of decimal places of the value. */
const DECIMAL = /^(?:3[1-6]|39)\d\d$/u;

/** The format of a value in GS1 notation: `n6 YYMMDD`, `an..20`, `n13 + an..17`; optional parts in brackets. */
export function gs1Format(id: string): string {
  return gs1Parts(id).map(partFormat).join(' + ');
}

/** The number of decimal places of the value; undefined if the identifier does not define one. */
export function gs1Decimals(id: string): number | undefined {
  return DECIMAL.test(id) && gs1Parts(id).length > 0 ? Number(id.at(-1)) : undefined;
}

function partFormat({ characters, shortest, longest, isOptional, rules }: ValuePart): string {
  const kind = characters === 'N' ? 'n' : 'an';
  const place = rules.flatMap((rule) => PLACES[rule] ?? [])[0];
  const written = `${kind}${shortest === longest ? '' : '..'}${longest}${place === undefined ? '' : ` ${place}`}`;
  return isOptional ? `[${written}]` : written;
}
