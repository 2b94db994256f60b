import { z } from 'zod';
import { canonicalText, CHAIN_START, recordHash } from './record-chain.ts';
import { findRemoval, isKeptHead } from './removals.ts';
import { isSealSigned, keyFingerprint, sealSchema, type Seal } from './seals.ts';

/** The first line of an exported audit log. */
export const EXPORT_FORMAT = 'strobe-audit/1';

const hash = z.string().regex(/^[\da-f]{64}$/);
const number = z.number().int().min(1);
const startLine = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  chain: z.string(),
  /** The number of the first record, and the hash of the record before it. */
  first: number,
  previous: hash,
});
const recordLine = z.strictObject({ record: z.looseObject({ number }), hash });

/** Why a line of an export does not fit the lines before it. */
export interface ExportFault {
  /** The line of the file, from 1. */
  line: number;
  /** The number of the record at fault; the next expected one when a line is no record. */
  record: number;
  reason: string;
}

/** The signed end of an export: it can be noted, and compared with a later export. */
export interface ExportHead {
  /** The number of the last record, and its hash. */
  number: number;
  hash: string;
  /** When it was signed, ISO 8601. */
  at: string;
  /** Base64. */
  signature: string;
  /** SHA-256 of the key that signed. */
  key: string;
}

/** The last record of the same log at an earlier time, noted elsewhere. */
export interface NotedHead {
  number: number;
  hash: string;
  /** Where it was noted, such as the name of a backup. */
  by: string;
}

/** What the check of an exported audit log found. */
export interface ExportReport {
  chain: string;
  /** Numbers of the first and the last record; `last` is `first - 1` when there is none. */
  first: number;
  last: number;
  /** The last record that a signed segment contains; records after it are vouched for by the signature of the export only. */
  sealedTo: number;
  /** SHA-256 of each key that signed, in the order of their first use. More than one: the key file was replaced. */
  keys: string[];
  /**
   * Set when the log does not begin with record 1: the last record before it, and when it was removed (ISO 8601), as a record of the log says. Without
   * such a record `at` is undefined.
   */
  removed: { last: number; at: string | undefined } | undefined;
  /** What the end of the export says about the last record; undefined when there is no end, or when it is wrong. */
  head: ExportHead | undefined;
  /** The first fault; undefined when the log is whole. */
  fault: ExportFault | undefined;
}

/**
 * Checks an exported audit log line by line, without its database: every record against the hash of the one before it, every signature, and whether
 * the end is there. `notedHeads` are earlier ends of this log, which it must contain, as far as their records were not
 * removed. Stops at the first fault. Needs as much memory as one line.
 */
export async function checkExport(
  lines: AsyncIterable<string> | Iterable<string>,
  notedHeads: (chain: string) => readonly NotedHead[] = () => [],
): Promise<ExportReport> {
  const check = new ExportCheck(notedHeads);
  for await (const line of lines) {
    if (!check.read(line)) return check.report();
  }
  return check.end();
}

class ExportCheck {
  #line = 0;
  #chain = '';
  #first = 1;
  #last = 0;
  #head = CHAIN_START;
  #previous = CHAIN_START;
  #sealedTo = 0;
  #sealedHead = CHAIN_START;
  readonly #keys = new Set<string>();
  #fault: ExportFault | undefined;
  #end: ExportHead | undefined;
  #removedAt: string | undefined;
  readonly #notedHeads: (chain: string) => readonly NotedHead[];
  #noted: readonly NotedHead[] = [];

  constructor(notedHeads: (chain: string) => readonly NotedHead[]) {
    this.#notedHeads = notedHeads;
  }

  /** Takes the next line; false once there is a fault. */
  read(text: string): boolean {
    this.#line += 1;
    const reason = this.#reasonAgainst(text);
    if (reason !== undefined) this.#fault = { line: this.#line, ...reason };
    return reason === undefined;
  }

