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
    return [{ type, subtype, quality: qualityIn(parameters) }];
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

export type ContentEncoding = 'identity' | 'gzip' | 'br';

/**
 * Which content encoding an `Accept-Encoding` header wants most (RFC 9110, 12.5.3): the first offered wins a tie. Without the header, or when it
 * accepts none of the offered ones, bytes are sent as they are.
 */
export function chooseEncoding(accept: string | undefined, offered: readonly Exclude<ContentEncoding, 'identity'>[]): ContentEncoding {
  if (accept === undefined || accept === '') return 'identity';
  const qualities = new Map<string, number>();
  for (const part of accept.split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    qualities.set(name, qualityIn(parameters));
  }
  let best: ContentEncoding = 'identity';
  let most = 0;
  for (const offer of offered) {
    const quality = qualities.get(offer) ?? qualities.get('*') ?? 0;
    if (quality > most) [best, most] = [offer, quality];
  }
  return best;
}

function qualityIn(parameters: readonly string[]): number {
  const quality = parameters.find((parameter) => /^q\s*=/.test(parameter))?.replace(/^q\s*=\s*/, '');
  return quality === undefined ? 1 : validQuality(quality);
}
