import axios from 'axios';
import { shallowRef, watch, type Ref } from 'vue';
import type { FontListItem } from '#contract/api-v3/font.ts';
import type { Label } from '#contract/api-v3/label.ts';
import type { Problem } from '#contract/problem.ts';
import { fontFileUrl } from '#contract/station/urls.ts';
import { labelNeeds } from '#rendering/label-needs.ts';
import { loadFonts, withFonts, type FontFile, type FontLibrary, type FontName } from '#rendering/text/fonts.ts';
import { byteProblem } from '../../composables/byte-problem.ts';
import { toProblem } from '../../composables/to-problem.ts';
import { useFontsStore } from '../../stores/fonts.ts';

/** What the digits under a code are written in, and what names that no controller has stand for. */
const ALWAYS = 'Arimo';
const TWINS: ReadonlyMap<string, string> = new Map([
  ['arial', 'arimo'],
  ['helvetica', 'arimo'],
]);
const LIMIT = 30_000;

/**
 * The fonts of a label as the rasteriser takes them: the very files of its controller. Those that it names are fetched, each once; undefined until
 * the first are there.
 */
export function useLabelFonts(connection: string, label: Ref<Label | undefined>) {
  const fonts = useFontsStore();
  const library = shallowRef<FontLibrary>();
  const problem = shallowRef<Problem>();
  const taken = new Set<string>();

  async function take(families: ReadonlySet<string>, list: readonly FontListItem[]): Promise<void> {
    const missing = list.filter((font) => families.has(font.family.toLowerCase()) && !taken.has(keyOf(font)));
    if (missing.length === 0 && library.value) return;
    for (const font of missing) taken.add(keyOf(font));
    try {
      const files = await Promise.all(missing.map((font) => fetchFont(connection, font)));
      library.value = library.value ? await withFonts(library.value, files) : await loadFonts(files);
      problem.value = undefined;
    } catch (error) {
      for (const font of missing) taken.delete(keyOf(font));
      const found = await byteProblem(error);
      if (!found) throw error;
      problem.value = toProblem(found);
    }
  }

  watch([label, () => fonts.items], ([wanted, list]) => void (list && take(familiesOf(wanted), list)), { immediate: true });

  return { library, problem, names: () => fonts.items ?? [] };
}

function keyOf({ family, style }: FontName): string {
  return `${family}/${style}`.toLowerCase();
}

/** In lower case. */
function familiesOf(label: Label | undefined): ReadonlySet<string> {
  const named = label ? labelNeeds(label).fonts.map(({ family }) => family.toLowerCase()) : [];
  return new Set([ALWAYS.toLowerCase(), ...named, ...named.map((family) => TWINS.get(family) ?? family)]);
}

async function fetchFont(connection: string, { family, style }: FontName): Promise<FontFile> {
  const answer = await axios.get<ArrayBuffer>(fontFileUrl(connection, { family, style }), { responseType: 'arraybuffer', timeout: LIMIT });
  return { family, style, bytes: new Uint8Array(answer.data) };
}
