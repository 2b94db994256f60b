interface MediaRange {
  type: string;
  subtype: string;
  quality: number;
}

/**
 * The `offered` media type that an `Accept` header prefers (RFC 9110, 12.5.1). The most specific range that covers a type gives its
 * quality, and the first offered one wins a tie. Without a header everything is acceptable. Returns undefined when nothing is.
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
 * The content encoding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3); the first offered one wins a tie. Returns `identity`
 * without the header, or when it accepts none of the offered ones.
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
