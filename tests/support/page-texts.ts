import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type app from '#renderer/locales/en/app.json';
import type data from '#renderer/locales/en/data.json';
import type diagnostics from '#renderer/locales/en/diagnostics.json';
import type errors from '#renderer/locales/en/errors.json';
import type people from '#renderer/locales/en/people.json';
import type plant from '#renderer/locales/en/plant.json';
import type labels from '#renderer/locales/en/labels.json';
import type station from '#renderer/locales/en/station.json';
import { TEXT_FILES, type Texts } from '#renderer/locales/texts.ts';

const LOCALES = join(import.meta.dirname, '../../renderer/locales');

/** The files of both pages: those of the station's, and the one that only the page of the plant loads. */
export const ALL_TEXT_FILES = [...TEXT_FILES, 'plant'] as const;

/** Every text of both pages. */
export type PageTexts = typeof app &
  typeof data &
  typeof labels &
  typeof station &
  typeof errors &
  typeof people &
  typeof plant &
  typeof diagnostics;

/** One file of a language. */
export function textFile(tag: string, file: (typeof ALL_TEXT_FILES)[number]): Texts {
  return JSON.parse(readFileSync(join(LOCALES, tag, `${file}.json`), 'utf8')) as Texts;
}

/** Every text of both pages in a language. */
export function pageTexts(tag: string): PageTexts {
  return Object.assign({}, ...ALL_TEXT_FILES.map((file) => textFile(tag, file))) as PageTexts;
}

/** Each text by its full name: `tables.removed`. */
export function namedTexts(texts: Texts, within = ''): Map<string, string> {
  return new Map(
    Object.entries(texts).flatMap(([name, value]) =>
      typeof value === 'string' ? [[within + name, value] as const] : [...namedTexts(value, `${within}${name}.`)],
    ),
  );
}
