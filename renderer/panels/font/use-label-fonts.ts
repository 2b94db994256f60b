import { computed, shallowRef, watch, type Ref } from 'vue';
import type { FontListItem } from '#contract/api-v3/font.ts';
import type { LabelNeeds } from '#rendering/label/label-needs.ts';
import { withFallbackFonts } from '#rendering/text/fallback-fonts.ts';
import {
  findTypeface,
  isSameFont,
  loadFonts,
  withFonts,
  withSubstitute,
  type FontFile,
  type FontLibrary,
  type FontName,
} from '#rendering/text/font-library.ts';
import { PAGE_FONTS } from '../../domain/browser/page-fonts.ts';
import { useFontsStore } from '../../stores/fonts.ts';
import { loadFont, type MissingFont } from '../../domain/browser/load-font.ts';

/** The font of the interpretation line, and the substitute for fonts that no controller has. */
const ALWAYS = 'Arimo';
const TWINS: ReadonlyMap<string, string> = new Map([
  ['arial', 'arimo'],
  ['helvetica', 'arimo'],
]);

/**
 * The font files of a label for the rasteriser, fetched from its controller, each once; undefined until the first ones are loaded.
 * `missing` lists those that are not available, until the controller is back.
 */
export function useLabelFonts(connection: string, needs: Ref<LabelNeeds | undefined>) {
  const fonts = useFontsStore();
  const library = shallowRef<FontLibrary>();
  const absent = shallowRef<readonly MissingFont[]>([]);
  const missing = computed(() => {
    const families = familiesOf(needs.value);
    return absent.value.filter(({ font }) => families.has(font.family.toLowerCase()));
  });
  const taken = new Set<string>();
  /** Undefined for an unreachable controller that has not been read: only the common fonts are known. */
  const list = computed<readonly FontName[] | undefined>(() => fonts.items ?? (fonts.problem ? PAGE_FONTS : undefined));

  async function take(families: ReadonlySet<string>, available: readonly FontName[]): Promise<void> {
    const wanted = available.filter((font) => families.has(font.family.toLowerCase()) && !taken.has(keyOf(font)));
    if (wanted.length === 0 && library.value) return;
    for (const font of wanted) taken.add(keyOf(font));
    const found = await Promise.all(wanted.map(({ family, style }) => loadFont(connection, { family, style })));
    const files = found.flatMap((font) => ('file' in font ? [font.file] : []));
    const lacking = found.flatMap((font) => ('file' in font ? [] : [font]));
    const requested = new Set(wanted.map(keyOf));
    absent.value = [...absent.value.filter(({ font }) => !requested.has(keyOf(font))), ...lacking];
    for (const { font } of lacking) taken.delete(keyOf(font));
    if (files.length > 0) await add(files);
  }

  /** Adds to the current library, because other files may be added at the same time. */
  async function add(files: readonly FontFile[]): Promise<void> {
    const before = library.value;
    const after = before ? await withFonts(before, files) : await loadFonts(files);
    if (library.value === before) library.value = after;
    else await add(files);
  }

  watch([needs, list], ([wanted, available]) => void (available && take(familiesOf(wanted), available)), { immediate: true });

  /** Loaded after the fonts of the label, because some are large, and few labels need them. */
  const fallbackFonts = computed<readonly FontName[]>(() => fonts.fallbackFonts ?? []);
  watch(
    [fallbackFonts, list, () => library.value !== undefined],
    ([wanted, available, isReady]) => {
      if (!isReady || !available || wanted.length === 0) return;
      const chosen = available.filter((font) => wanted.some((one) => isSameFont(one, font)));
      void take(new Set(chosen.map(({ family }) => family.toLowerCase())), chosen);
    },
    { immediate: true },
  );

  /** A device may have fonts of its own: what is drawn here is marked as such. */
  const isSubstituting = computed(() => (fonts.items ?? []).some(({ isSubstitute }) => isSubstitute));
  const usable = computed(() => {
    const loaded = library.value && withFallbackFonts(library.value, fallbackFonts.value.filter(isLoaded(library.value)));
    return loaded && isSubstituting.value ? withSubstitute(loaded, ALWAYS) : loaded;
  });

  return { library: usable, missing, names: (): readonly FontListItem[] => fonts.items ?? [] };
}

/** A fallback font that is not loaded yet is left out until it is. */
function isLoaded(library: FontLibrary): (font: FontName) => boolean {
  return ({ family, style }) => typeof findTypeface(library, family, style) !== 'string';
}

function keyOf({ family, style }: FontName): string {
  return `${family}/${style}`.toLowerCase();
}

/** In lower case. */
function familiesOf(needs: LabelNeeds | undefined): ReadonlySet<string> {
  const named = (needs?.fonts ?? []).map(({ family }) => family.toLowerCase());
  return new Set([ALWAYS.toLowerCase(), ...named, ...named.map((family) => TWINS.get(family) ?? family)]);
}
