import axios from 'axios';
import type { ProblemError } from '#contract/problem.ts';
import { fontFileUrl } from '#contract/station/urls.ts';
import { isSameFont, type FontFile, type FontName } from '#rendering/text/fonts.ts';
import { byteProblem } from '../../composables/byte-problem.ts';
import { OWN_FONTS } from '../../composables/own-fonts.ts';
import { keptFonts } from './kept-fonts.ts';

const LIMIT = 30_000;

/** A font that cannot be had, and why. */
export interface MissingFont {
  font: FontName;
  problem: ProblemError | undefined;
}

/**
 * The file of a font from its controller, which is kept; of a controller that is away what was kept of it, or what comes with the page itself.
 * What a controller that answers has not is never made up for.
 */
export async function fontAtHand(connection: string, font: FontName): Promise<{ font: FontName; file: FontFile } | MissingFont> {
  const address = fontFileUrl(connection, font);
  try {
    const bytes = await fetchBytes(address);
    // A browser that keeps nothing has its fonts for as long as they can be fetched.
    await keptFonts.keep(address, bytes).catch(() => undefined);
    return { font, file: { ...font, bytes } };
  } catch (error) {
    const problem = await byteProblem(error);
    const bytes = problem?.slug === 'controller-unreachable' ? await spareBytes(address, font) : undefined;
    return bytes ? { font, file: { ...font, bytes } } : { font, problem };
  }
}

async function spareBytes(address: string, font: FontName): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const kept = await keptFonts.find(address).catch(() => undefined);
  const own = OWN_FONTS.find((one) => isSameFont(one, font));
  return kept ?? (own && (await fetchBytes(own.url).catch(() => undefined)));
}

async function fetchBytes(address: string): Promise<Uint8Array<ArrayBuffer>> {
  const { data } = await axios.get<ArrayBuffer>(address, { responseType: 'arraybuffer', timeout: LIMIT });
  return new Uint8Array(data);
}
