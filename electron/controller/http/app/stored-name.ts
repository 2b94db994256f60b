/** A name from a query or body in the form in which names are stored: NFC, like the names in paths. */
export function storedName(name: string): string;
export function storedName(name: string | undefined): string | undefined;
export function storedName(name: string | undefined): string | undefined {
  return name?.normalize('NFC');
}
