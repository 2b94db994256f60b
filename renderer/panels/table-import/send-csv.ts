import axios from 'axios';
import { newTableCsvUrl, tableCsvUrl } from '#contract/station/urls.ts';
import { responseProblem } from '../../domain/problems/response-problem.ts';

export interface CsvUpload {
  connection: string;
  table: string;
  file: Blob;
  /** Whether the table must not exist yet: an existing one is not replaced. */
  isNew: boolean;
  /** Called with the share that was sent, from 0 to 1; 1 = sent, not yet stored. */
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

export type CsvOutcome = 'created' | 'replaced' | 'cancelled';

/** Sends a UTF-8 file as a table, unchanged: the controller detects the delimiter. Throws the controller's problem. */
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
    const problem = await responseProblem(error);
    if (problem) throw problem;
    return 'cancelled';
  }
}

/** The accepted file types of tables. */
export const TABLE_FILES = '.csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The table name that a file suggests: `Products 2026.csv` -> `Products 2026`. */
export function tableNameOf(fileName: string): string {
  return fileName
    .replace(/\.(csv|txt|tsv|xlsx)$/i, '')
    .trim()
    .slice(0, 255);
}
