import axios from 'axios';
import { responseProblem } from '../problems/response-problem.ts';

const LIMIT = 20_000;

/** Fetches a text, or throws the problem that explains why it is not available. */
export async function fetchText(address: string): Promise<string> {
  try {
    const answer = await axios.get<Blob>(address, { responseType: 'blob', timeout: LIMIT });
    return await answer.data.text();
  } catch (error) {
    throw (await responseProblem(error)) ?? error;
  }
}
