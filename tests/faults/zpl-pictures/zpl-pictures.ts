import { comparePicture } from '#support/zpl/compare-picture.ts';
import { Violation, type Order } from '../fault-run.ts';

const REPORT_EVERY = 100;

/** Compares that many random labels with what an independent renderer draws from the commands of the zpl engine. */
export async function zplPictures({ amount, seed, tell }: Order): Promise<string> {
  const sums = { labels: 0, codes: 0, sent: 0, ratios: 0, worst: 0 };
  for (let next = seed; sums.labels < amount; next += 1) {
    const compared = await comparePicture(next).catch((error: unknown) => {
      throw new Violation(error instanceof Error ? error.message : String(error), { cause: error });
    });
    if (!compared) continue;
    sums.labels += 1;
    sums.codes += compared.hasCode ? 1 : 0;
    sums.sent += compared.sent;
    const ratio = compared.sent / compared.plain;
    sums.ratios += ratio;
    sums.worst = Math.max(sums.worst, ratio);
    if (sums.labels % REPORT_EVERY === 0) tell(`${sums.labels} labels are drawn dot for dot`);
  }
  const ratios = `${(sums.ratios / sums.labels).toFixed(3)} of plain hexadecimal digits per label, at most ${sums.worst.toFixed(3)}`;
  return `${sums.labels} labels drawn dot for dot, ${sums.codes} codes read; ${sums.sent} bytes sent, ${ratios}`;
}
