import { LRUCache } from 'lru-cache';
import { labelSchema, type Label } from '#contract/api-v3/label.ts';
import { barcodeContent, type BarcodeContent } from '#rendering/label/barcode-contents.ts';
import { memorySizeOf } from '#storage/database/memory-size.ts';
import type { ControllerDatabase } from '#storage/database/controller-schema.ts';
import { tryStoredValues } from '../ledger/stored-values.ts';
import { tryStored } from '../stored-content/stored-json.ts';
import type { ExpectedPrint } from './line-verification.ts';

const MAX_CACHED_LABELS = 64;
const MAX_CACHED_BYTES = 32 * 1024 * 1024;
/** Prints that are on a product. */
const MADE = ['printed', 'handed-over'] as const;

interface StoredContent {
  hash: string;
  document: string;
  print_values: string;
}

/** A print whose product is on its way to a reader. */
export interface UnderwayPrint extends ExpectedPrint {
  /** When the ledger recorded it as made, in milliseconds since the epoch. */
  settled: number | null;
}

/** What readers should find on the products, from the ledger. */
export class ExpectedPrints {
  readonly #db: ControllerDatabase;
  readonly #labels = new LRUCache<string, Label>({ max: MAX_CACHED_LABELS, maxSize: MAX_CACHED_BYTES, sizeCalculation: memorySizeOf });

  constructor(db: ControllerDatabase) {
    this.#db = db;
  }

  /**
   * A print whose product is on its way to the reader. Undefined for a test print, which is made while no product passes, for one that was
   * removed, and for one whose outcome was unknown: its product passed at another time than its outcome became known, perhaps long ago.
   */
  async findUnderway(id: number, barcode: string | undefined): Promise<UnderwayPrint | undefined> {
    const row = await this.#stored(id).select('prints.settled').where('unknown_since', 'is', null).executeTakeFirst();
    return row && { id, content: this.#contentOf(row, barcode), settled: row.settled };
  }

  /** The oldest print without a verdict among the newest `among` of a printer. */
  async oldestUnverified(
    printer: string,
    { among, barcode }: { among: number; barcode: string | undefined },
  ): Promise<ExpectedPrint | undefined> {
    const newest = await this.#db
      .selectFrom('prints')
      .select(['id', 'verification'])
      .where('printer', '=', printer)
      .where('state', 'in', MADE)
      .where('purpose', '=', 'production')
      .orderBy('id', 'desc')
      .limit(among)
      .execute();
    const oldest = newest.findLast(({ verification }) => verification === null);
    const row = oldest && (await this.#stored(oldest.id).executeTakeFirst());
    return row && { id: row.id, content: this.#contentOf(row, barcode) };
  }

  #stored(id: number) {
    return this.#db
      .selectFrom('prints')
      .innerJoin('label_documents', 'label_documents.hash', 'prints.document_hash')
      .select(['prints.id', 'label_documents.hash', 'label_documents.document', 'prints.print_values'])
      .where('prints.id', '=', id)
      .where('purpose', '=', 'production');
  }

  /** Undefined if the label has no such barcode, or if the print cannot be read. */
  #contentOf({ hash, document, print_values }: StoredContent, barcode: string | undefined): BarcodeContent | undefined {
    const label = this.#labels.get(hash) ?? readLabel(document);
    const values = tryStoredValues({ print_values });
    if (!label || !values) return undefined;
    this.#labels.set(hash, label);
    return barcodeContent(label, values, barcode);
  }
}

function readLabel(document: string): Label | undefined {
  const read = tryStored(labelSchema, document);
  return 'fault' in read ? undefined : read.value;
}
