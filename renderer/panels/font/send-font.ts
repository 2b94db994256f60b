import axios from 'axios';
import { fontFileUrl } from '#contract/station/urls.ts';
import { responseProblem } from '../../domain/problems/response-problem.ts';
import type { FontPlace } from '../../stores/fonts.ts';

const LIMIT = 60_000;

/** Installs a font file under a name. Throws the controller's problem. */
export async function sendFont({ connection, ...font }: FontPlace, file: Blob): Promise<'created' | 'replaced'> {
  try {
    const headers = { 'content-type': 'font/sfnt' };
    const answer = await axios.put<string>(fontFileUrl(connection, font), file, { headers, responseType: 'text', timeout: LIMIT });
    return answer.status === 201 ? 'created' : 'replaced';
  } catch (error) {
    throw (await responseProblem(error)) ?? error;
  }
}
