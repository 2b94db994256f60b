/** The title of a label's object: `Object 2, Product (Text)`. */
export function objectTitle(
  t: (key: string, params: Record<string, string>) => string,
  { number, type, name }: { number: string; type: string; name: string },
): string {
  if (type === '') return t('labels.object', { number });
  return name === '' ? t('labels.objectOfType', { number, type }) : t('labels.namedObject', { number, type, name });
}
