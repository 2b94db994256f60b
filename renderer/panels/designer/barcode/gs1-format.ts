import { gs1Parts } from '#rendering/barcodes/gs1-elements.ts';
import type { ValuePart } from '#rendering/barcodes/gs1-elements.ts';

/** How the rules of a part are written in its place. */
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

/** Identifiers whose last digit says how many digits of the value stand behind the decimal point. */
const DECIMAL = /^(?:3[1-6]|39)\d\d$/u;

/** How a value is written, as GS1 says it: `n6 YYMMDD`, `an..20`, `n13 + an..17`; what may be missing is in brackets. */
export function gs1Format(id: string): string {
  return gs1Parts(id).map(partFormat).join(' + ');
}

/** How many digits of the value stand behind the decimal point; undefined where that is not said. */
export function gs1Decimals(id: string): number | undefined {
  return DECIMAL.test(id) && gs1Parts(id).length > 0 ? Number(id.at(-1)) : undefined;
}

function partFormat({ characters, shortest, longest, isOptional, rules }: ValuePart): string {
  const kind = characters === 'N' ? 'n' : 'an';
  const place = rules.flatMap((rule) => PLACES[rule] ?? [])[0];
  const written = `${kind}${shortest === longest ? '' : '..'}${longest}${place === undefined ? '' : ` ${place}`}`;
  return isOptional ? `[${written}]` : written;
}
