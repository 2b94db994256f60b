import axios from 'axios';
import { randomId } from '../../domain/browser/random-id.ts';
import { responseProblem } from '../../domain/problems/response-problem.ts';

export interface FileUpload {
  url: string;
  type: string;
  file: Blob;
  /** Called with the share that was sent, from 0 to 1; 1 = sent, not yet checked. */
  onProgress: (share: number) => void;
}

/** Sends a backup or set-up file, which is checked before it is stored. Throws the problem of the station or controller. */
export async function sendFile({ url, type, file, onProgress }: FileUpload): Promise<void> {
  try {
    await axios.put<string>(url, file, {
      headers: { 'content-type': type },
      responseType: 'text',
      onUploadProgress: ({ loaded, total }) => onProgress(total ? Math.min(1, loaded / total) : 0),
    });
  } catch (error) {
    throw (await responseProblem(error)) ?? error;
  }
}

/** A name that no other file has, also when two are sent in the same second: `upload-20261129T141503Z-9f04c1e7.strobe-backup`. */
export function uploadName(now: number, ending: string): string {
  const time = new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const [random] = randomId().split('-');
  return `upload-${time}-${random}${ending}`;
}
