import { documentSchema } from '#contract/station/document.ts';
import type { LabelDocument } from './design-object.ts';

/** A label as a file, readable by people and programs. */
export function labelFile(label: LabelDocument): Blob {
  return new Blob([JSON.stringify(label, null, 2) + '\n'], { type: 'application/json' });
}

/** The file name of a label, without the characters that file systems forbid. */
export function labelFileName(name: string): string {
  return `${name.replaceAll(/[\\/:*?"<>|]/g, '_')}.json`;
}

/** The accepted types of label files. */
export const LABEL_FILES = '.json,.zpl,.prn,.txt,application/json';

/** A ZPL file; its content is not parsed yet. */
export interface ZplFile {
  /** The label name that the file suggests. */
  name: string;
  bytes: Uint8Array;
}

/** The label in a file with the suggested name, or a ZPL file; undefined if it is neither. */
export async function readLabelFile(file: File): Promise<{ name: string; label: LabelDocument } | ZplFile | undefined> {
  const name = file.name.replace(/\.(?:json|zpl|prn|txt)$/i, '');
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder().decode(bytes);
  try {
    return { name, label: documentSchema.parse(JSON.parse(text)) };
  } catch {
    // The start of a label, or a change of the command characters before it.
    return /\^XA|[~^]CC/i.test(text) ? { name, bytes } : undefined;
  }
}
