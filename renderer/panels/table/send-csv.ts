import axios from 'axios';
import { newTableCsvUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { byteProblem } from '../../composables/byte-problem.ts';

export interface CsvUpload {
  connection: string;
  table: string;
  file: Blob;
  /** Whether a person knows of no table of that name: none is replaced then. */
  isNew: boolean;
  /** Called with the share that was sent, 0 to 1. 1 means sent, not yet stored. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export type CsvOutcome = 'created' | 'replaced' | 'cancelled';

/** Sends a file in UTF-8 as a table, as it is: the controller finds the delimiter. Throws the controller's problem. */
export async function sendCsv({ connection, table, file, isNew, onProgress, signal }: CsvUpload): Promise<CsvOutcome> {
  try {
    const url = isNew ? newTableCsvUrl(connection, table) : tableCsvUrl(connection, table);
    const answer = await axios.put<string>(url, file, {
      headers: { 'content-type': 'text/csv; charset=utf-8' },
      responseType: 'text',
      signal,
      onUploadProgress: ({ loaded, total }) => onProgress(total ? Math.min(1, loaded / total) : 0),
    });
    return answer.status === 201 ? 'created' : 'replaced';
  } catch (error) {
    const problem = await byteProblem(error);
    if (problem) throw problem;
    return 'cancelled';
  }
}

/** The files that become tables, as a file chooser takes them. */
export const TABLE_FILES = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The name that a file suggests for its table: `Products 2026.csv` -> `Products 2026`. */
export function tableNameOf(fileName: string): string {
  return fileName
    .replace(/\.(csv|txt|tsv|xlsx)$/i, '')
    .trim()
    .slice(0, 255);
}
