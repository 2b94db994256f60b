import { describe, expect, it } from 'vitest';
import { hasGs1Dictionary, readGs1Dictionary } from '#support/gs1-dictionary.ts';
import { decodeCodes } from '#support/decode-codes.ts';
import { labelSchema } from '#contract/api-v3/label.ts';
import { digitalLink, digitalLinkFault, GS1_DOMAIN } from '#rendering/barcodes/gs1/digital-link.ts';
import { checkLabel } from '#rendering/label/check-label.ts';
import { drawObjects, labelOf, TEN_PER_MM, toPng } from '../../drawing-support.ts';

const DICTIONARY = readGs1Dictionary();
const IDS = DICTIONARY.map(({ id }) => id);
const KEYS = DICTIONARY.filter(({ qualifiers }) => qualifiers);
const GTIN = '09521234510000';

/** The link of identifiers that all have the value x. */
function linkOf(ids: readonly string[], domain = GS1_DOMAIN): string {
  return digitalLink(
    ids.map((id) => ({ id, value: 'x' })),
    domain,
  );
}

describe.skipIf(!hasGs1Dictionary)('the GS1 syntax dictionary', () => {
  it('has the primary keys', () => {
    expect(IDS.filter((id) => digitalLinkFault([id]) === undefined)).toEqual(KEYS.map(({ id }) => id));
  });

  it('has the qualifiers of each key in the order of the path', () => {
    const sequences = KEYS.flatMap(({ id, qualifiers }) => (qualifiers ?? []).map((sequence) => [id, ...sequence]));
    const links = sequences.map(([key = '', ...rest]) => linkOf([...rest.toReversed(), key]));
    expect(links).toEqual(sequences.map((sequence) => GS1_DOMAIN + sequence.map((id) => `/${id}/x`).join('')));
  });

  it('lists for each key the identifiers that may be query attributes', () => {
    const wrong = KEYS.flatMap((key) =>
      DICTIONARY.filter(({ id, isAttribute }) => {
        const isAllowed = isAttribute || key.qualifiers?.some((sequence) => sequence.includes(id));
        return id !== key.id && (digitalLinkFault([key.id, id]) === undefined) !== isAllowed;
      }).map(({ id }) => [key.id, id]),
    );
    expect(wrong).toEqual([]);
  });
});

describe('a Digital Link', () => {
  it('has the key first, then its qualifiers in order and all others as given', () => {
    expect(linkOf(['17', '21', '3103', '10', '01', '22'])).toBe('https://id.gs1.org/01/x/22/x/10/x/21/x?17=x&3103=x');
  });

  it('uses the alternative qualifiers of a key if they are present', () => {
    expect(linkOf(['01', '235', '10'])).toBe('https://id.gs1.org/01/x/235/x?10=x');
  });

  it('begins with the first identifier that can be a key', () => {
    expect(['00 01', '01 00'].map((ids) => linkOf(ids.split(' ')))).toEqual([
      'https://id.gs1.org/00/x?01=x',
      'https://id.gs1.org/01/x?00=x',
    ]);
  });

  it.each(['https://brand.example', 'https://brand.example/', 'http://brand.example:8080/shop'])('leads to the domain %s', (domain) => {
    expect(linkOf(['01'], domain)).toBe(`${domain.replace(/\/$/u, '')}/01/x`);
  });

  it('encodes all characters that GS1 allows so that they are read as they are written', () => {
    const value = '!"%&\'()*+,-./:;<=>?_aZ9';
    const link = digitalLink(
      [
        { id: '01', value: GTIN },
        { id: '10', value },
        { id: '90', value },
      ],
      GS1_DOMAIN,
    );
    const written = '%21%22%25%26%27%28%29%2A%2B%2C-.%2F%3A%3B%3C%3D%3E%3F_aZ9';
    expect(link).toBe(`https://id.gs1.org/01/${GTIN}/10/${written}?90=${written}`);
    expect([decodeURIComponent(new URL(link).pathname.split('/')[4] ?? ''), new URL(link).searchParams.get('90')]).toEqual([value, value]);
  });
});

describe('GS1-DigitalLink', () => {
  const code = { type: 'GS1-DigitalLink', x: 0, y: 0, moduleSize: 0.4 };

  it('P13 is read as its link, both forms of apps with the values of a print', async () => {
    const apps = [['17', '261200'], { id: '21', value: '{COUNTER;Serial}' }, ['01', GTIN], { id: '10', value: '{VARIABLE;Lot}/a' }];
    const objects = [
      { ...code, apps },
      { ...code, apps, domain: 'https://brand.example/p', eccLevel: 'Q' },
    ];
    const read = await Promise.all(objects.map((object) => decodeCodes(toPng(drawObjects([object], { width: 0, height: 0 }), TEN_PER_MM))));
    const steps = `/01/${GTIN}/10/A7731%2Fa/21/000042?17=261200`;
    expect(read).toEqual([
      [{ format: 'QRCode', text: `https://id.gs1.org${steps}` }],
      [{ format: 'QRCode', text: `https://brand.example/p${steps}` }],
    ]);
  });

  it.each([
    [
      [['90', 'x']],
      '/apps',
      'A Digital Link needs one of the keys (00), (01), (253), (255), (401), (402), (414), (415), (417), (8003), (8004), (8006), (8010), (8013), (8017) and (8018)',
    ],
    [
      [['01', GTIN], { id: '8200', value: 'https' }, ['10', 'A']],
      '/apps/1/id',
      'The application identifier (8200) cannot be part of a Digital Link of (01) with (10)',
    ],
    [
      [
        ['414', '9521234000006'],
        ['254', 'A'],
        ['7040', '1ABC'],
      ],
      '/apps/2/0',
      'The application identifier (7040) cannot be part of a Digital Link of (414) with (254)',
    ],
    [
      [['01', '09521234510001']],
      '/apps/0/1',
      'The value "09521234510001" of (01) has the wrong check digit in 09521234510001 (at character 14)',
    ],
    [
      [
        ['01', GTIN],
        ['21', 'A'],
        ['235', 'B'],
      ],
      '/apps/1/0',
      'The application identifier (21) must not be combined with (235)',
    ],
  ])('E23 is refused before it is stored: %j', (apps, path, detail) => {
    expect(checkLabel(labelOf([{ ...code, apps }]))[0]).toEqual({ pointer: `/objs/0${path}`, detail });
  });

  it.each(['brand.example', 'https://', 'https://a b', 'https://brand.example?x', 'https://brand.example/#x', 'ftp://x', 'https://-a'])(
    'leads to no domain that is none: %s',
    (domain) => {
      const label = { format: 3, width: 20, height: 10, objs: [{ ...code, apps: [['01', GTIN]], domain }] };
      expect(labelSchema.safeParse(label).error?.issues).toMatchObject([
        { path: ['objs', 0, 'domain'], message: 'must be https:// or http:// and a domain, such as https://id.gs1.org' },
      ]);
    },
  );
});
