import { documentSchema } from '#contract/station/document.ts';
import type { LabelDocument } from '../../stores/labels.ts';

/** A label as the bytes of a file, for people and for programs. */
export function labelFile(label: LabelDocument): Blob {
  return new Blob([JSON.stringify(label, null, 2) + '\n'], { type: 'application/json' });
}

/** The name of the file of a label: without what file systems refuse. */
export function labelFileName(name: string): string {
  return `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.json`;
}

/** The label in a file, with the name that the file suggests; undefined for a file that is no JSON document. */
export async function readLabelFile(file: File): Promise<{ name: string; label: LabelDocument } | undefined> {
  try {
    const label = documentSchema.parse(JSON.parse(await file.text()));
    return { name: file.name.replace(/\.json$/i, ''), label };
  } catch {
    return undefined;
  }
}