  end(): ExportReport {
    const lost = this.#noted.find(({ number }) => number > this.#last);
    if (this.#end && lost) {
      const reason = `${lost.by} notes record ${lost.number}, and the log ends with record ${this.#last}: the records after it are missing`;
      this.#fault = { line: this.#line, record: this.#last + 1, reason };
    }
    if (!this.#end) this.#fault = { line: this.#line + 1, record: this.#last + 1, reason: 'the end of the export is missing' };
    return this.report();
  }

  report(): ExportReport {
    return {
      chain: this.#chain,
      first: this.#first,
      last: this.#last,
      sealedTo: this.#sealedTo,
      keys: [...this.#keys],
      removed: this.#first > 1 ? { last: this.#first - 1, at: this.#removedAt } : undefined,
      head: this.#end,
      fault: this.#fault,
    };
  }

  #reasonAgainst(text: string): Omit<ExportFault, 'line'> | undefined {
    const expected = this.#last + 1;
    const say = (reason: string) => ({ record: expected, reason });
    if (this.#end) return say('there are lines after the end of the export');
    const value = parse(text);
    if (value === undefined) return say('the line is no JSON');
    if (!isCanonical(value, text)) return say('the line is not in its canonical form');
    if (this.#line === 1) return this.#start(value) ? undefined : say('this is no exported audit log');
    const record = recordLine.safeParse(value);
    if (record.success) return this.#addRecord(record.data);
    const seal = sealSchema.safeParse(value);
    return seal.success ? this.#addSeal(seal.data) : say('the line is neither a record nor a signature');
  }

  #start(value: unknown): boolean {
    const start = startLine.safeParse(value);
    if (!start.success) return false;
    const { chain, first, previous } = start.data;
    this.#chain = chain;
    this.#noted = this.#notedHeads(chain);
    this.#first = first;
    [this.#last, this.#sealedTo] = [first - 1, first - 1];
    [this.#previous, this.#head, this.#sealedHead] = [previous, previous, previous];
    return first > 1 || previous === CHAIN_START;
  }

  #addRecord({ record, hash: stated }: z.infer<typeof recordLine>): Omit<ExportFault, 'line'> | undefined {
    const expected = this.#last + 1;
    if (record.number !== expected)
      return { record: expected, reason: `record ${expected} is missing: record ${record.number} stands in its place` };
    const computed = recordHash(this.#head, canonicalText(record));
    if (computed !== stated) return { record: expected, reason: 'the record or the one before it was changed: its hash is wrong' };
    const noted = this.#noted.find(({ number, hash }) => number === expected && hash !== computed);
    if (noted) return { record: expected, reason: `${noted.by} notes another record ${expected}: the log was restored or replaced` };
    [this.#last, this.#head] = [expected, computed];
    return this.#findRemoval(record);
  }

  /** Only the record about the newest removal says what was before the first record of the export. */
  #findRemoval(record: unknown): Omit<ExportFault, 'line'> | undefined {
    const found = findRemoval(record);
    if (!found || found.removal.last !== this.#first - 1) return undefined;
    if (!isKeptHead(found.removal, { chain: this.#chain, hash: this.#previous }))
      return { record: this.#first, reason: 'the record before the first one is not the one whose signature was kept' };
    this.#removedAt = found.at;
    return undefined;
  }

  #addSeal(line: Seal): Omit<ExportFault, 'line'> | undefined {
    const { seal } = line;
    const isHead = seal.kind === 'head';
    const first = isHead ? this.#first : this.#sealedTo + 1;
    const say = (reason: string) => ({ record: first, reason });
    if (seal.chain !== this.#chain) return say(`the signature belongs to the log "${seal.chain}"`);
    if (!isSealSigned(line)) return say(`the signature of ${seal.at} is not valid`);
    if (seal.first !== first) return say(`the records ${first} to ${seal.last} were signed as ${seal.first} to ${seal.last}`);
    if (seal.last !== this.#last)
      return { record: this.#last + 1, reason: `record ${seal.last} was signed, and record ${this.#last} is the last one` };
    if (seal.head !== this.#head || seal.previous !== (isHead ? this.#previous : this.#sealedHead))
      return say(`the records ${first} to ${seal.last} are not those that were signed at ${seal.at}`);
    if (isHead && seal.sealedTo !== this.#sealedTo)
      return { record: this.#sealedTo + 1, reason: `the signature on the records up to ${seal.sealedTo} is missing` };
    const key = keyFingerprint(seal.publicKey);
    this.#keys.add(key);
    if (isHead) this.#end = { number: seal.last, hash: seal.head, at: seal.at, signature: line.signature, key };
    else [this.#sealedTo, this.#sealedHead] = [seal.last, seal.head];
    return undefined;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A number beyond all doubles and half a character are JSON without a canonical form. */
function isCanonical(value: unknown, text: string): boolean {
  try {
    return canonicalText(value) === text;
  } catch {
    return false;
  }
}
