import type { en } from './en.ts';

/** Texts under the very names of the English ones. English stands in for one that is missing. */
type Translated<Text> = { readonly [Name in keyof Text]?: Text[Name] extends string ? string : Translated<Text[Name]> };

/** Every word of the page in another language. */
export type Translation = Translated<typeof en>;

/** The words of one noun in another language. */
export type Words<Noun extends keyof Translation> = Translated<(typeof en)[Noun]>;
