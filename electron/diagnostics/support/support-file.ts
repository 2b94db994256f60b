/** A text of a support file. */
export interface SupportFile {
  /** Path within the archive. */
  name: string;
  text: string;
}

export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

/** A table as CSV. */
export function csvOf(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  return [head, ...rows].map((row) => `${row.map((value) => quoted(String(value))).join(',')}\n`).join('');
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
