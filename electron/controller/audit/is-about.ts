import type { AuditEntry } from '#contract/api-v3/audit.ts';
import { isNamedIn, type NamedThings, type Noun } from '#storage/audit-chain/named-in.ts';

/** Segments of a path that are followed by the name of a label or printer. */
const SEGMENTS = { label: ['labels', 'labelAcceptance'], printer: ['printers'] } as const;

/** Whether the path, the line of the text protocol or the body of an entry names this label and this printer. */
export function isAbout(entry: Pick<AuditEntry, 'operation' | 'path' | 'input'>, named: NamedThings): boolean {
  return (['label', 'printer'] as const).every((noun) => {
    const name = named[noun];
    return name === undefined || isNamedInPath(entry, noun, name) || isNamedIn(entry.input?.value, { noun, name });
  });
}

function isNamedInPath({ operation, path }: Pick<AuditEntry, 'operation' | 'path'>, noun: Noun, name: string): boolean {
  if (operation.startsWith('TEXT ')) return isNamedIn(parameterOf(path), { noun, name });
  const segments = path.split('/');
  return segments.some((segment, index) => decoded(segment) === name && isBefore(segments[index - 1], noun));
}

function isBefore(segment: string | undefined, noun: Noun): boolean {
  return segment !== undefined && (SEGMENTS[noun] as readonly string[]).includes(segment);
}

/** The parameter of a line of the text protocol; undefined for none, and for one that was cut. */
function parameterOf(line: string): unknown {
  try {
    return JSON.parse(line.slice(line.indexOf(' ') + 1));
  } catch {
    return undefined;
  }
}

/** A path that was cut can end within an encoded character. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
