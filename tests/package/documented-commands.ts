import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENTS = join(import.meta.dirname, '../../docs/operations');

/** A block of shell commands in a document. */
export interface DocumentedCommands {
  /** The document and the line of the block, for the name of a test. */
  place: string;
  text: string;
}

/** The blocks of shell commands in documents of `docs/operations`, in order. */
export function documentedCommands(...documents: readonly string[]): DocumentedCommands[] {
  return documents.flatMap((document) => {
    const text = readFileSync(join(DOCUMENTS, document), 'utf8');
    return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(({ index, 1: indent = '', 2: block = '' }) => ({
      place: `${document}:${text.slice(0, index).split('\n').length}`,
      text: block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }));
  });
}
