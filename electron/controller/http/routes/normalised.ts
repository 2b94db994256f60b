/** A name that came in a query or a body, in the form in which names are stored: NFC, as those in paths are. */
export function normalised(name: string): string;
export function normalised(name: string | undefined): string | undefined;
export function normalised(name: string | undefined): string | undefined {
  return name?.normalize('NFC');
}
