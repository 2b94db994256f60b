import { describe, expect, it } from 'vitest';
import { AnswerReader, HeadReader } from '#station/polling/answer-reader.ts';

interface Read {
  status: number | undefined;
  contentType: string | undefined;
  isKept: boolean | undefined;
  body: string;
  isComplete: boolean;
}

/** Reads the parts one after the other, as they could arrive. */
function read(...parts: string[]): Read {
  let body = '';
  const reader = new AnswerReader((bytes) => (body += bytes.toString('latin1')));
  for (const part of parts) reader.read(Buffer.from(part, 'latin1'));
  return { ...(reader.head ?? { status: undefined, contentType: undefined, isKept: undefined }), body, isComplete: reader.isComplete };
}

function readAndEnd(text: string): boolean {
  const reader = new AnswerReader(() => undefined);
  reader.read(Buffer.from(text, 'latin1'));
  reader.end();
  return reader.isComplete;
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const ANSWERS = {
  'with a length': [`${HEAD}Content-Length: 4\r\n\r\n{ } `, '{ } '],
  'in chunks': [`${HEAD}Transfer-Encoding: chunked\r\n\r\n3;x=y\r\n{ }\r\n1\r\n \r\n0\r\nEtag: x\r\n\r\n`, '{ } '],
  'without a body': [`${HEAD}Content-Length: 0\r\n\r\n`, ''],
} as const;

describe.each(Object.entries(ANSWERS))('an answer %s', (_name, [text, body]) => {
  const whole = { status: 200, contentType: 'application/json', isKept: true, body, isComplete: true };

  it('is read as a whole', () => {
    expect(read(text)).toEqual(whole);
  });

  it('is read byte by byte', () => {
    expect(read(...text)).toEqual(whole);
  });

  it('is incomplete when the server closes the socket early', () => {
    expect(() => readAndEnd(text.slice(0, -1))).toThrow('incomplete');
  });

  it('is refused with a byte too many', () => {
    expect(() => read(`${text}x`)).toThrow('longer than announced');
  });
});

it('ends with its socket when no length is announced', () => {
  expect(read(`${HEAD}\r\n{ }`)).toMatchObject({ body: '{ }', isComplete: false, isKept: false });
  expect(readAndEnd(`${HEAD}\r\n{ }`)).toBe(true);
});

it.each([
  ['HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n', false],
  ['HTTP/1.0 200 OK\r\nContent-Length: 0\r\n\r\n', false],
  ['HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 0\r\n\r\n', true],
  ['HTTP/1.1 204 No Content\r\n\r\n', true],
])('keeps the socket as the server says: %j', (text, isKept) => {
  expect(read(text)).toMatchObject({ isKept, isComplete: true });
});

describe('D7 is refused:', () => {
  it.each([
    ['another protocol', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['garbage', '\u0000\u0001\u0002'],
    ['an interim answer', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['a status that is no number', 'HTTP/1.1 2xx OK\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
    ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n'],
    ['another encoding', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n'],
    ['a negative length', 'HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n'],
    ['a folded header', 'HTTP/1.1 200 OK\r\nServer: a\r\n b: c\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: b\r\n\r\n'],
    ['a space before the colon', 'HTTP/1.1 200 OK\r\nContent-Length : 1\r\n\r\n'],
    ['endless headers', `HTTP/1.1 200 OK\r\n${'Via: a\r\n'.repeat(3_000)}`],
    ['a chunk size that is no number', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n'],
    ['a chunk that is longer than it says', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n'],
    ['an endless chunk size', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(2_000)}`],
  ])('%s', (_name, text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'ERR_BAD_RESPONSE' }) as Error);
  });
});

it('an answer on a kept socket has its own head, whatever the head before it was', () => {
  const heads = new HeadReader();
  const readOn = (text: string): Read => {
    let body = '';
    const reader = new AnswerReader((bytes) => (body += bytes.toString('latin1')), heads);
    reader.read(Buffer.from(text, 'latin1'));
    return { ...(reader.head ?? { status: undefined, contentType: undefined, isKept: undefined }), body, isComplete: reader.isComplete };
  };
  const [same] = ANSWERS['with a length'];
  for (const text of [same, same, ANSWERS['in chunks'][0], `${HEAD}Connection: close\r\nContent-Length: 2\r\n\r\n12`, same]) {
    expect(readOn(text)).toEqual(read(text));
  }
  expect(() => readOn('HTTP/1.1 200 OK\r\nbad header: x\r\n\r\n')).toThrow('a header is invalid');
  expect(readOn(same)).toEqual(read(same));
});
