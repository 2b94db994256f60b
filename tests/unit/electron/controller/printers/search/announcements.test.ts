import { describe, expect, it } from 'vitest';
import { foundPrintersSchema, MAX_FOUND } from '#contract/api-v3/found-printer.ts';
import { describeFound, type Announcement } from '#controller/printers/search/announcements.ts';

const announced = (over: Partial<Announcement> = {}): Announcement => ({
  service: 'pdl-datastream',
  name: 'Printer',
  port: 9_100,
  addresses: ['192.168.0.40'],
  sender: '192.168.0.40',
  attributes: {},
  ...over,
});
const onlyFound = (over: Partial<Announcement>) => describeFound([announced(over)])[0];

describe('a printer that announces a raw port', () => {
  it.each([
    [{ ty: 'Zebra ZT411' }],
    [{ product: '(Zebra ZD621)' }],
    [{ usb_CMD: 'ZPLII,EPL' }],
    [{ usb_MFG: 'ZTC' }],
    [{ pdl: 'application/vnd.zebra.zpl' }],
  ])('understands ZPL if it says %j', (attributes) => {
    expect(onlyFound({ attributes })).toMatchObject({ kind: 'zpl', host: '192.168.0.40', port: 9_100 });
  });

  it.each([[{ ty: 'Example 5000' }], [{ pdl: 'application/postscript' }], [{}], [{ note: 'next to the Zebra' }]])(
    'is left to a person if it says %j',
    (attributes) => {
      expect(onlyFound({ attributes })).not.toHaveProperty('kind');
    },
  );
});

describe('a printer that announces IPP', () => {
  it.each([
    ['ipp', { rp: 'ipp/print' }, 'ipp://192.168.0.40:631/ipp/print'],
    ['ipps', { rp: '/ipp/label' }, 'ipps://192.168.0.40:631/ipp/label'],
    ['ipp', {}, 'ipp://192.168.0.40:631/ipp/print'],
    ['ipp', { rp: 'x?y=1#z' }, 'ipp://192.168.0.40:631/ipp/print'],
    ['ipp', { rp: '@evil.example/a b' }, 'ipp://192.168.0.40:631/ipp/print'],
  ] as const)('by %s with %j has the address %s', (service, attributes, url) => {
    expect(onlyFound({ service, port: 631, attributes })).toMatchObject({ kind: 'ipp', url });
  });

  it('has an address of IPv6 in brackets', () => {
    const found = onlyFound({ service: 'ipp', port: 631, addresses: ['fd00::7'], sender: 'fd00::7' });
    expect(found).toMatchObject({ host: 'fd00::7', url: 'ipp://[fd00::7]:631/ipp/print' });
  });

  it('is listed once, without TLS if it offers both, and not for its raw port', () => {
    const found = describeFound([
      announced({ service: 'ipps', port: 631 }),
      announced({ service: 'ipp', port: 631 }),
      announced({ service: 'ipp', port: 631 }),
      announced(),
    ]);
    expect(found).toEqual([{ kind: 'ipp', name: 'Printer', host: '192.168.0.40', port: 631, url: 'ipp://192.168.0.40:631/ipp/print' }]);
  });

  it('is also listed for its raw port if it understands ZPL there', () => {
    const found = describeFound([announced({ service: 'ipp', port: 631 }), announced({ attributes: { ty: 'Zebra' } })]);
    expect(found.map(({ kind }) => kind).sort()).toEqual(['ipp', 'zpl']);
  });
});

describe('the address of a found printer', () => {
  it.each([
    { is: 'that of the sender, if the printer has it', addresses: ['10.0.0.9', '10.0.0.1'], sender: '10.0.0.1', host: '10.0.0.1' },
    { is: 'one of its own behind a repeater', addresses: ['fd00::9', '10.0.0.9'], sender: '10.0.0.1', host: '10.0.0.9' },
    { is: 'that of the sender if it names none', addresses: [], sender: '10.0.0.1', host: '10.0.0.1' },
    { is: 'not this computer', addresses: ['127.0.0.1', '::1', '10.0.0.9'], sender: '127.0.0.1', host: '10.0.0.9' },
    { is: 'not a group of devices', addresses: ['224.0.0.251', 'ff02::fb', '0.0.0.0', '10.0.0.9'], sender: '', host: '10.0.0.9' },
  ])('is $is', ({ addresses, sender, host }) => {
    expect(onlyFound({ addresses, sender })?.host).toBe(host);
  });

  it.each([
    [['127.0.0.1'], '127.0.0.1'],
    [['printer.example'], 'printer.example'],
    [[], ''],
  ])('is missing with %j from "%s": the printer is not listed', (addresses, sender) => {
    expect(describeFound([announced({ addresses, sender })])).toEqual([]);
  });
});

describe('hostile announcements', () => {
  it('are limited in number', () => {
    const many = Array.from({ length: 5_000 }, (_, n) => announced({ name: `P${n}`, port: 1 + n }));
    expect(describeFound(many)).toHaveLength(MAX_FOUND);
  });

  it('are limited in length, and show no characters that cannot be seen', () => {
    const attributes = { ty: `\u202eZebra\u0000${'x'.repeat(5_000)}`, note: '\n\t ' };
    const found = describeFound([announced({ name: 'n'.repeat(5_000), attributes })]);
    expect(foundPrintersSchema.safeParse(found).success).toBe(true);
    expect(found[0]!.model).toMatch(/^Zebra x+$/);
    expect(found[0]).not.toHaveProperty('location');
  });

  it.each([[0], [-1], [65_536], [1.5], [Number.NaN]])('are dropped with the port %s', (port) => {
    expect(describeFound([announced({ port })])).toEqual([]);
  });

  it('may have attributes of any type', () => {
    const attributes: Record<string, unknown> = { ty: 7, rp: ['a'], note: null, usb_CMD: { toString: 'ZPL' } };
    expect(onlyFound({ service: 'ipp', attributes })).toMatchObject({ url: 'ipp://192.168.0.40:9100/ipp/print' });
    expect(describeFound([announced({ attributes })])[0]).not.toHaveProperty('kind');
  });
});
