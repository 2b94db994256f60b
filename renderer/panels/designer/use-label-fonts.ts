import { computed, shallowRef, watch, type Ref } from 'vue';
import type { FontListItem } from '#contract/api-v3/font.ts';
import type { LabelNeeds } from '#rendering/label-needs.ts';
import { loadFonts, withFonts, type FontFile, type FontLibrary, type FontName } from '#rendering/text/fonts.ts';
import { OWN_FONTS } from '../../composables/own-fonts.ts';
import { useFontsStore } from '../../stores/fonts.ts';
import { fontAtHand, type MissingFont } from './font-at-hand.ts';

/** What the digits under a code are written in, and what names that no controller has stand for. */
const ALWAYS = 'Arimo';
const TWINS: ReadonlyMap<string, string> = new Map([
  ['arial', 'arimo'],
  ['helvetica', 'arimo'],
]);

/**
 * The fonts of a label as the rasteriser takes them: the very files of its controller. Those that it names are fetched, each once; undefined until
 * the first are there. `missing` says which of them cannot be had, until the controller is back.
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
  /** Of a controller that is away and was never asked, nothing is known but what every one has. */
  const list = computed<readonly FontName[] | undefined>(() => fonts.items ?? (fonts.problem ? OWN_FONTS : undefined));

  async function take(families: ReadonlySet<string>, known: readonly FontName[]): Promise<void> {
    const wanted = known.filter((font) => families.has(font.family.toLowerCase()) && !taken.has(keyOf(font)));
    if (wanted.length === 0 && library.value) return;
    for (const font of wanted) taken.add(keyOf(font));
    const found = await Promise.all(wanted.map(({ family, style }) => fontAtHand(connection, { family, style })));
    const files = found.flatMap((font) => ('file' in font ? [font.file] : []));
    const lacking = found.flatMap((font) => ('file' in font ? [] : [font]));
    const asked = new Set(wanted.map(keyOf));
    absent.value = [...absent.value.filter(({ font }) => !asked.has(keyOf(font))), ...lacking];
    for (const { font } of lacking) taken.delete(keyOf(font));
    if (files.length > 0) await add(files);
  }

  /** Others may add theirs meanwhile: then these are added to those. */
  async function add(files: readonly FontFile[]): Promise<void> {
    const before = library.value;
    const after = before ? await withFonts(before, files) : await loadFonts(files);
    if (library.value === before) library.value = after;
    else await add(files);
  }

  watch([needs, list], ([wanted, known]) => void (known && take(familiesOf(wanted), known)), { immediate: true });

  return { library, missing, names: (): readonly FontListItem[] => fonts.items ?? [] };
}

function keyOf({ family, style }: FontName): string {
  return `${family}/${style}`.toLowerCase();
}

/** In lower case. */
function familiesOf(needs: LabelNeeds | undefined): ReadonlySet<string> {
  const named = (needs?.fonts ?? []).map(({ family }) => family.toLowerCase());
  return new Set([ALWAYS.toLowerCase(), ...named, ...named.map((family) => TWINS.get(family) ?? family)]);
}
