import type { Light } from '../color.ts';
import { brightness, lightCoverage } from '../inks.ts';
import type { ProcessInk } from '../inks.ts';
import type { Pixels } from './decode-png.ts';
import type { Shades } from './scale-rows.ts';

/** How bright a picture is to the eye, on white where it is transparent. */
export function brightnessOf(pixels: Pixels): Shades {
  return shadesOf(pixels, (light, alpha) => 1 - (1 - brightness(light)) * alpha);
}

/** How little of an ink a picture on white takes: 1 is none. */
export function lackOfInk(pixels: Pixels, ink: ProcessInk): Shades {
  return shadesOf(pixels, ([red, green, blue], alpha) => {
    const onWhite: Light = [1 - (1 - red) * alpha, 1 - (1 - green) * alpha, 1 - (1 - blue) * alpha];
    return 1 - lightCoverage(onWhite, ink);
  });
}

/** Where a picture has nothing: 1 where it is transparent or white, 0 where any ink shows. */
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
