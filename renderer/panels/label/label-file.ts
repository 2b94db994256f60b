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

/** What a file may be called that holds labels. */
export const LABEL_FILES = '.json,.zpl,.prn,.txt,application/json';

/** A file in the language of label printers; what it holds must still be read. */
export interface ZplFile {
  /** What the file suggests as the name of a label. */
  name: string;
  bytes: Uint8Array;
}

/** The label in a file, with the name that the file suggests, or a file of ZPL; undefined for a file that is neither. */
export async function readLabelFile(file: File): Promise<{ name: string; label: LabelDocument } | ZplFile | undefined> {
  const name = file.name.replace(/\.(?:json|zpl|prn|txt)$/i, '');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  try {
    return { name, label: documentSchema.parse(JSON.parse(text)) };
  } catch {
    // Where a label begins, or where its characters are changed before it does.
    return /\^XA|[~^]CC/i.test(text) ? { name, bytes } : undefined;
  }
}
