interface MediaRange {
  type: string;
  subtype: string;
  quality: number;
}

/**
 * Which of the `offered` media types an `Accept` header wants most: each gets the quality of the most specific range that covers
 * it, the first offered wins a tie. No header accepts everything; undefined when nothing offered is acceptable.
 */
export function negotiate<Offered extends string>(accept: string | undefined, offered: readonly Offered[]): Offered | undefined {
  const ranges = parseAccept(accept ?? '*/*');
  let best: { offer: Offered; quality: number } | undefined;
  for (const offer of offered) {
    const quality = qualityOf(offer, ranges);
    if (quality > (best?.quality ?? 0)) best = { offer, quality };
  }
  return best?.offer;
}

function parseAccept(accept: string): MediaRange[] {
  return accept.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const [type, subtype] = range.split('/');
    if (!type || !subtype) return [];
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
    return [{ type, subtype, quality: quality === undefined ? 1 : validQuality(quality) }];
  });
}

function validQuality(text: string): number {
  const quality = Number(text);
  return quality >= 0 && quality <= 1 ? quality : 0;
}

function qualityOf(offer: string, ranges: readonly MediaRange[]): number {
  const [type, subtype] = offer.split('/');
  const specificity = (range: MediaRange): number => {
    if (range.type === type && range.subtype === subtype) return 3;
    if (range.type === type && range.subtype === '*') return 2;
    return range.type === '*' && range.subtype === '*' ? 1 : 0;
  };
  const covering = ranges.filter((range) => specificity(range) > 0);
  covering.sort((a, b) => specificity(b) - specificity(a) || b.quality - a.quality);
  return covering[0]?.quality ?? 0;
}
