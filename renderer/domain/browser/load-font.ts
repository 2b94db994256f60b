import axios from 'axios';
import type { ProblemError } from '#contract/problem.ts';
import { fontFileUrl } from '#contract/station/urls.ts';
import { isSameFont, type FontFile, type FontName } from '#rendering/text/font-library.ts';
import { responseProblem } from '../problems/response-problem.ts';
import { PAGE_FONTS } from './page-fonts.ts';
import { fontCache } from './font-cache.ts';

const LIMIT = 30_000;

/** A font that is not available, and why. */
export interface MissingFont {
  font: FontName;
  problem: ProblemError | undefined;
}

/**
 * The file of a font from its controller, which is then cached. If the controller is unreachable: the cached file, or the file that comes
 * with the page. A font that a reachable controller does not have is never replaced.
 */
export async function loadFont(connection: string, font: FontName): Promise<{ font: FontName; file: FontFile } | MissingFont> {
  const address = fontFileUrl(connection, font);
  try {
    const bytes = await fetchBytes(address);
    // Without storage, the font is fetched again the next time.
    await fontCache.keep(address, bytes).catch(() => undefined);
    return { font, file: { ...font, bytes } };
  } catch (error) {
    const problem = await responseProblem(error);
    const bytes = problem?.slug === 'controller-unreachable' ? await spareBytes(address, font) : undefined;
    return bytes ? { font, file: { ...font, bytes } } : { font, problem };
  }
}

async function spareBytes(address: string, font: FontName): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const cached = await fontCache.find(address).catch(() => undefined);
  const included = PAGE_FONTS.find((one) => isSameFont(one, font));
  return cached ?? (included && (await fetchBytes(included.url).catch(() => undefined)));
}

async function fetchBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await axios.get<ArrayBuffer>(address, { responseType: 'arraybuffer', timeout: LIMIT });
  return new Uint8Array(data);
}
