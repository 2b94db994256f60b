import { VERDICTS } from '../api-v3/verification.ts';

/**
 * The columns of the CSV in which a controller sends prints to the archive, in this order, with a header line. RFC 4180, UTF-8, lines end with LF; an
 * empty field without quotes means that there is no value, and `""` the empty text. Times are milliseconds since the epoch. A print is sent again when its
 * state has changed: the archive keeps the furthest state.
 */
export const ARCHIVE_COLUMNS = [
  /** Id of the print in the ledger of its controller. */
  'print',
  'printer',
  'job',
  /** Name of the label; empty if the job contained it. */
  'label',
  /** 0 if the job contained the label. */
  'labelRevision',
  /** SHA-256 of the label document, hexadecimal. The archive names the documents that it lacks in its answer. */
  'documentHash',
  'table',
  'key',
  'row',
  /** The values of the print as the ledger stores them: JSON. */
  'values',
  'hdpi',
  'vdpi',
  /** SHA-256 of the picture, hexadecimal; prefixed with `cmyk:` for a picture in colour. */
  'pictureHash',
  /** What a device that draws on board got: JSON. */
  'deviceMessage',
  'state',
  'proof',
  'reason',
  /** When the counter values were reserved: never changes. */
  'reserved',
  'sent',
  'settled',
  'unknownSince',
  'unknownReason',
  'resolvedBy',
  'operator',
  'reprintOf',
  'reprintReason',
  'supersedes',
  'reworkReason',
  'purpose',
  'verification',
  'verifiedBy',
  'verifiedAt',
  'expectedText',
  'readText',
  'readGrade',
  /** The texts of its counters as printed: a JSON array of texts. */
  'serials',
  /** The values of its variables, each once: a JSON array of texts. */
  'variables',
] as const;
export type ArchiveColumn = (typeof ARCHIVE_COLUMNS)[number];

/** The first line of the CSV. */
export const ARCHIVE_HEADER = ARCHIVE_COLUMNS.join(',');

/** The most prints, and the most bytes, in one request. */
export const MAX_BATCH = { prints: 5_000, bytes: 8 * 1024 * 1024 };

/**
 * How far each state is. A print moves forward only, so its revision tells which of two states is the newer one; the last three are final.
 */
export const STATE_REVISIONS = { reserved: 0, sent: 1, unknown: 2, printed: 3, 'handed-over': 3, void: 3 } as const;

/** The verdicts of readers that the archive knows. */
export const ARCHIVED_VERDICTS = VERDICTS;
