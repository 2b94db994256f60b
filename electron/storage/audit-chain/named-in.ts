/** Fields that name a label or a printer, in the bodies of the API and in the commands of the station. */
const FIELDS = {
  label: ['label', 'labels', 'labelName'],
  printer: ['printer', 'printers', 'printerName'],
} as const;
const MAX_DEPTH = 32;

/** A label and a printer that records have to name; undefined for any. */
export interface NamedThings {
  label?: string | undefined;
  printer?: string | undefined;
}
export type Noun = keyof typeof FIELDS;

interface NamedThing {
  noun: Noun;
  name: string;
}

/** Whether a JSON value names this label or printer in a field for it, at any depth. */
export function isNamedIn(value: unknown, { noun, name }: NamedThing, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.some((item) => isNamedIn(item, { noun, name }, depth + 1));
  return Object.entries(value).some(([field, content]: [string, unknown]) => {
    const isOfNoun = (FIELDS[noun] as readonly string[]).includes(field);
    if (isOfNoun && (content === name || (Array.isArray(content) && content.includes(name)))) return true;
    return isNamedIn(content, { noun, name }, depth + 1);
  });
}

/** Texts in lower case that a record must contain to match: a database compares them before a record is read as JSON. */
export function requiredTexts({ text, label, printer }: NamedThings & { text?: string | undefined }): string[] {
  const texts = [text?.toLowerCase(), label && plainPart(label), printer && plainPart(printer)];
  return texts.filter((part): part is string => part !== undefined && part !== '');
}

/** The longest part of a name that JSON, a URL and every other encoding write as it is, in lower case; may be empty. */
function plainPart(name: string): string {
  const parts = name.toLowerCase().match(/[a-z\d]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
