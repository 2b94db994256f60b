import { useFormats } from '../../composables/use-formats.ts';

/** A ratio in per cent, with one decimal place; a dash where it cannot be computed. */
export function useRatioText() {
  const { decimal } = useFormats();
  return (ratio: number | null): string => (ratio === null ? '–' : `${decimal(100 * ratio, 1)}\u202f%`);
}
