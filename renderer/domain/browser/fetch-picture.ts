import axios from 'axios';
import { responseProblem } from '../problems/response-problem.ts';

const LIMIT = 20_000;

/**
 * Fetches an image, or throws the problem that explains why it is not available, which `<img>` does not report. Undefined if the request
 * was aborted.
 */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<Blob | undefined> {
  try {
    const answer = await axios.get<Blob>(address, { responseType: 'blob', headers: { accept: 'image/png' }, timeout: LIMIT, signal });
    return answer.data;
  } catch (error) {
    const problem = await responseProblem(error);
    if (problem) throw problem;
    return undefined;
  }
}
