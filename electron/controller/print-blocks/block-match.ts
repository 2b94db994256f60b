import { LRUCache } from 'lru-cache';
import type { BlockConditions } from '#contract/api-v3/print-block.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import type { PrintValues } from '#rendering/dynamic-text/print-values.ts';
import { changingTexts, labelContent, type LabelContent } from '#rendering/label/label-content.ts';
import { memorySizeOf } from '#storage/database/memory-size.ts';
import { readStored } from '../stored-content/stored-json.ts';

/** A print that may be blocked. */
export interface BlockSubject {
  /** Empty for a label that came with its job. */
  labelName: string;
  labelRevision: number;
  document: { hash: string; text: string };
  values: PrintValues;
}

const MAX_CACHED_LABELS = 64;
const MAX_CACHED_BYTES = 16 * 1024 * 1024;

/** Compares prints with the conditions of blocks. The texts of a label are prepared once for all its prints. */
export class BlockMatcher {
  readonly #contents = new LRUCache<string, LabelContent>({
    max: MAX_CACHED_LABELS,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: memorySizeOf,
  });

  /** The first of these blocks whose conditions the print meets. */
  find<Block extends BlockConditions>(blocks: readonly Block[], subject: BlockSubject): Block | undefined {
    let texts: readonly string[] | undefined;
    return blocks.find(
      (block) =>
        isOfLabel(block, subject) &&
        hasValue(block, subject.values) &&
        (block.content === undefined || isIn(block.content, (texts ??= this.#textsOf(subject)))),
    );
  }

  #textsOf({ document, values }: BlockSubject): string[] {
    const content = this.#contents.get(document.hash) ?? prepared(document);
    this.#contents.set(document.hash, content);
    return [...content.unchanging, ...changingTexts(content, values)].map(({ text }) => text.toLowerCase());
  }
}

function isOfLabel({ label, labelRevision }: BlockConditions, subject: Pick<BlockSubject, 'labelName' | 'labelRevision'>): boolean {
  return (label === undefined || label === subject.labelName) && (labelRevision === undefined || labelRevision === subject.labelRevision);
}

function hasValue({ variable, column, value }: BlockConditions, values: PrintValues): boolean {
  if (variable !== undefined) return values.variables.get(variable) === value;
  return column === undefined || values.row?.get(column) === value;
}

function isIn(content: string, texts: readonly string[]): boolean {
  const wanted = content.toLowerCase();
  return texts.some((text) => text.includes(wanted));
}

function prepared({ hash, text }: BlockSubject['document']): LabelContent {
  return labelContent(readStored(labelSchema, text, { title: `label document ${hash}` }));
}
