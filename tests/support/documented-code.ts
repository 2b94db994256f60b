import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A code block of a document that names the file it belongs to: a whole file, or a change of one. */
interface CodeBlock {
  language: string;
  file: string;
  code: string;
}

const BLOCK = /^```(\w+) (\S+)\n([^]*?)^```$/gm;

/** Writes the files of a document's code blocks into a folder, and makes the changes that its `diff` blocks show. Returns the files. */
export function applyDocument(document: string, folder: string): string[] {
  const blocks = codeBlocks(readFileSync(document, 'utf8'));
  for (const { language, file, code } of blocks) {
    const path = join(folder, file);
    writeFileSync(path, language === 'diff' ? applyChange(readFileSync(path, 'utf8'), { file, change: code }) : code);
  }
  return blocks.map(({ file }) => file);
}

function codeBlocks(text: string): CodeBlock[] {
  return [...text.matchAll(BLOCK)].map(([, language = '', file = '', code = '']) => ({ language, file, code }));
}

/** Throws unless the lines before the change are in the source exactly once. */
function applyChange(source: string, { file, change }: { file: string; change: string }): string {
  const lines = change.replace(/\n$/, '').split('\n');
  const side = (left: string): string =>
    lines
      .filter((line) => !line.startsWith(left))
      .map((line) => line.slice(1))
      .join('\n');
  const [before, after] = [side('+'), side('-')];
  const parts = source.split(before);
  if (parts.length !== 2) throw new Error(`${file} has the lines before a documented change ${parts.length - 1} times:\n${before}`);
  return parts.join(after);
}
