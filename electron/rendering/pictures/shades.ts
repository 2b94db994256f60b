import type { Light } from '../raster/color.ts';
import { brightness, lightCoverage } from '../raster/inks.ts';
import type { ProcessInk } from '../raster/inks.ts';
import type { Pixels } from './decode-png.ts';
import type { Shades } from './scale-rows.ts';

/** The perceived brightness of a picture; transparent pixels are white. */
export function brightnessOf(pixels: Pixels): Shades {
  return shadesOf(pixels, (light, alpha) => 1 - (1 - brightness(light)) * alpha);
}

/** One minus the amount of an ink that a picture on white needs; 1 = none. */
export function inkShades(pixels: Pixels, ink: ProcessInk): Shades {
  return shadesOf(pixels, ([red, green, blue], alpha) => {
    const onWhite: Light = [1 - (1 - red) * alpha, 1 - (1 - green) * alpha, 1 - (1 - blue) * alpha];
    return 1 - lightCoverage(onWhite, ink);
  });
}

/** Where a picture has no ink: 1 if transparent or white, otherwise 0. */
export function blankOf(pixels: Pixels): Shades {
  return shadesOf(pixels, (light, alpha) => (Math.min(...light) < 1 ? 1 - alpha : 1));
}

function shadesOf({ width, height, rgba }: Pixels, shade: (light: Light, alpha: number) => number): Shades {
  const read = (row: number, into: Float64Array): void => {
    for (let x = 0; x < width; x += 1) {
      const at = (row * width + x) * 4;
      const light: Light = [(rgba[at] ?? 0) / 255, (rgba[at + 1] ?? 0) / 255, (rgba[at + 2] ?? 0) / 255];
      into[x] = shade(light, (rgba[at + 3] ?? 0) / 255);
    }
  };
  return { width, height, read };
}
