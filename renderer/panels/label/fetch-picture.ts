import axios from 'axios';
import { byteProblem } from '../../composables/byte-problem.ts';

const LIMIT = 20_000;

/** Fetches a picture, or throws the problem that explains why there is none: an `<img>` cannot tell. Undefined when it was cancelled. */
export async function fetchPicture(address: string, signal: AbortSignal): Promise<Blob | undefined> {
  try {
    const answer = await axios.get<Blob>(address, { responseType: 'blob', headers: { accept: 'image/png' }, timeout: LIMIT, signal });
    return answer.data;
  } catch (error) {
    const problem = await byteProblem(error);
    if (problem) throw problem;
    return undefined;
  }
}
