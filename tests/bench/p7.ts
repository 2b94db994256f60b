import { encodeCode128 } from '#rendering/barcodes/code128.ts';
import { encodeGs1DataMatrix } from '#rendering/barcodes/data-matrix.ts';
import { encodeQrCode } from '#rendering/barcodes/qr-code.ts';
import { codeTexts, gs1Texts } from '#support/code-texts.ts';
import { otherGs1Matrix, otherLinear, otherTextMatrix } from '#support/other-encoder.ts';
import type { Contest, RatioGoal } from './goal.ts';

const TEXTS = 1_000;
/** Required speed of each encoder, as a multiple of the library's. */
const TIMES = 25;
const SMALLEST = { size: undefined, isRectangular: false };

/** Alternates both encoders over the same texts. Throws if any of their symbols differ. */
function contest(texts: readonly string[], ours: (text: string) => object, theirs: (text: string) => object): Contest {
  for (const text of texts)
    if (JSON.stringify(ours(text)) !== JSON.stringify(theirs(text))) throw new Error(`The symbols of "${text}" differ`);
  let [a, b] = [0, 0];
  return { a: () => ours(texts[(a += 1) % texts.length]!), b: () => theirs(texts[(b += 1) % texts.length]!) };
}

/** P7: the product's encoders compared with a library; both must make the same symbols of a thousand texts. */
export const ENCODER_GOALS: readonly RatioGoal[] = [
  {
    name: 'P7-code128',
    goal: { atLeast: TIMES },
    prepare: () => {
      const texts = codeTexts(TEXTS, { seed: 71, beyondAscii: false });
      return contest(
        texts,
        (text) => encodeCode128(text, 'AUTO').bars,
        (text) => otherLinear('code128', text, {}),
      );
    },
  },
  {
    name: 'P7-datamatrix',
    goal: { atLeast: TIMES },
    prepare: () =>
      contest(
        gs1Texts(TEXTS, 72),
        (text) => encodeGs1DataMatrix(text, SMALLEST),
        (text) => otherGs1Matrix('datamatrix', text, { format: 'square' }),
      ),
  },
  {
    name: 'P7-qr',
    goal: { atLeast: TIMES },
    prepare: () => {
      const texts = codeTexts(TEXTS, { seed: 73, beyondAscii: true });
      const options = { eclevel: 'M', fixedeclevel: true };
      return contest(
        texts,
        (text) => encodeQrCode(text, { size: undefined, eccLevel: 'M' }),
        (text) => otherTextMatrix('qrcode', text, options),
      );
    },
  },
];
